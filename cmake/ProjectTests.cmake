# Tests of the project as a whole: pages, examples, an installed package, adapters, the house rules.
include_guard()
include(${CMAKE_CURRENT_LIST_DIR}/Conformance.cmake)
add_subdirectory(docs/examples)

# Each page does what it shows. The pages need no build of their own, so sanitizers find nothing new.
find_program(TRIPCHECK_PERL perl REQUIRED)
foreach(page IN ITEMS README docs/adapting-cpp docs/escalation docs/expeditor docs/overlapping-calls
                      docs/protocol)
  add_test(NAME ${page}.md COMMAND ${TRIPCHECK_PERL} ${PROJECT_SOURCE_DIR}/docs/check_blocks.pl
                                   $<TARGET_FILE:tripcheck> ${PROJECT_SOURCE_DIR} ${page}.md)
  set_tests_properties(${page}.md PROPERTIES LABELS docs TIMEOUT 60 SKIP_RETURN_CODE 77)
endforeach()

# The other pages have no fenced block; one that gets there by and by has to have its mark.
add_test(NAME docs.others COMMAND ${TRIPCHECK_PERL} ${PROJECT_SOURCE_DIR}/docs/check_blocks.pl
                                  $<TARGET_FILE:tripcheck> ${PROJECT_SOURCE_DIR} docs/budgets.md
                                  docs/command-line.md docs/design.md docs/libraries.md CHANGELOG.md)
set_tests_properties(docs.others PROPERTIES LABELS docs TIMEOUT 60 SKIP_RETURN_CODE 77)

# Without the sanitizers: whoever uses the package has none.
if(NOT TRIPCHECK_SANITIZERS)
  find_program(TRIPCHECK_BASH bash REQUIRED)
  add_test(NAME consumer COMMAND ${TRIPCHECK_BASH} ${PROJECT_SOURCE_DIR}/docs/check_consumer.bash
                                 ${PROJECT_BINARY_DIR} ${PROJECT_SOURCE_DIR} ${CMAKE_CXX_COMPILER})
  set_tests_properties(consumer PROPERTIES LABELS consumer TIMEOUT 300 PROCESSORS 2)
endif()

# Adapters: what the suite finds is what docs/libraries.md says. Skipped where one is not installed.
set(libraries ${CMAKE_COMMAND} -D PROGRAM=$<TARGET_FILE:tripcheck> -D SOURCE=${PROJECT_SOURCE_DIR})
foreach(name IN ITEMS circuitbreaker cockatiel cockatiel-any opossum plain seed-function)
  add_test(NAME adapters.${name} COMMAND ${libraries} -D ONLY=${name} -P
                                         ${PROJECT_SOURCE_DIR}/docs/libraries.cmake)
  set_tests_properties(adapters.${name} PROPERTIES LABELS adapters TIMEOUT 60
                                                   SKIP_REGULAR_EXPRESSION "SKIPPED: ")
endforeach()
add_custom_target(
  libraries
  COMMAND ${libraries} -D WRITE=ON -P ${PROJECT_SOURCE_DIR}/docs/libraries.cmake
  COMMENT "Writing the tables of docs/libraries.md"
  VERBATIM)
add_dependencies(libraries tripcheck)

# The house rules. Where the folder is no git work tree, nothing is checked: skipped.
add_test(NAME tidy COMMAND ${PROJECT_SOURCE_DIR}/.ci/tidy)
add_test(NAME tidy.selftest COMMAND ${PROJECT_SOURCE_DIR}/.ci/tidy --selftest)
set_tests_properties(tidy tidy.selftest PROPERTIES LABELS style TIMEOUT 60 SKIP_RETURN_CODE 77)
