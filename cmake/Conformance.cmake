# tripcheck_add_conformance_test(NAME my_breaker SOURCES my_breaker_test.cpp PROFILE timed [LINKS ...])
#
# A GoogleTest program from SOURCES, one of which instantiates the profile's suite:
#   INSTANTIATE_TYPED_TEST_SUITE_P(Mine, TimedConformance, MyBreaker);
# One ctest test NAME, which says what became of each rule. A program without such a line fails.
include_guard()
set(TRIPCHECK_CONFORMANCE_MAIN ${CMAKE_CURRENT_LIST_DIR}/conformance_main.cpp.in)

function(tripcheck_add_conformance_test)
  cmake_parse_arguments(PARSE_ARGV 0 arg "" "NAME;PROFILE" "SOURCES;LINKS")
  foreach(needed NAME PROFILE SOURCES)
    if(NOT arg_${needed})
      message(FATAL_ERROR "tripcheck_add_conformance_test: ${needed} is missing")
    endif()
  endforeach()
  if(arg_UNPARSED_ARGUMENTS)
    message(FATAL_ERROR "tripcheck_add_conformance_test: unknown argument "
                        "'${arg_UNPARSED_ARGUMENTS}', expected NAME, PROFILE, SOURCES or LINKS")
  endif()
  set(suite_escalation EscalationConformance)
  set(suite_expeditor ExpeditorConformance)
  set(suite_timed TimedConformance)
  set(suite_overlap OverlapConformance)
  if(NOT DEFINED suite_${arg_PROFILE})
    message(FATAL_ERROR "tripcheck_add_conformance_test: unknown PROFILE '${arg_PROFILE}', "
                        "expected escalation, expeditor, overlap or timed")
  endif()
  find_package(GTest REQUIRED)
  set(tripcheck_suite ${suite_${arg_PROFILE}})
  configure_file(${TRIPCHECK_CONFORMANCE_MAIN} ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}_main.cpp @ONLY)
  add_executable(${arg_NAME} ${arg_SOURCES} ${CMAKE_CURRENT_BINARY_DIR}/${arg_NAME}_main.cpp)
  target_link_libraries(${arg_NAME} PRIVATE tripcheck::properties GTest::gtest ${arg_LINKS})
  add_test(NAME ${arg_NAME} COMMAND ${arg_NAME})
  set_tests_properties(${arg_NAME} PROPERTIES LABELS conformance)
endfunction()
