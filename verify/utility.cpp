#include "verify/utility.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "sim/require.hpp"
#include "verify/utility_account.hpp"

namespace warner::verify {
namespace {

using Kind = UtilityClaim::Kind;

constexpr std::uint64_t first_look = 64, most_a_look = std::uint64_t{1} << 20, most_budget = 100'000'000,
                        fewest_learned = 32, most_learned = 1000;

std::uint64_t next_look(std::uint64_t seen, std::uint64_t budget) {
  auto many = std::clamp(seen / 4, first_look, most_a_look);
  if (many > sim::block_size) many -= many % sim::block_size;
  return std::min(many, budget - seen);
}

bool speaks_of_answers(Kind kind) { return kind != Kind::coverage; }

void validate(UtilityClaim const& claim, UtilityOptions const& options) {
  auto const all = [&](Kind kind) {
    return std::ranges::any_of(options.claims, [kind](auto const& other) { return other.kind == kind; });
  };
  auto const share = [&](char const* what) {
    require(claim.share > 0 && claim.share < 1,
            fmt::format("{}: {} is not in (0, 1) (the share that is promised, say 0.95)", what, claim.share));
  };
  require(!speaks_of_answers(claim.kind) || !options.answers.empty(),
          "answers: the releases have none, but an interval (a claim about errors needs a column that answers)");
  require(std::isfinite(claim.at), "claims: a size of errors is not finite");
  auto const can_be_squared = [&](char const* what) {
    require(claim.at >= 1e-150 && claim.at <= 1e150,
            fmt::format("{}: {} is not in [1e-150, 1e150], where squares can be told (answers in another unit can be)",
                        what, claim.at));
  };
  switch (claim.kind) {
    case Kind::rmse:
      require(claim.at > 0, fmt::format("rmse: {} is not positive", claim.at)), can_be_squared("rmse");
      break;
    case Kind::bias:
      require(claim.at >= 0, fmt::format("bias: {} is negative (what |mean error| is at most)", claim.at));
      require(
          all(Kind::rmse) || all(Kind::largest),
          "bias: nothing bounds the mean of errors of any size (claim --rmse, or say --largest, the largest that an "
          "error can be; --median needs neither)");
      require(
          options.answers.size() <= most_biases,
          fmt::format("bias: {} answers are more than {} (--answers picks some)", options.answers.size(), most_biases));
      break;
    case Kind::median: require(claim.at >= 0, fmt::format("median: {} is negative", claim.at)); break;
    case Kind::quantile:
      require(claim.at >= 0, fmt::format("quantile: {} is negative (errors have a size)", claim.at));
      share("quantile");
      break;
    case Kind::coverage:
      share("coverage");
      require(options.interval.has_value(),
              "coverage: the releases have no interval (--interval LOW,HIGH names two columns)");
      break;
    case Kind::largest:
      require(claim.at > 0, fmt::format("largest: {} is not positive", claim.at)), can_be_squared("largest");
      break;
  }
}

}  // namespace

void require_answerable(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                        UtilityOptions const& options) {
  require(options.budget >= 1 && options.budget <= most_budget,
          fmt::format("budget: {} releases are not in [1, {}]", options.budget, most_budget));
  require(options.level > 0 && options.level < 1, fmt::format("level: {} is not in (0, 1)", options.level));
  auto const width = mechanism.columns(dataset).size();
  auto const there = [&](AnswerColumn const& answer) {
    auto const fits = std::ranges::all_of(answer.where, [width](auto const& where) { return where.first < width; });
    require(answer.column < width && fits, fmt::format("answers: there is no column {} of {}", answer.column, width));
  };
  std::ranges::for_each(options.answers, there);
  if (options.interval) there(options.interval->first), there(options.interval->second);
  require(!options.answers.empty() || options.interval, "answers: there are none, and no interval");
  auto const truths = std::max<std::size_t>(1, options.answers.size());
  require(options.truth.size() == truths,
          fmt::format("truth: has {} numbers (the releases have {} answers)", options.truth.size(), truths));
  for (auto const truth : options.truth)
    require(std::isfinite(truth), fmt::format("truth: {} is not finite (an error needs a truth)", truth));
  require(!options.interval || options.truth.size() == 1,
          "interval: holds one truth (--answers picks the answer that it goes with)");
  for (auto const& claim : options.claims) validate(claim, options);
}

bool Utility::refuted() const { return std::ranges::any_of(claims, &TestedUtility::refuted); }

std::uint64_t learned_from(std::uint64_t budget) { return std::clamp(budget / 100, fewest_learned, most_learned); }

Utility measure_utility(mechanisms::AnyMechanism const& mechanism, mechanisms::Dataset const& dataset,
                        UtilityOptions const& options) {
  require_answerable(mechanism, dataset, options);
  auto const learned =
      ErrorReader{mechanism, dataset, options, sim::Purpose::search}.read(0, learned_from(options.budget));
  UtilityAccount account{options, learned};
  ErrorReader const reader{mechanism, dataset, options, sim::Purpose::certify};
  auto quiet = options.execution;
  quiet.on_progress = nullptr;
  std::uint64_t first = 0;
  auto interrupted = false;
  while (account.releases() < options.budget && !account.all_refuted() && !interrupted) {
    auto const many = next_look(account.releases(), options.budget);
    sim::Replicates const range{first, first + many};
    std::vector<UtilityAccount::Part> parts(range.blocks());
    try {
      sim::for_each_block(
          range,
          [&](std::uint64_t i, std::uint64_t block, std::uint64_t n) {
            parts[i] = account.part_of(reader.read(block, n), n);
          },
          quiet);
    } catch (sim::Interrupted const&) {  // what this look had drawn is dropped, unseen
      interrupted = true;
      break;
    }
    for (auto const& part : parts) account.add(part);
    account.look();
    first += range.blocks() * sim::block_size;
    if (options.execution.on_progress) options.execution.on_progress(account.releases(), options.budget);
  }
  auto result = account.conclude();
  result.learned_from = learned_from(options.budget);
  result.end = account.all_refuted() ? Utility::End::refuted
               : interrupted         ? Utility::End::interrupted
                                     : Utility::End::budget_spent;
  return result;
}

}  // namespace warner::verify
