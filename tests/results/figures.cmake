# Tests of figures, tables and the census.
set(FIGURE_TESTS agreement.test.cpp census.test.cpp csv.test.cpp event.test.cpp figures.test.cpp paper_table.test.cpp poll.test.cpp reference.test.cpp simulation.test.cpp
  waits.test.cpp watched_coin.test.cpp)
set_source_files_properties(figures.test.cpp PROPERTIES COMPILE_DEFINITIONS
  "WARNER_PLOTS=\"${PROJECT_SOURCE_DIR}/results/plots\";WARNER_REFERENCE=\"${PROJECT_SOURCE_DIR}/results/reference\";WARNER_THEORY=\"${PROJECT_SOURCE_DIR}/docs/theory\"")
set_source_files_properties(census.test.cpp PROPERTIES COMPILE_DEFINITIONS "WARNER_DATA=\"${PROJECT_SOURCE_DIR}/../shared/data\"")
