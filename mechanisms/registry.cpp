#include "mechanisms/registry.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "mechanisms/broken/laplace_wrong_scale.hpp"
#include "mechanisms/broken/seed_pool.hpp"
#include "mechanisms/broken/shared_noise.hpp"
#include "mechanisms/broken/box_muller_both.hpp"
#include "mechanisms/broken/encryption.hpp"
#include "mechanisms/broken/float_noise.hpp"
#include "mechanisms/broken/rare_leak.hpp"
#include "mechanisms/broken/sparse_vector_3_and_4.hpp"
#include "mechanisms/broken/timing.hpp"
#include "mechanisms/broken/timing_walk.hpp"
#include "mechanisms/central/constant.hpp"
#include "mechanisms/central/clamped_geometric.hpp"
#include "mechanisms/central/discrete_gaussian.hpp"
#include "mechanisms/central/discrete_laplace.hpp"
#include "mechanisms/central/distributional_histogram.hpp"
#include "mechanisms/central/encryption.hpp"
#include "mechanisms/central/finite_channel.hpp"
#include "mechanisms/central/name_and_shame.hpp"
#include "mechanisms/central/rare_leak.hpp"
#include "mechanisms/central/selection_from_records.hpp"
#include "mechanisms/central/sparse_vector_gaussian.hpp"
#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/central/ignores_data.hpp"
#include "mechanisms/central/laplace.hpp"
#include "mechanisms/broken/laplace_sums.hpp"
#include "mechanisms/broken/report_noisy_max_value.hpp"
#include "mechanisms/broken/sparse_vector_flags.hpp"
#include "mechanisms/broken/sparse_vector_values.hpp"
#include "mechanisms/central/permute_and_flip.hpp"
#include "mechanisms/central/private_median.hpp"
#include "mechanisms/central/private_quantile.hpp"
#include "mechanisms/central/report_noisy_max.hpp"
#include "mechanisms/central/sparse_vector.hpp"
#include "mechanisms/central/sparse_vector_numerical.hpp"
#include "mechanisms/central/sparse_vector_values.hpp"
#include "mechanisms/central/snapping.hpp"
#include "mechanisms/central/staircase.hpp"
#include "mechanisms/central/subsampled_gaussian.hpp"
#include "mechanisms/central/approximate_bounds.hpp"
#include "mechanisms/central/bounded_moments.hpp"
#include "mechanisms/central/bounded_quantiles.hpp"
#include "mechanisms/central/clamp_after_noise.hpp"
#include "mechanisms/central/dp_sgd_toy.hpp"
#include "mechanisms/central/histogram.hpp"
#include "mechanisms/central/histogram_thresholded.hpp"
#include "mechanisms/central/matrix_mechanism.hpp"
#include "mechanisms/central/propose_test_release.hpp"
#include "mechanisms/central/stable_mode.hpp"
#include "mechanisms/central/streams.hpp"
#include "mechanisms/central/sums.hpp"
#include "mechanisms/broken/clip_after_noise.hpp"
#include "mechanisms/broken/histogram_unthresholded.hpp"
#include "mechanisms/broken/mean_true_count.hpp"
#include "mechanisms/broken/modulo_biased_geometric.hpp"
#include "mechanisms/broken/smart_sum.hpp"
#include "mechanisms/broken/sums.hpp"
#include "mechanisms/broken/unchecked_data.hpp"
#include "mechanisms/central/truncated_geometric.hpp"
#include "mechanisms/central/truncated_laplace.hpp"
#include "mechanisms/central/uniform_noise.hpp"
#include "mechanisms/local/k_ary_randomised_response.hpp"
#include "mechanisms/combinators/adaptive_compose.hpp"
#include "mechanisms/combinators/compose.hpp"
#include "mechanisms/combinators/group.hpp"
#include "mechanisms/combinators/mixture.hpp"
#include "mechanisms/combinators/parallel.hpp"
#include "mechanisms/combinators/post_process.hpp"
#include "mechanisms/combinators/shuffle.hpp"
#include "mechanisms/combinators/subsample.hpp"
#include "mechanisms/local/approximate_randomised_response.hpp"
#include "mechanisms/local/hadamard_response.hpp"
#include "mechanisms/local/local_hashing.hpp"
#include "mechanisms/local/one_hot.hpp"
#include "mechanisms/local/poll.hpp"
#include "mechanisms/local/rappor.hpp"
#include "mechanisms/local/subset_selection.hpp"
#include "mechanisms/local/unary_encoding.hpp"
#include "mechanisms/local/randomised_response.hpp"
#include "sim/require.hpp"

namespace warner::mechanisms {
namespace {

/// Levenshtein's distance.
std::size_t edits(std::string_view a, std::string_view b) {
  std::vector<std::size_t> row(b.size() + 1);
  std::iota(row.begin(), row.end(), std::size_t{0});
  for (std::size_t i = 0; i < a.size(); ++i) {
    auto diagonal = row[0];
    row[0] = i + 1;
    for (std::size_t j = 0; j < b.size(); ++j) {
      auto const cost = std::min({row[j] + 1, row[j + 1] + 1, diagonal + (a[i] != b[j])});
      diagonal = row[j + 1];
      row[j + 1] = cost;
    }
  }
  return row.back();
}

/// Up to three names worth suggesting, the nearest first: within a third of the letters, or containing what was asked for.
std::vector<std::string> near_names(std::string_view name) {
  std::vector<std::pair<std::size_t, std::string>> ranked;
  for (auto const& entry : registry())
    for (auto const& known : {entry.name, entry.alias}) {
      if (known.empty()) continue;
      auto const bare = std::string_view{known}.substr(known.find('/') + 1);
      auto const distance = std::min(edits(name, known), edits(name, bare));
      auto const contained = name.size() >= 3 && known.find(name) != std::string::npos;
      if (contained || distance <= std::max<std::size_t>(2, name.size() / 3)) ranked.emplace_back(distance, known);
    }
  std::ranges::sort(ranked);
  std::vector<std::string> names;
  for (auto const& [distance, known] : ranked)
    if (names.size() < 3) names.push_back(known);
  return names;
}

}  // namespace

std::vector<Entry> const& registry() {
  static std::vector<Entry> const entries{
      central::laplace_entry(),
      central::laplace_vector_entry(),
      central::gaussian_entry(),
      central::gaussian_classic_entry(),
      central::gaussian_analytic_entry(),
      central::discrete_laplace_entry(),
      central::clamped_geometric_entry(),
      central::truncated_geometric_entry(),
      central::discrete_gaussian_entry(),
      central::staircase_entry(),
      central::snapping_entry(),
      central::truncated_laplace_entry(),
      central::uniform_noise_entry(),
      central::histogram_entry(),
      central::histogram_thresholded_entry(),
      central::sum_entry(),
      central::partial_sum_entry(),
      central::prefix_sum_entry(),
      central::smart_sum_entry(),
      central::binary_tree_sum_entry(),
      central::matrix_mechanism_entry(),
      central::noisy_count_entry(),
      central::bounded_sum_entry(),
      central::bounded_mean_entry(),
      central::bounded_variance_entry(),
      central::bounded_standard_deviation_entry(),
      central::approximate_bounds_entry(),
      central::bounded_quantiles_entry(),
      central::mean_known_n_entry(),
      central::clamp_after_noise_entry(),
      central::propose_test_release_entry(),
      central::stable_mode_entry(),
      central::subsampled_gaussian_entry(),
      central::dp_sgd_toy_entry(),
      central::ignores_data_entry(),
      central::report_noisy_max_laplace_entry(),
      central::report_noisy_max_exponential_entry(),
      central::exponential_mechanism_entry(),
      central::permute_and_flip_entry(),
      central::private_median_entry(),
      central::private_quantile_entry(),
      central::sparse_vector_1_entry(),
      central::sparse_vector_2_entry(),
      central::sparse_vector_monotone_entry(),
      central::sparse_vector_numerical_entry(),
      central::sparse_vector_gap_entry(),
      central::sparse_vector_adaptive_entry(),
      central::random_selection_from_records_entry(),
      central::sparse_vector_gaussian_entry(),
      central::probabilistic_dp_counterexample_entry(),
      central::probabilistic_dp_post_processed_entry(),
      central::rare_leak_entry(),
      central::name_and_shame_entry(),
      central::distributional_histogram_entry(),
      central::constant_entry(),
      central::encryption_one_time_pad_entry(),
      local::randomised_response_entry(),
      local::randomised_response_gamma_entry(),
      local::randomised_response_asymmetric_entry(),
      local::k_ary_randomised_response_entry(),
      local::poll_entry(),
      local::symmetric_unary_encoding_entry(),
      local::optimised_unary_encoding_entry(),
      local::binary_local_hashing_entry(),
      local::optimised_local_hashing_entry(),
      local::summation_histogram_encoding_entry(),
      local::thresholded_histogram_encoding_entry(),
      local::subset_selection_entry(),
      local::hadamard_response_entry(),
      local::approximate_randomised_response_entry(),
      local::gaussian_encoding_entry(),
      local::rappor_entry(),
      local::rappor_one_time_entry(),
      combinators::compose_laplace_and_response_entry(),
      combinators::repeat_randomised_response_entry(),
      combinators::adaptive_compose_entry(),
      combinators::post_process_laplace_round_entry(),
      combinators::group_laplace_entry(),
      combinators::parallel_laplace_entry(),
      combinators::subsample_laplace_entry(),
      combinators::mixture_randomised_response_entry(),
      combinators::shuffle_randomised_response_entry(),
      broken::laplace_wrong_scale_entry(),
      broken::laplace_half_scale_entry(),
      broken::shared_noise_entry(),
      broken::reused_seed_entry(),
      broken::reused_seed_pool_entry(),
      broken::histogram_wrong_scale_entry(),
      broken::partial_sum_wrong_scale_entry(),
      broken::unclipped_sum_entry(),
      broken::double_spend_entry(),
      broken::histogram_unthresholded_entry(),
      broken::smart_sum_entry(),
      broken::mean_true_count_entry(),
      broken::clip_after_noise_entry(),
      broken::noise_each_record_then_clip_entry(),
      broken::nan_survives_clip_entry(),
      broken::length_leak_entry(),
      broken::domain_from_data_entry(),
      broken::two_sided_clip_wrong_sensitivity_entry(),
      broken::wrapping_sum_entry(),
      broken::float_sum_order_entry(),
      broken::modulo_biased_geometric_entry(),
      broken::report_noisy_max_value_laplace_entry(),
      broken::report_noisy_max_value_exponential_entry(),
      broken::sparse_vector_4_entry(),
      broken::sparse_vector_5_entry(),
      broken::sparse_vector_6_entry(),
      broken::sparse_vector_3_entry(),
      broken::sparse_vector_gap_entry(),
      broken::sparse_vector_adaptive_entry(),
      broken::sparse_vector_3_and_4_entry(),
      broken::rare_leak_entry(),
      broken::encryption_known_key_entry(),
      broken::encryption_short_key_entry(),
      broken::timing_discrete_laplace_entry(),
      broken::timing_walk_entry(),
      broken::box_muller_both_entry(),
      broken::laplace_float64_entry(),
      broken::laplace_four_uniforms_float64_entry(),
      broken::gaussian_float64_box_muller_entry(),
      broken::gaussian_float64_polar_entry(),
      broken::gaussian_float64_ziggurat_entry(),
      broken::gaussian_two_normals_float64_entry(),
      broken::laplace_float32_entry(),
      broken::gaussian_four_float32_entry(),
  };
  return entries;
}

Entry const& find(std::string_view name) {
  for (auto const& entry : registry())
    if (entry.name == name || (!entry.alias.empty() && entry.alias == name)) return entry;
  std::string hint;
  for (auto const& near : near_names(name)) hint += (hint.empty() ? "did you mean " : " or ") + near;
  require(false, fmt::format("mechanism: '{}' is unknown ({}`warner list` shows all)", name, hint.empty() ? "" : hint + "? "));
  return registry().front();
}

Instance make(Entry const& entry, Given const& given) {
  for (auto const& [name, value] : given) {
    std::string known;
    auto takes = false;
    for (auto const& parameter : entry.parameters) {
      takes = takes || parameter.name == name;
      known += (known.empty() ? "" : ", ") + parameter.name;
    }
    require(takes, fmt::format("{}: {} takes no such parameter ({})", name, entry.name, known.empty() ? "it takes none" : "it takes " + known));
    require(!std::isnan(value), fmt::format("{}: NaN is no number", name));
  }
  return entry.make(given);
}

}  // namespace warner::mechanisms
