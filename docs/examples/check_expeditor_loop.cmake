# The loop in Python decides what the loop in C++ does: the lines of EXPECTED that tell of a step.
#
#   cmake -D LOOP=expeditor_loop.py -D PROGRAM=tripcheck -D EXPECTED=expeditor_loop.txt -P check_expeditor_loop.cmake
cmake_minimum_required(VERSION 3.25)

find_program(python3 python3)
if(NOT python3)
  message(NOTICE "SKIPPED: python3 is not installed")
  return()
endif()
file(STRINGS ${EXPECTED} steps REGEX "^step ")
list(JOIN steps "\n" expected)
execute_process(COMMAND ${python3} ${LOOP} ${PROGRAM} RESULT_VARIABLE status OUTPUT_VARIABLE said)
if(NOT said STREQUAL "${expected}\n")
  message(FATAL_ERROR "found:\n${said}\nexpected:\n${expected}")
endif()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "exit status ${status}, expected 0")
endif()
