include(CMakePackageConfigHelpers)

install(TARGETS warner_flags EXPORT warner)
install(TARGETS warner_cli EXPORT warner RUNTIME DESTINATION ${CMAKE_INSTALL_BINDIR})
install(EXPORT warner NAMESPACE warner:: DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/warner)
configure_package_config_file(${PROJECT_SOURCE_DIR}/cmake/warner-config.cmake.in
  ${PROJECT_BINARY_DIR}/warner-config.cmake INSTALL_DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/warner)
write_basic_package_version_file(${PROJECT_BINARY_DIR}/warner-config-version.cmake COMPATIBILITY SameMinorVersion)
install(FILES ${PROJECT_BINARY_DIR}/warner-config.cmake ${PROJECT_BINARY_DIR}/warner-config-version.cmake
    ${PROJECT_SOURCE_DIR}/cmake/privacy_test.cmake ${PROJECT_SOURCE_DIR}/cmake/expect_refuted.cmake
  DESTINATION ${CMAKE_INSTALL_LIBDIR}/cmake/warner)

# The plot scripts and the figures' references, where the program looks for them: ../share/warner beside its own folder, built or installed.
install(DIRECTORY ${PROJECT_SOURCE_DIR}/results/figures/plots ${PROJECT_SOURCE_DIR}/results/figures/reference DESTINATION ${CMAKE_INSTALL_DATADIR}/warner
  FILES_MATCHING PATTERN "*.py" PATTERN "*.json")
