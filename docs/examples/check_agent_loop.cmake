# The agent loop stops at its third tool failure, and what it writes is a handoff that reads back.
#
#   cmake -D EXAMPLE=PROGRAM -D PROGRAM=tripcheck -D FOLDER=SCRATCH -P check_agent_loop.cmake
cmake_minimum_required(VERSION 3.25)

function(holds what found expected)
  if(NOT found STREQUAL expected)
    message(SEND_ERROR "${what}: found '${found}', expected '${expected}'")
  endif()
endfunction()

file(REMOVE_RECURSE ${FOLDER})
file(MAKE_DIRECTORY ${FOLDER})
execute_process(COMMAND ${EXAMPLE} handoff.json WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE status
                OUTPUT_VARIABLE said)
holds("exit code" "${status}" 3)
holds("standard output" "${said}" "halted at step 4: safety_review; a human has to assess_safety\n")

file(READ ${FOLDER}/handoff.json handoff)
string(STRIP "${handoff}" handoff)
string(JSON digests LENGTH "${handoff}" attempted_step_digests)
holds("digests" "${digests}" 4)
file(WRITE ${FOLDER}/reading.json "{\"handoff\":${handoff},\"now\":\"2026-01-01T00:33:59Z\"}")
execute_process(COMMAND ${PROGRAM} run handoff reading.json WORKING_DIRECTORY ${FOLDER}
                OUTPUT_VARIABLE answer)
holds("read back" "${answer}" "{\"handoff\":${handoff},\"expired\":false}\n")
file(WRITE ${FOLDER}/reading.json "{\"handoff\":${handoff},\"now\":\"2026-01-01T00:34:00Z\"}")
execute_process(COMMAND ${PROGRAM} run handoff reading.json WORKING_DIRECTORY ${FOLDER}
                OUTPUT_VARIABLE answer)
holds("read back at its expiry" "${answer}" "{\"handoff\":${handoff},\"expired\":true}\n")

# Where the file cannot be written, that is said and not passed over.
execute_process(COMMAND ${EXAMPLE} none/handoff.json WORKING_DIRECTORY ${FOLDER} RESULT_VARIABLE status)
holds("exit code without a folder" "${status}" 2)
