# warner_add_privacy_test: a claim of privacy as a test of ctest. It comes with find_package(warner), and with Warner in a build tree.
#
#   warner_add_privacy_test(<target> CLAIM epsilon=1 D [0] D_PRIME [1])
#   warner_add_privacy_test(NAME counts COMMAND python3 counts.py CLAIM epsilon=1 delta=1e-6 DATA people.csv NEIGHBOURS add-remove)
#   warner_add_privacy_test(NAME recorded RELEASES d.csv d_prime.csv CLAIM rho=0.5)
#
# What is audited, one of these (docs/external.md):
#   <target>                  an executable, with ARGS <word>..; or a MODULE or SHARED library with the functions of
#                             mechanisms/external/plugin.h
#   COMMAND <program> <arg>.. any program
#   RELEASES <d> <d_prime>    two files of recorded releases
# CLAIM <kind>=<value>..      epsilon, delta, mu, rho, rdp (ALPHA:EPSILON, may be given again), tradeoff
# D <data> D_PRIME <data>     the neighbours, as --d and --d-prime take them; or DATA <table> NEIGHBOURS add-remove|substitute, with
#                             UNIT <column>, ROWS_PER_UNIT <n>, BOUNDS <column>=<least>:<most>.., FINITE, AS_FILES
# LEAKS                       broken on purpose: the test passes where the claim is refuted, and on nothing else
# NAME <name>                 of the test; `privacy: <target>` where none is given
# LEVEL <x>                   a sound program fails with this probability at most: 1e-6
# BUDGET <n>                  trials at most; a program that leaks is found out sooner
# and SEED, THREADS, BINARY, TIMEOUT (of one request, in seconds), MEMORY_LIMIT, RECORD <file>, LABELS <label>.., IDEAL_NUMBERS,
# CRASH_IS_A_RELEASE, TIMING: the options of `warner check` that have these names.
#
# Relative paths are read from the folder of the CMakeLists.txt; RECORD is written below the build folder.

cmake_policy(PUSH)  # functions keep the policies of where they were defined, and not those of an old project
cmake_policy(VERSION 3.20)

# _warner_append(<list> <keyword> <value>..): an option of the program, `--d-prime` of D_PRIME. A semicolon in a value parts no list.
function(_warner_append list keyword)
  string(TOLOWER "${keyword}" option)
  string(REPLACE "_" "-" option "${option}")
  list(APPEND ${list} --${option})
  if(ARGC GREATER 2)
    math(EXPR last "${ARGC} - 1")
    foreach(i RANGE 2 ${last})
      string(REPLACE ";" "\\;" value "${ARGV${i}}")
      list(APPEND ${list} "${value}")
    endforeach()
  endif()
  set(${list} "${${list}}" PARENT_SCOPE)
endfunction()

# _warner_quote(<result> <words>): the words of a list in one, as --exec parts them again. The list goes by its name: written out, it
# would be parted at the semicolons of its words, and lose the empty ones.
function(_warner_quote result words)
  set(line "")
  foreach(word IN LISTS ${words})
    string(REPLACE "'" "'\\''" word "${word}")
    string(APPEND line " '${word}'")
  endforeach()
  string(STRIP "${line}" line)
  set(${result} "${line}" PARENT_SCOPE)
endfunction()

function(warner_add_privacy_test)
  set(flags LEAKS IDEAL_NUMBERS CRASH_IS_A_RELEASE TIMING AS_FILES FINITE)
  set(single NAME D D_PRIME DATA NEIGHBOURS UNIT ROWS_PER_UNIT LEVEL BUDGET SEED THREADS BINARY TIMEOUT MEMORY_LIMIT RECORD)
  set(several ARGS COMMAND RELEASES CLAIM BOUNDS LABELS)
  set(target "")
  set(first 0)
  if(ARGC GREATER 0 AND NOT ARGV0 IN_LIST flags AND NOT ARGV0 IN_LIST single AND NOT ARGV0 IN_LIST several)
    set(target "${ARGV0}")
    set(first 1)
  endif()
  cmake_parse_arguments(PARSE_ARGV ${first} TEST "${flags}" "${single}" "${several}")

  # A mistake is said when the project is configured, and not by a test that fails.
  set(where "warner_add_privacy_test(${target})")
  if(DEFINED TEST_NAME)
    set(where "warner_add_privacy_test(NAME ${TEST_NAME})")
  endif()
  if(DEFINED TEST_UNPARSED_ARGUMENTS)
    list(GET TEST_UNPARSED_ARGUMENTS 0 unknown)
    string(REPLACE ";" ", " known "${flags};${single};${several}")
    message(FATAL_ERROR "${where}: ${unknown} is no keyword (there are: ${known})")
  endif()
  if(DEFINED TEST_KEYWORDS_MISSING_VALUES)
    message(FATAL_ERROR "${where}: ${TEST_KEYWORDS_MISSING_VALUES} needs a value")
  endif()
  set(sources 0)
  foreach(given IN ITEMS target TEST_COMMAND TEST_RELEASES)
    if(NOT "${${given}}" STREQUAL "")
      math(EXPR sources "${sources} + 1")
    endif()
  endforeach()
  if(NOT sources EQUAL 1)
    message(FATAL_ERROR "${where}: names ${sources} things to audit (it takes one: a target first, COMMAND, or RELEASES)")
  endif()
  if(NOT DEFINED TEST_NAME)
    if(target STREQUAL "")
      message(FATAL_ERROR "${where}: has no NAME (only a target's test names itself)")
    endif()
    set(TEST_NAME "privacy: ${target}")
  endif()
  if(NOT DEFINED TEST_CLAIM)
    message(FATAL_ERROR "${where}: has no CLAIM (for example: CLAIM epsilon=1)")
  endif()
  if(DEFINED TEST_ARGS AND target STREQUAL "")
    message(FATAL_ERROR "${where}: ARGS are a target's (write those of COMMAND behind it)")
  endif()
  if(DEFINED TEST_RELEASES)
    list(LENGTH TEST_RELEASES files)
    if(NOT files EQUAL 2)
      message(FATAL_ERROR "${where}: RELEASES has ${files} files (it takes two, of D and of D')")
    endif()
  elseif(DEFINED TEST_DATA)
    if(NOT DEFINED TEST_NEIGHBOURS OR DEFINED TEST_D OR DEFINED TEST_D_PRIME)
      message(FATAL_ERROR "${where}: DATA needs NEIGHBOURS add-remove or substitute, and neither D nor D_PRIME")
    endif()
  elseif(NOT DEFINED TEST_D OR NOT DEFINED TEST_D_PRIME)
    message(FATAL_ERROR "${where}: has no pair of neighbours (D and D_PRIME, or DATA and NEIGHBOURS)")
  endif()

  set(arguments "")
  if(DEFINED TEST_RELEASES)
    _warner_append(arguments RELEASES ${TEST_RELEASES})
  elseif(DEFINED TEST_COMMAND)
    _warner_quote(command TEST_COMMAND)
    _warner_append(arguments EXEC "${command}")
  else()
    if(NOT TARGET ${target})
      message(FATAL_ERROR "${where}: ${target} is no target (add it before its test)")
    endif()
    get_target_property(found warner::cli IMPORTED)
    if(NOT found)  # it is part of this build, and may be left out of `all`
      add_dependencies(${target} warner::cli)
    endif()
    get_target_property(type ${target} TYPE)
    if(type STREQUAL "EXECUTABLE")
      set(TEST_WORDS "$<TARGET_FILE:${target}>")
      if(DEFINED TEST_ARGS)
        string(APPEND TEST_WORDS ";${TEST_ARGS}")
      endif()
      _warner_quote(command TEST_WORDS)
      _warner_append(arguments EXEC "${command}")
    elseif(type MATCHES "^(MODULE|SHARED)_LIBRARY$" AND NOT DEFINED TEST_ARGS)
      _warner_append(arguments PLUGIN $<TARGET_FILE:${target}>)
    else()
      message(FATAL_ERROR "${where}: ${target} is of type ${type} (an executable takes ARGS; a MODULE or SHARED library takes none)")
    endif()
  endif()

  foreach(claim IN LISTS TEST_CLAIM)
    if(NOT claim MATCHES "^(epsilon|delta|mu|rho|rdp|tradeoff)=(.+)$")
      message(FATAL_ERROR "${where}: CLAIM ${claim} is none (epsilon=, delta=, mu=, rho=, rdp=ALPHA:EPSILON, tradeoff=)")
    endif()
    _warner_append(arguments claim-${CMAKE_MATCH_1} "${CMAKE_MATCH_2}")
  endforeach()

  if(NOT DEFINED TEST_LEVEL)
    set(TEST_LEVEL 1e-6)
  endif()
  foreach(keyword IN ITEMS D D_PRIME DATA NEIGHBOURS UNIT ROWS_PER_UNIT LEVEL BUDGET SEED THREADS BINARY TIMEOUT MEMORY_LIMIT)
    if(DEFINED TEST_${keyword})
      _warner_append(arguments ${keyword} "${TEST_${keyword}}")
    endif()
  endforeach()
  if(DEFINED TEST_BOUNDS)
    string(REPLACE ";" "," TEST_BOUNDS "${TEST_BOUNDS}")
    _warner_append(arguments BOUNDS "${TEST_BOUNDS}")
  endif()
  if(DEFINED TEST_RECORD)
    get_filename_component(record "${TEST_RECORD}" ABSOLUTE BASE_DIR ${CMAKE_CURRENT_BINARY_DIR})
    _warner_append(arguments OUT "${record}")
  endif()
  foreach(flag IN ITEMS IDEAL_NUMBERS CRASH_IS_A_RELEASE TIMING AS_FILES FINITE)
    if(TEST_${flag})
      _warner_append(arguments ${flag})
    endif()
  endforeach()

  set(wrapper "")
  if(TEST_LEAKS)
    set(wrapper ${CMAKE_COMMAND} -P ${CMAKE_CURRENT_FUNCTION_LIST_DIR}/expect_refuted.cmake --)
  endif()
  add_test(NAME "${TEST_NAME}" COMMAND ${wrapper} $<TARGET_FILE:warner::cli> check ${arguments}
    WORKING_DIRECTORY ${CMAKE_CURRENT_SOURCE_DIR})
  set_tests_properties("${TEST_NAME}" PROPERTIES LABELS "privacy;${TEST_LABELS}")
  if(DEFINED TEST_THREADS AND TEST_THREADS GREATER 1)
    set_tests_properties("${TEST_NAME}" PROPERTIES PROCESSORS ${TEST_THREADS})
  endif()
endfunction()

cmake_policy(POP)
