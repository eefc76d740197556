# cmake -DBUILD=.. -DCONSUMER=.. -DWORK=.. -DCOMPILER=.. -DLAUNCHER=.. -DGENERATOR=.. -DSANITIZE=.. -P install.cmake
function(run)
  execute_process(COMMAND ${ARGV} RESULT_VARIABLE status)
  if(NOT status EQUAL 0)
    message(FATAL_ERROR "failed (${status}): ${ARGV}")
  endif()
endfunction()

file(REMOVE_RECURSE ${WORK})
file(MAKE_DIRECTORY ${WORK})
run(${CMAKE_COMMAND} --install ${BUILD} --prefix ${WORK}/first)
file(RENAME ${WORK}/first ${WORK}/moved)  # nothing may depend on where it was installed

# Every installed header, so that one which includes what was left behind is found.
file(GLOB_RECURSE headers RELATIVE ${WORK}/moved/include/warner ${WORK}/moved/include/warner/*.hpp)
list(FILTER headers EXCLUDE REGEX "results/testing/(catch2|googletest).hpp")  # the consumer's tests include these
list(TRANSFORM headers REPLACE "(.+)" "#include \"\\1\"\n")
list(JOIN headers "" includes)
file(WRITE ${WORK}/all_headers.cpp "${includes}")

set(flags "")
if(SANITIZE)
  set(flags -fsanitize=${SANITIZE})
endif()
run(${CMAKE_COMMAND} -S ${CONSUMER} -B ${WORK}/build -G ${GENERATOR} -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=${COMPILER}
  -DCMAKE_CXX_COMPILER_LAUNCHER=${LAUNCHER} -DCMAKE_CXX_FLAGS=${flags} -DCMAKE_PREFIX_PATH=${WORK}/moved
  -DALL_HEADERS=${WORK}/all_headers.cpp)
run(${CMAKE_COMMAND} --build ${WORK}/build)
run(${WORK}/build/consumer)
run(${WORK}/moved/bin/warner measure ignores-data --budget 1e4)

# Its tests of privacy, by ctest; what is called for a reason is looked up in what was printed.
execute_process(COMMAND ${CMAKE_CTEST_COMMAND} --test-dir ${WORK}/build --output-on-failure --verbose RESULT_VARIABLE status OUTPUT_VARIABLE printed)
foreach(reason IN ITEMS "decision +REFUTED at level 1e-06" "The claim was not refuted"
    "epsilon = 0.7 is refuted at level 1e-06" "epsilon = 1 is not refuted at level 1e-06" "leaks more than epsilon = 1" "No audit took place: warner ended with 4"
    "No audit took place: warner ended with 2")
  if(NOT printed MATCHES "${reason}")
    message(FATAL_ERROR "'${reason}' was expected in\n${printed}")
  endif()
endforeach()
if(NOT status EQUAL 0)
  message(FATAL_ERROR "the consumer's tests failed (${status}):\n${printed}")
endif()
