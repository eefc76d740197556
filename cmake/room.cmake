# warner_room(<name> SOURCES ... HEADERS ... [LINKS ...] [LINKS_PRIVATE ...])
#
# A room: folder = target warner::<name> = namespace warner::<name> = include prefix "<name>/". The include root is the
# repository's, installed headers keep their path under include/warner.
add_library(warner_flags INTERFACE)
target_compile_options(warner_flags INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)

add_library(warner_strict INTERFACE)  # for our own files only, not for those who link to us
target_compile_options(warner_strict INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion
  # GCC 12 takes an empty vector inside a variant for one that was never made.
  $<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,14>>:-Wno-maybe-uninitialized>
  $<$<BOOL:${WARNER_WERROR}>:-Werror>)
if(WARNER_SANITIZE)
  add_compile_options(-fsanitize=${WARNER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WARNER_SANITIZE})
endif()

function(warner_room name)
  cmake_parse_arguments(ROOM "" "" "SOURCES;HEADERS;LINKS;LINKS_PRIVATE" ${ARGN})
  add_library(warner_${name} STATIC ${ROOM_SOURCES})
  add_library(warner::${name} ALIAS warner_${name})
  set_target_properties(warner_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(warner_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/warner>)
  target_compile_features(warner_${name} PUBLIC cxx_std_20)
  # Headers alone: those who link to an installed Warner do not need them.
  list(TRANSFORM ROOM_LINKS_PRIVATE REPLACE "^(Boost::headers|Eigen3::Eigen|nlohmann_json::nlohmann_json)$" "$<BUILD_INTERFACE:\\1>")
  target_link_libraries(warner_${name} PUBLIC warner_flags ${ROOM_LINKS}
    PRIVATE $<BUILD_INTERFACE:warner_strict> ${ROOM_LINKS_PRIVATE})
  install(TARGETS warner_${name} EXPORT warner ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  foreach(header IN LISTS ROOM_HEADERS)
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/warner/${name}/${folder})
  endforeach()
endfunction()
