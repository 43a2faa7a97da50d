# The kinds of target in this repository. Each call reads: name, files, links.
include_guard()

add_library(tripcheck_dev_flags INTERFACE) # For our own code only: never exported to users.
add_library(tripcheck::dev_flags ALIAS tripcheck_dev_flags)
target_compile_options(
  tripcheck_dev_flags INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wshadow
                                $<$<BOOL:${TRIPCHECK_WERROR}>:-Werror>)
if(TRIPCHECK_SANITIZERS)
  set(flags -fsanitize=${TRIPCHECK_SANITIZERS} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  target_compile_options(tripcheck_dev_flags INTERFACE ${flags})
  target_link_options(tripcheck_dev_flags INTERFACE ${flags})
endif()

# tripcheck_library(model SOURCES ... HEADERS ... LINKS ... PRIVATE_LINKS ...) makes tripcheck::model.
# Headers are included as <tripcheck/FOLDER/...>, in the build tree (by a link there) and after install.
function(tripcheck_library name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;HEADERS;LINKS;PRIVATE_LINKS")
  add_library(tripcheck_${name} STATIC ${arg_SOURCES})
  add_library(tripcheck::${name} ALIAS tripcheck_${name})
  set_target_properties(tripcheck_${name} PROPERTIES EXPORT_NAME ${name}
                                                     VERIFY_INTERFACE_HEADER_SETS ON)
  set(headers ${arg_HEADERS})
  list(TRANSFORM headers PREPEND ${PROJECT_BINARY_DIR}/include/tripcheck/)
  target_sources(tripcheck_${name} PUBLIC FILE_SET HEADERS BASE_DIRS ${PROJECT_BINARY_DIR}/include
                                          FILES ${headers})
  target_compile_features(tripcheck_${name} PUBLIC cxx_std_20)
  target_link_libraries(
    tripcheck_${name}
    PUBLIC ${arg_LINKS}
    PRIVATE ${arg_PRIVATE_LINKS} $<BUILD_INTERFACE:tripcheck::dev_flags>)
  install(TARGETS tripcheck_${name} EXPORT tripcheck FILE_SET HEADERS)
endfunction()

# tripcheck_test(name SOURCES ... LINKS ... LABELS ... DEFINITIONS ...) makes ctest tests of GoogleTest's.
function(tripcheck_test name)
  cmake_parse_arguments(PARSE_ARGV 1 arg "" "" "SOURCES;LINKS;LABELS;DEFINITIONS")
  add_executable(test_${name} ${arg_SOURCES})
  target_link_libraries(test_${name} PRIVATE ${arg_LINKS} tripcheck::dev_flags GTest::gtest_main)
  target_compile_definitions(test_${name} PRIVATE ${arg_DEFINITIONS})
  set(properties TIMEOUT 120)
  if(arg_LABELS)
    list(APPEND properties LABELS "${arg_LABELS}")
  endif()
  gtest_discover_tests(test_${name} PROPERTIES ${properties} DISCOVERY_TIMEOUT 60)
  foreach(label IN LISTS arg_LABELS)
    if(TARGET ${label}_tests)
      add_dependencies(${label}_tests test_${name})
    endif()
  endforeach()
endfunction()
