# Figures, tables and the census.
target_sources(warner_results PRIVATE
  agreement.cpp csv.cpp draw.cpp figure_json.cpp figures.cpp made.cpp paper_table.cpp reference.cpp
  census/census.cpp census/marginals.cpp census/read.cpp census/synthetic.cpp
  experiments/audited.cpp
  experiments/calibration.cpp
  experiments/caption.cpp
  experiments/cheating_students.cpp
  experiments/claim_procedures.cpp
  experiments/composition.cpp
  experiments/computational_dp.cpp
  experiments/confidence_width.cpp
  experiments/event.cpp
  experiments/fit_procedures.cpp
  experiments/fixed_poll.cpp
  experiments/gaussian_dp.cpp
  experiments/generalised_response.cpp
  experiments/group_privacy.cpp
  experiments/held_poll.cpp
  experiments/hypothesis_test.cpp
  experiments/interpretation.cpp
  experiments/laplace_density.cpp
  experiments/laplace_histogram.cpp
  experiments/likelihood_ratio.cpp
  experiments/noise_throughput.cpp
  experiments/notebook_adult.cpp
  experiments/peers.cpp
  experiments/poll.cpp
  experiments/poll_accuracy.cpp
  experiments/poll_posterior.cpp
  experiments/post_processed_gaussian.cpp
  experiments/post_processing.cpp
  experiments/privacy_accuracy.cpp
  experiments/probabilistic_dp.cpp
  experiments/procedures.cpp
  experiments/relaxation.cpp
  experiments/repeated_poll.cpp
  experiments/simulation.cpp
  experiments/thresholded_histogram.cpp
  experiments/time_to_refutation.cpp
  experiments/waits.cpp
  experiments/warner.cpp
  experiments/watched_coin.cpp)

# Headers and a library without a CMake package: those who link to an installed Warner need the library alone.
target_link_libraries(warner_results PRIVATE $<BUILD_INTERFACE:Boost::headers> $<BUILD_INTERFACE:libcsv::libcsv> $<INSTALL_INTERFACE:csv>)

foreach(header agreement.hpp csv.hpp draw.hpp figures.hpp paper_table.hpp census/census.hpp)
  get_filename_component(folder ${header} DIRECTORY)
  install(FILES ${CMAKE_CURRENT_SOURCE_DIR}/${header} DESTINATION ${CMAKE_INSTALL_INCLUDEDIR}/warner/results/${folder})
endforeach()
