# What `cmake --install` leaves: libraries, headers, the program, and the package for find_package.
include(CMakePackageConfigHelpers)

install(
  EXPORT tripcheck
  NAMESPACE tripcheck::
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tripcheck
  FILE tripcheckTargets.cmake)
configure_package_config_file(
  cmake/tripcheckConfig.cmake.in ${PROJECT_BINARY_DIR}/tripcheckConfig.cmake
  INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tripcheck)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/tripcheckConfigVersion.cmake
                                 COMPATIBILITY SameMinorVersion)
install(
  FILES ${PROJECT_BINARY_DIR}/tripcheckConfig.cmake
        ${PROJECT_BINARY_DIR}/tripcheckConfigVersion.cmake cmake/Conformance.cmake
        cmake/conformance_main.cpp.in
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/tripcheck)
