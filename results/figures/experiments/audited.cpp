#include "results/figures/experiments/audited.hpp"

#include <cmath>
#include <limits>
#include <vector>

#include "mechanisms/contract/batch.hpp"
#include "results/figures/experiments/simulation.hpp"
#include "sim/normal.hpp"
#include "sim/variates.hpp"
#include "verify/game/game.hpp"

namespace warner::results::experiments {
namespace {

struct RarelyTold {
  double epsilon, speaks;

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"answer", mechanisms::Column::Kind::category}};
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{epsilon}; }
  void release(mechanisms::Dataset const& dataset, sim::Stream& stream, mechanisms::Batch out) const {
    auto const lie = 1 / (1 + std::exp(epsilon));
    auto const answers = out.column(0);
    std::vector<double> silent(answers.size());
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(dataset[0] == 1 ? 1 - lie : lie), answers);
    sim::fill_bernoulli(stream, sim::bernoulli_threshold(1 - speaks), silent);
    for (std::size_t i = 0; i < silent.size(); ++i) answers[i] = silent[i] == 1 ? 2 : answers[i];
  }
};

}  // namespace

mechanisms::Pair const neighbours{{0}, {1}, mechanisms::Relation::substitute, {}};
mechanisms::Pair const nothing_to_see{{0}, {0}, mechanisms::Relation::substitute, {}};
verify::Strategy const guess{verify::Bins{{}, {0.5}, {1, -1}}, 1, -1};
verify::Strategy const one_side{verify::Bins{{}, {0}, {1, 0}}, 1, -std::numeric_limits<double>::infinity(), 7};
verify::Strategy const if_it_speaks{verify::Bins{{}, {0.5, 1.5}, {1, -1, 0}}, 1, -1};
verify::Strategy const far_out{verify::Bins{{}, {-0.5, 1.5}, {1, 0, -1}}, 1, -1};

mechanisms::AnyMechanism response(double epsilon) { return mechanism("randomised-response", {{"epsilon", epsilon}}); }
mechanisms::AnyMechanism laplace(double epsilon) { return mechanism("laplace", {{"epsilon", epsilon}}); }
mechanisms::AnyMechanism gaussian(double sigma) { return mechanism("gaussian", {{"sigma", sigma}}); }

mechanisms::AnyMechanism rarely_told(double epsilon, double speaks) { return RarelyTold{epsilon, speaks}; }

double phi(double x) { return sim::normal_cdf(x); }
double share_right(double epsilon) { return 1 / (1 + std::exp(-epsilon)); }

sim::Tally game(mechanisms::AnyMechanism const& mechanism, verify::Strategy const& strategy, std::uint64_t trials,
                sim::Stream& stream) {
  return verify::play(mechanism, neighbours, strategy,
                      {.seed = stream.word(), .range = {0, trials}, .execution = {1, nullptr, nullptr}})
      .tally;
}

Procedure checked(std::string name, std::string setting, mechanisms::AnyMechanism mechanism, mechanisms::Pair pair,
                  verify::CheckOptions options, std::atomic<bool> const* interrupted) {
  options.level = audit_level;
  options.execution = {1, nullptr, interrupted};
  return {std::move(name), std::move(setting), options.budget, audit_level, {}, [=](sim::Stream& stream) {
            auto mine = options;
            mine.seed = stream.word();
            return verify::check(mechanism, pair, mine).end == verify::Check::End::refuted;
          }};
}

}  // namespace warner::results::experiments
