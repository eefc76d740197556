# Writes HEADER with the commit that SOURCE stands at; run at every build, touches the file only when something changed.
# A tarball, a missing git, or a repository that merely contains SOURCE gives "unknown".
set(commit unknown)
set(ENV{GIT_OPTIONAL_LOCKS} 0)
find_program(git NAMES git)
if(git)
  execute_process(COMMAND ${git} rev-parse --show-prefix WORKING_DIRECTORY ${SOURCE}
    OUTPUT_VARIABLE prefix OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET RESULT_VARIABLE outside)
  if(outside EQUAL 0 AND prefix STREQUAL "")
    execute_process(COMMAND ${git} describe --always --dirty WORKING_DIRECTORY ${SOURCE}
      OUTPUT_VARIABLE described OUTPUT_STRIP_TRAILING_WHITESPACE ERROR_QUIET)
    if(described MATCHES "^[A-Za-z0-9._/-]+$")
      set(commit ${described})
    endif()
  endif()
endif()
set(text "#pragma once\n\nnamespace warner::results {\ninline constexpr char built_from_commit[] = \"${commit}\";\n}\n")
set(written "")
if(EXISTS ${HEADER})
  file(READ ${HEADER} written)
endif()
if(NOT "${written}" STREQUAL "${text}")
  file(WRITE ${HEADER} "${text}")
endif()
