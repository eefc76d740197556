#include "cli/measured.hpp"

#include <cmath>
#include <iostream>
#include <optional>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/journal.hpp"
#include "cli/number.hpp"
#include "cli/signals.hpp"
#include "results/audit/words.hpp"
#include "sim/progress.hpp"
#include "sim/require.hpp"
#include "verify/measured_curve.hpp"

namespace warner::cli {
namespace {

using Json = nlohmann::ordered_json;

struct Answer {
  verify::MeasuredCurve curve;
  std::optional<mechanisms::privacy::PairLaw> law{};
  Json document;
};

Answer measured_of(ExactOptions& options, MeasuredOptions const& measured) {
  require(!options.mechanism.empty(), "mechanism: none was named (`warner list` shows all)");
  mechanisms::ParameterValues values;
  for (auto const& [name, text] : options.parameters) values[name] = real_from("--" + name, text);
  auto const instance = mechanisms::make(mechanisms::find(options.mechanism), values);
  verify::CurveOptions asked;
  asked.budget = count_from("--budget", measured.budget);
  asked.level = level_from("--level", measured.level);
  asked.seed = seed_from("--seed", measured.seed);
  asked.white_box = measured.white_box;
  sim::ProgressBar bar{options.mechanism};
  asked.execution = {measured.threads, [&bar](std::uint64_t done, std::uint64_t all) { bar(done, all); },
                     &interruption()};
  Keeping const keeping{measured.journal};
  asked.execution.keeper = keeping.keeper();
  auto const& pair = instance.pairs.front();
  asked.name = fmt::format("{} of {} trials, seed {}", options.mechanism, asked.budget, asked.seed);
  Answer answer{verify::measure_curve(instance.mechanism, pair, asked), {}, {}};
  bar.finish();
  try {
    answer.law = mechanisms::privacy::pair_law(options.mechanism, values);
  } catch (std::invalid_argument const&) {  // nothing exact is known: measured all the same
  }
  answer.document = {{"mechanism", options.mechanism}, {"parameters", Json::object()}};
  for (auto const& [name, value] : instance.parameters) answer.document["parameters"][name] = in_json({value});
  answer.document["pair"] = {{"d", in_json(pair.d)}, {"d_prime", in_json(pair.d_prime)}};
  answer.document["level"] = answer.curve.level;
  answer.document["seed"] = asked.seed;
  answer.document["score"] = verify::name_of(answer.curve.score);
  answer.document["trials"] = {{"search", answer.curve.search_trials}, {"each_dataset", answer.curve.trials}};
  return answer;
}

/// An exact value where there is one.
Json exact_at(std::function<double(double)> const& function, double x) {
  return function ? in_json({function(x)}) : Json(nullptr);
}

/// "[0.120000, 0.130001]": six decimals, rounded outwards.
std::string share_between(double lower, double upper) {
  constexpr double millionths = 1e6;
  return fmt::format("[{:.6f}, {:.6f}]", std::floor(lower * millionths) / millionths,
                     std::ceil(upper * millionths) / millionths);
}

std::string in_words(Json const& value) {
  return value.is_number() ? fmt::format("{:.6g}", value.get<double>())
         : value.is_null() ? "open"
                           : value.get<std::string>();
}

}  // namespace

std::shared_ptr<MeasuredOptions> add_measured(Command& command) {
  auto options = std::make_shared<MeasuredOptions>();
  command.add_flag("--measure", options->measure,
                   "Measure the curve on the default pair, with a band that holds at all points together");
  command.add_option("--budget", options->budget, "Releases altogether, with --measure")
      .type_name("N")
      .capture_default_str();
  command.add_option("--level", options->level, "Probability that any bound of the band is wrong, at most")
      .type_name("X")
      .capture_default_str();
  command.add_option("--seed", options->seed, "Names every random draw").type_name("N").capture_default_str();
  command.add_option("--threads", options->threads, "0: all; the result is the same for any number")
      .capture_default_str()
      .type_name("N")
      .in_range(0, 1024);
  add_journal(command, options->journal);
  command.add_flag("--white-box", options->white_box, "Let the tests read the mechanism's density");
  return options;
}

ExitCode measured_profile(ExactOptions& options, MeasuredOptions const& measured, std::vector<std::string>& epsilons) {
  auto at = reals_from("--at-epsilon", epsilons);
  for (auto const epsilon : at)
    require(epsilon >= 0 && epsilon < 700, fmt::format("--at-epsilon: {} is not in [0, 700)", epsilon));
  if (at.empty())
    for (int i = 0; i <= 12; ++i) at.push_back(0.25 * i);
  auto [curve, law, document] = measured_of(options, measured);
  auto& points = document["profile"] = Json::array();
  auto table = fmt::format("  {:>10} | {:>12} | {:>12} | {:>12} | {:>12}\n", "at epsilon", "delta >=", "estimate",
                           "tests' <=", "exact");
  for (auto const epsilon : at) {
    auto const exact = law ? exact_at(law->delta, epsilon) : Json(nullptr);
    points.push_back({{"epsilon", epsilon},
                      {"delta_lower", curve.lower_delta(epsilon)},
                      {"delta_estimate", curve.estimated_delta(epsilon)},
                      {"delta_upper_of_tests", curve.upper_delta(epsilon)},
                      {"delta_exact", exact}});
    table += fmt::format("  {:>10g} | {:>12} | {:>12.6g} | {:>12} | {:>12}\n", epsilon,
                         results::rounded_down(curve.lower_delta(epsilon)), curve.estimated_delta(epsilon),
                         results::rounded_up(curve.upper_delta(epsilon)), in_words(exact));
  }
  if (options.json) std::cout << document.dump(2) << '\n';
  else
    std::cout << fmt::format(
        "{}\n{}  delta is at least what is certified, at all epsilons together with {} confidence ({} trials of each "
        "dataset); `tests' <=` bounds what these tests show of it, not the mechanism\n",
        options.mechanism, table, results::confidence(curve.level), curve.trials);
  return ExitCode::not_refuted;
}

ExitCode measured_tradeoff(ExactOptions& options, MeasuredOptions const& measured) {
  auto [curve, law, document] = measured_of(options, measured);
  auto& points = document["tradeoff"] = Json::array();
  auto table = fmt::format("  {:>10} {:>23} {:>10} {:>23} {:>10}\n", "type I", "", "type II", "", "exact");
  for (auto const& point : curve.points) {
    auto const n = static_cast<double>(curve.trials);
    auto const alpha = static_cast<double>(point.reached_d_prime) / n,
               beta = 1 - static_cast<double>(point.reached_d) / n;
    auto const exact = law ? exact_at(law->beta, alpha) : Json(nullptr);
    points.push_back({{"threshold", in_json({point.threshold})},
                      {"alpha", alpha},
                      {"alpha_lower", point.q_lower},
                      {"alpha_upper", point.q_upper},
                      {"beta", beta},
                      {"beta_lower", 1 - point.p_upper},
                      {"beta_upper", 1 - point.p_lower},
                      {"beta_exact", exact}});
    table += fmt::format("  {:>10.6f} {} {:>10.6f} {} {:>10}\n", alpha, share_between(point.q_lower, point.q_upper),
                         beta, share_between(1 - point.p_upper, 1 - point.p_lower), in_words(exact));
  }
  if (options.json) std::cout << document.dump(2) << '\n';
  else
    std::cout << fmt::format("{}\n{}  all intervals hold together with {} confidence ({} trials of each dataset)\n",
                             options.mechanism, table, results::confidence(curve.level), curve.trials);
  return ExitCode::not_refuted;
}

}  // namespace warner::cli
