# What Warner stands on. scripts/setup installs the Debian packages of these names.
find_package(Threads REQUIRED)
find_package(TBB REQUIRED)
find_package(hwy 1.0.3 REQUIRED)
find_package(fmt REQUIRED)
find_package(nlohmann_json 3.10 REQUIRED)
find_package(CLI11 2.1 REQUIRED)
find_package(Boost 1.74 REQUIRED)
find_package(Eigen3 3.4 QUIET NO_MODULE)  # Eigen 5 refuses a request for 3.4: ask again
if(NOT TARGET Eigen3::Eigen)
  find_package(Eigen3 5 REQUIRED NO_MODULE)
endif()

# libcsv ships neither a CMake package nor a pkg-config file.
find_path(LIBCSV_INCLUDE_DIR csv.h REQUIRED)
find_library(LIBCSV_LIBRARY csv REQUIRED)
if(NOT TARGET libcsv::libcsv)
  add_library(libcsv::libcsv UNKNOWN IMPORTED)
  set_target_properties(libcsv::libcsv PROPERTIES
    IMPORTED_LOCATION ${LIBCSV_LIBRARY} INTERFACE_INCLUDE_DIRECTORIES ${LIBCSV_INCLUDE_DIR})
endif()

# toml++ by its headers alone: nothing to find at run time.
find_path(TOMLPLUSPLUS_INCLUDE_DIR toml++/toml.h REQUIRED)
if(NOT TARGET tomlplusplus::headers)
  add_library(tomlplusplus::headers INTERFACE IMPORTED)
  set_target_properties(tomlplusplus::headers PROPERTIES INTERFACE_INCLUDE_DIRECTORIES ${TOMLPLUSPLUS_INCLUDE_DIR})
endif()

# Optional: ranks of the program (cli/mpi_ranks.cpp). Any implementation, by its calls of C.
set(WARNER_MPI_FOUND OFF)
if(WARNER_WITH_MPI STREQUAL "AUTO")
  find_package(MPI QUIET COMPONENTS C)
  set(WARNER_MPI_FOUND ${MPI_C_FOUND})
elseif(WARNER_WITH_MPI)
  find_package(MPI REQUIRED COMPONENTS C)
  set(WARNER_MPI_FOUND ON)
endif()
