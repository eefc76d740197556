# warner_room(<name> [PRIVATE_HEADERS ...] [LINKS ...] [LINKS_PRIVATE ...])
#
# A room: folder = target warner::<name> = namespace warner::<name> = include prefix "<name>/". Every .cpp below the folder is compiled.
# Every header below it is public, and installed with its path under include/warner, but for PRIVATE_HEADERS; tests/architecture
# sees to it that a public header includes the standard library and public headers alone.
add_library(warner_flags INTERFACE)
target_compile_options(warner_flags INTERFACE
  $<$<COMPILE_LANG_AND_ID:CXX,GNU,Clang,AppleClang>:-ffp-contract=off>)

add_library(warner_strict INTERFACE)  # for our own files only, not for those who link to us
target_compile_options(warner_strict INTERFACE -Wall -Wextra -Wpedantic -Wconversion -Wno-sign-conversion
  # GCC 12, once it has inlined: an empty vector inside a variant was never made, the copy of a literal reads past its end.
  "$<$<AND:$<CXX_COMPILER_ID:GNU>,$<VERSION_LESS:$<CXX_COMPILER_VERSION>,14>>:-Wno-maybe-uninitialized;-Wno-array-bounds;-Wno-restrict;-Wno-stringop-overread;-Wno-stringop-overflow>"
  $<$<BOOL:${WARNER_WERROR}>:-Werror>)
if(WARNER_SANITIZE)
  add_compile_options(-fsanitize=${WARNER_SANITIZE} -fno-omit-frame-pointer -fno-sanitize-recover=all)
  add_link_options(-fsanitize=${WARNER_SANITIZE})
endif()

# Headers of the standard library that most files read: read once a target. The preset `clang` (scripts/lint) does
# without, which proves that every file includes what it needs.
set(WARNER_PRECOMPILED <algorithm> <array> <cmath> <cstdint> <functional> <limits> <map> <memory> <numeric> <optional>
  <ranges> <span> <string> <string_view> <utility> <variant> <vector>)

function(warner_room name)
  cmake_parse_arguments(ROOM "" "" "PRIVATE_HEADERS;LINKS;LINKS_PRIVATE" ${ARGN})
  file(GLOB_RECURSE sources CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.cpp)
  file(GLOB_RECURSE headers CONFIGURE_DEPENDS RELATIVE ${CMAKE_CURRENT_SOURCE_DIR} *.hpp *.h)
  foreach(header IN LISTS ROOM_PRIVATE_HEADERS)
    if(NOT header IN_LIST headers)
      message(FATAL_ERROR "warner_room(${name}): PRIVATE_HEADERS names ${header}, and there is no such file")
    endif()
  endforeach()
  list(REMOVE_ITEM headers ${ROOM_PRIVATE_HEADERS})
  add_library(warner_${name} STATIC ${sources})
  add_library(warner::${name} ALIAS warner_${name})
  set_target_properties(warner_${name} PROPERTIES EXPORT_NAME ${name} POSITION_INDEPENDENT_CODE ON)
  target_include_directories(warner_${name} PUBLIC
    $<BUILD_INTERFACE:${PROJECT_SOURCE_DIR}> $<INSTALL_INTERFACE:${CMAKE_INSTALL_INCLUDEDIR}/warner>)
  target_compile_features(warner_${name} PUBLIC cxx_std_20)
  target_precompile_headers(warner_${name} PRIVATE ${WARNER_PRECOMPILED})
  if("fmt::fmt" IN_LIST ROOM_LINKS_PRIVATE)
    target_precompile_headers(warner_${name} PRIVATE <fmt/format.h>)
  endif()
  # Headers alone: those who link to an installed Warner do not need them.
  list(TRANSFORM ROOM_LINKS_PRIVATE REPLACE "^(Boost::headers|Eigen3::Eigen|nlohmann_json::nlohmann_json)$" "$<BUILD_INTERFACE:\\1>")
  target_link_libraries(warner_${name} PUBLIC warner_flags ${ROOM_LINKS}
    PRIVATE $<BUILD_INTERFACE:warner_strict> ${ROOM_LINKS_PRIVATE})
  install(TARGETS warner_${name} EXPORT warner ARCHIVE DESTINATION ${CMAKE_INSTALL_LIBDIR})
  foreach(header IN LISTS headers)
    get_filename_component(folder ${header} DIRECTORY)
    install(FILES ${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/warner/${name}/${folder})
  endforeach()
endfunction()
