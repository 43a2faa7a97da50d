# Runs PROGRAM and holds its output to the file EXPECTED and its exit code to STATUS.
execute_process(
  COMMAND ${PROGRAM}
  RESULT_VARIABLE status
  OUTPUT_VARIABLE output)
file(READ ${EXPECTED} expected)
if(NOT output STREQUAL expected)
  message(FATAL_ERROR "not what ${EXPECTED} shows:\n${output}")
endif()
if(NOT status EQUAL STATUS)
  message(FATAL_ERROR "exit status ${status}, expected ${STATUS}")
endif()
