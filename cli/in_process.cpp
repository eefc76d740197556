#include "cli/in_process.hpp"

#include <fmt/format.h>

#include "cli/question.hpp"
#include "mechanisms/catalogue/registry.hpp"
#include "mechanisms/external/arms.hpp"
#include "sim/require.hpp"

namespace warner::cli {

results::Question question_in(std::vector<std::string> const& words, InProcess const& caller) {
  CommandLine line{"", "warner"};
  auto measure = line.program().add_subcommand("measure", "");
  auto check = line.program().add_subcommand("check", "");
  auto const of_measure = add_question(measure), of_check = add_question(check);
  measure.add_option("mechanism", of_measure->mechanism, "");
  measure.add_option("--search-budget", of_measure->search_budget, "");
  check.add_option("mechanism", of_check->mechanism, "");
  line.read(words);
  auto const& options = check.parsed() ? of_check : of_measure;
  options->external.callable = caller.callable;
  options->interrupted = caller.interrupted;
  require(!options->mechanism.empty() || options->external.is_asked_for(), "mechanism: none was named");
  auto question = question_from(*options);
  question.options.execution.on_progress = caller.on_progress;
  question.options.execution.in_order = caller.callable.has_value();
  question.options.execution.busy_elsewhere = caller.busy_elsewhere;
  question.on_look = caller.on_look;
  return question;
}

results::Record answer_in(std::vector<std::string> const& words, InProcess const& caller) {
  auto const question = question_in(words, caller);
  return words.front() == "check" ? results::check(question) : results::audit(question);
}

verify::MeasuredCurve curve_in(std::vector<std::string> const& words, std::size_t points, InProcess const& caller) {
  auto const question = question_in(words, caller);
  require(!question.sought && !question.search_pairs, "pair: a curve is of one pair (give d and d_prime, or pair)");
  auto const& asked = question.options;
  verify::CurveOptions options{.level = asked.level,
                               .budget = asked.budget,
                               .points = points,
                               .seed = asked.seed,
                               .generator = asked.generator,
                               .white_box = asked.white_box,
                               .execution = asked.execution};
  if (question.outside) {
    auto curve = verify::measure_curve(question.outside->instance.mechanism, mechanisms::external::arms(), options);
    if (question.outside->finish) question.outside->finish();
    return curve;
  }
  auto const instance = mechanisms::make(mechanisms::find(question.mechanism), question.values);
  return verify::measure_curve(instance.mechanism, question.pair.value_or(instance.pairs.front()), options);
}

}  // namespace warner::cli
