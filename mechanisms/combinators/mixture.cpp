#include "mechanisms/combinators/mixture.hpp"

#include <algorithm>
#include <array>
#include <cmath>

#include <fmt/format.h>

#include "mechanisms/combinators/claims.hpp"
#include "mechanisms/contract/entry.hpp"
#include "mechanisms/local/k_ary_randomised_response.hpp"
#include "mechanisms/privacy/log_masses.hpp"
#include "sim/require.hpp"
#include "sim/variates.hpp"

namespace warner::mechanisms::combinators {

Mixture::Mixture(double w, AnyMechanism first, AnyMechanism second, std::vector<std::vector<double>> releases)
    : w_{w},
      first_{std::move(first)},
      second_{std::move(second)},
      releases_{std::move(releases)},
      claim_{largest_of(std::array{first_.guarantee(), second_.guarantee()})} {
  require(w >= 0 && w <= 1, fmt::format("w: {} is not in [0, 1] (a probability)", w));
}

std::vector<Column> Mixture::columns(Dataset const& dataset) const {
  auto columns = first_.columns(dataset);
  auto const width = second_.columns(dataset).size();
  require(width == columns.size(), fmt::format("second: {} columns beside {} of the first", width, columns.size()));
  return columns;
}

void Mixture::release(Dataset const& dataset, sim::Stream& stream, Batch out) const {
  std::vector<double> coin(out.releases());
  sim::fill_bernoulli(stream, sim::bernoulli_threshold(w_), coin);
  Releases memory;
  auto const other = memory.shaped(out.releases(), out.width());
  first_.release(dataset, stream, out);
  second_.release(dataset, stream, other);
  for (std::size_t j = 0; j < out.width(); ++j)
    for (std::size_t i = 0; i < coin.size(); ++i) out(i, j) = coin[i] == 1 ? out(i, j) : other(i, j);
}

void Mixture::log_density(Dataset const& dataset, ConstBatch releases, std::span<double> out) const {
  std::vector<double> other(out.size());
  first_.log_density(dataset, releases, out);
  second_.log_density(dataset, releases, other);
  for (std::size_t i = 0; i < out.size(); ++i) {
    auto const a = out[i] + std::log(w_), b = other[i] + std::log1p(-w_), larger = std::max(a, b),
               smaller = std::min(a, b);
    out[i] = std::isinf(larger) ? larger : larger + std::log1p(std::exp(smaller - larger));
  }
}

std::optional<privacy::PairPrivacy> Mixture::privacy(Pair const& pair) const {
  if (releases_.empty() || !has_density()) return std::nullopt;
  std::vector<double> log_p, log_q;
  for (auto const& release : releases_) {
    ConstBatch const one{release.data(), 1, release.size()};
    log_p.emplace_back();
    log_q.emplace_back();
    log_density(pair.d, one, {&log_p.back(), 1});
    log_density(pair.d_prime, one, {&log_q.back(), 1});
  }
  return privacy::log_mass_pair(log_p, log_q);
}

Entry mixture_randomised_response_entry() {
  return {.name = "mixture-randomised-response",
          .summary = "k-ary randomised response at epsilon, or at half of it, and it is not said which",
          .release = "{0..k-1}",
          .parameters = {epsilon_parameter("of the first, > 0"),
                         {"k", 4, "how many categories, 2 to 4096", Whole{2, 4096}},
                         {"w", 0.5, "probability of the first, in [0, 1]"}},
          .reference = "DR14",
          .local = true,
          .make = [](Arguments& values) -> Instance {
            auto const epsilon = values["epsilon"], w = values["w"];
            auto const k = values.whole("k");
            std::vector<std::vector<double>> categories;
            for (std::size_t y = 0; y < k; ++y) categories.push_back({static_cast<double>(y)});
            Mixture const mixture{w, local::KAryRandomisedResponse{epsilon, k},
                                  local::KAryRandomisedResponse{epsilon / 2, k}, categories};
            return {mixture, {{{0}, {1}, Relation::value, {}}}};
          }};
}

}  // namespace warner::mechanisms::combinators
