#include "results/figures/experiments/repeated_poll.hpp"

#include <algorithm>
#include <cmath>

#include "verify/bounds/clopper_pearson.hpp"

namespace warner::results::experiments {

double RepeatedPoll::keep() const { return 1 / (1 + std::exp(-epsilon)); }

double RepeatedPoll::at_least(std::uint64_t from, std::uint64_t k, bool x) const {
  if (from == 0) return 1;
  return from > k ? 0 : verify::binomial_at_least(from, k, x ? keep() : 1 - keep());
}

double RepeatedPoll::below(std::uint64_t from, std::uint64_t k, bool x) const {
  if (from == 0) return 0;
  return from > k ? 1 : verify::binomial_at_most(from - 1, k, x ? keep() : 1 - keep());
}

std::uint64_t RepeatedPoll::needed_for(double level, std::uint64_t k) const {
  auto const logit = std::log(level / (1 - level));
  for (std::uint64_t right = 0; right <= k; ++right)
    if (epsilon * (2 * static_cast<double>(right) - static_cast<double>(k)) >= logit) return right;
  return k + 1;
}

std::vector<Counts> ask_again(Simulation& simulation, RepeatedPoll const& poll, bool x,
                              std::span<std::uint64_t const> ks, std::uint64_t people) {
  std::vector<std::size_t> starts{0};
  for (auto const k : ks) starts.push_back(starts.back() + k + 1);
  auto const answers =
      mechanism("repeat-randomised-response", {{"epsilon", poll.epsilon}, {"k", static_cast<double>(ks.back())}});
  auto const counts =
      simulation.releases(answers, {x ? 1.0 : 0.0}, people, starts.back(),
                          [&](mechanisms::ConstBatch batch, std::span<std::uint64_t> cells) {
                            std::vector<double> yeses(batch.releases());
                            std::size_t asked = 0;
                            for (std::size_t i = 0; i < ks.size(); ++i) {
                              for (; asked < ks[i]; ++asked)
                                std::ranges::transform(yeses, batch.column(asked), yeses.begin(), std::plus{});
                              for (auto const s : yeses) ++cells[starts[i] + static_cast<std::size_t>(s)];
                            }
                          });
  std::vector<Counts> all;
  for (std::size_t i = 0; i < ks.size(); ++i)
    all.emplace_back(counts.begin() + static_cast<std::ptrdiff_t>(starts[i]),
                     counts.begin() + static_cast<std::ptrdiff_t>(starts[i + 1]));
  return all;
}

std::uint64_t reached(Counts const& yeses, std::uint64_t from) {
  std::uint64_t found = 0;
  for (auto s = from; s < yeses.size(); ++s) found += yeses[s];
  return found;
}

}  // namespace warner::results::experiments
