#include "mechanisms/registry.hpp"

#include <algorithm>
#include <cmath>
#include <numeric>

#include <fmt/format.h>

#include "mechanisms/broken/laplace_wrong_scale.hpp"
#include "mechanisms/broken/shared_noise.hpp"
#include "mechanisms/central/discrete_laplace.hpp"
#include "mechanisms/central/gaussian.hpp"
#include "mechanisms/central/ignores_data.hpp"
#include "mechanisms/central/laplace.hpp"
#include "mechanisms/local/k_ary_randomised_response.hpp"
#include "mechanisms/local/poll.hpp"
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

std::string nearest(std::string_view name) {
  auto const& entries = registry();
  auto const distance = [&](Entry const& entry) {
    auto const bare = std::string_view{entry.name}.substr(entry.name.find('/') + 1);
    return std::min(edits(name, entry.name), edits(name, bare));
  };
  return std::ranges::min_element(entries, {}, distance)->name;
}

}  // namespace

std::vector<Entry> const& registry() {
  static std::vector<Entry> const entries{
      central::laplace_entry(),
      central::laplace_vector_entry(),
      central::gaussian_classic_entry(),
      central::gaussian_analytic_entry(),
      central::discrete_laplace_entry(),
      central::ignores_data_entry(),
      local::randomised_response_entry(),
      local::randomised_response_gamma_entry(),
      local::randomised_response_asymmetric_entry(),
      local::k_ary_randomised_response_entry(),
      local::poll_entry(),
      broken::laplace_wrong_scale_entry(),
      broken::laplace_half_scale_entry(),
      broken::shared_noise_entry(),
      broken::reused_seed_entry(),
  };
  return entries;
}

Entry const& find(std::string_view name) {
  for (auto const& entry : registry())
    if (entry.name == name || (!entry.alias.empty() && entry.alias == name)) return entry;
  require(false, fmt::format("mechanism: '{}' is unknown (nearest: {}; `warner list` shows all)", name, nearest(name)));
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
