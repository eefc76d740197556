#include <cmath>
#include <cstdint>
#include <string>
#include <vector>

#include "mechanisms/external/arms.hpp"
#include "results/audit/audit.hpp"
#include "tests/support/catch.hpp"

using namespace warner;
using namespace warner::results;
using mechanisms::Dataset;
using mechanisms::Pair;
using mechanisms::external::ExternalMechanism;
using mechanisms::external::Sought;

namespace {

/// Says 1 with a probability that each dataset has of its own, and 0 otherwise.
struct Coins {
  std::vector<double> probabilities;

  std::vector<mechanisms::Column> columns(Dataset const&) const { return {{"y", mechanisms::Column::Kind::flag}}; }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{1}; }
  void release(Dataset const& arm, sim::Stream& stream, mechanisms::Batch out) const {
    auto const p = probabilities.at(mechanisms::external::arm_of(arm));
    for (std::size_t i = 0; i < out.releases(); ++i)
      out(i, 0) = static_cast<double>(stream.word() >> 11) * 0x1p-53 < p ? 1.0 : 0.0;
  }
};

/// The probabilities of randomised response at an epsilon.
double yes(double epsilon) { return 1 / (1 + std::exp(-epsilon)); }
double no(double epsilon) { return 1 - yes(epsilon); }

ExternalMechanism outside(std::vector<double> const& probabilities) {
  return {.name = "coins", .kind = "exec", .instance = {Coins{probabilities}, {mechanisms::external::arms()}}};
}

/// Dataset 0 against each other one.
Question question_among(std::vector<double> const& probabilities, std::uint64_t budget, std::uint64_t seed) {
  std::vector<Pair> pairs;
  for (std::size_t k = 1; k < probabilities.size(); ++k)
    pairs.push_back({{0}, {static_cast<double>(k)}, mechanisms::Relation::add_remove, std::to_string(k)});
  Question question;
  question.claim = mechanisms::PureDp{1};
  question.options.budget = budget;
  question.options.seed = seed;
  question.options.execution.threads = 1;
  question.sought =
      Sought{.name = "coins",
             .pairs = pairs,
             .all =
                 [=] {
                   return Sought::All{outside(probabilities), pairs};
                 },
             .one =
                 [=](Pair const& pair) {
                   return Sought::One{
                       outside({probabilities[0], probabilities.at(static_cast<std::size_t>(pair.d_prime.front()))}),
                       {{}, {}, pair.relation, pair.label}};
                 }};
  return question;
}

}  // namespace

TEST_CASE("of several pairs the most promising is audited, within the budget", "[results]") {
  for (auto const auditor : {audit, check}) {
    auto const record = auditor(question_among({yes(1), yes(1), no(0.5), no(3), yes(0.5), no(1)}, 40'000, 1));
    CHECK(record.pair.label == "3");
    CHECK(record.pair.relation == mechanisms::Relation::add_remove);
    CHECK(record.refuted());
    CHECK(record.external->sought_among == 5);
    auto const certifying = record.sequential ? record.sequential->budget : record.measurement.certify_trials;
    CHECK(record.measurement.search_trials + certifying == 40'000);
    CHECK(record.measurement.search_trials >= 10'000);
  }
}

/// Twenty pairs, all of them tight at the claim. At level 0.05, 155 alarms or more in 2,000 audits have probability
/// below 1e-7. Trials that chose the pair and certified it, too, would alarm in most audits.
TEST_CASE("the choice among pairs costs no level", "[results][statistical]") {
  std::vector<double> probabilities(21, no(1));
  probabilities[0] = yes(1);
  constexpr int audits = 2000;
  int alarms = 0;
  for (int i = 0; i < audits; ++i) alarms += audit(question_among(probabilities, 2'000, 1000 + i)).refuted();
  INFO(alarms << " alarms in " << audits);
  CHECK(alarms < 155);
  CHECK(alarms > 20);  // it is a bound that is not far off
}
