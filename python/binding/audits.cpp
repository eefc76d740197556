#include <array>
#include <optional>
#include <sstream>
#include <utility>

#include <nanobind/stl/array.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/pair.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "cli/audit_text.hpp"
#include "cli/in_process.hpp"
#include "python/binding/callable.hpp"
#include "python/binding/long_work.hpp"
#include "python/binding/parts.hpp"
#include "python/binding/spoken.hpp"
#include "results/audit/conclusions.hpp"
#include "results/audit/contradictions.hpp"
#include "results/audit/file.hpp"

namespace warner::python {
namespace {

namespace nb = nanobind;

/// Whether the function is asked in the caller's thread while what it said is looked at in another.
bool asks_ahead(nb::object const& function) {
  return !function.is_none() && nb::cast<bool>(function.attr("asks_ahead"));
}

/// What the work may tell the caller.
cli::InProcess in_process(nb::object const& function, LongWork& work) {
  return {callable_of(function, work),
          &work.interrupted(),
          [&work](std::uint64_t done, std::uint64_t all) { work.note_progress(done, all); },
          {},
          [&work] { return work.busy(); }};
}

std::string answer(std::vector<std::string> const& words, nb::object const& function, nb::object const& progress,
                   nb::object const& on_look) {
  LongWork work{progress, asks_ahead(function)};
  auto caller = in_process(function, work);
  if (!on_look.is_none())
    caller.on_look = [&](verify::Check const& so_far) {
      work.call([&] {
        on_look(so_far.trials(), so_far.epsilon_lower_bound, so_far.log_wealth,
                so_far.end == verify::Check::End::refuted);
      });
    };
  std::string record;
  work.run([&] { record = results::to_json(cli::answer_in(words, caller)); });
  return record;
}

/// Of each threshold, by falling ones: threshold, least and largest type I error, least and largest type II error; and
/// the trials of each dataset.
std::pair<std::vector<std::array<double, 7>>, std::uint64_t> measured_curve(std::vector<std::string> const& words,
                                                                            std::size_t points,
                                                                            nb::object const& function,
                                                                            nb::object const& progress) {
  LongWork work{progress, asks_ahead(function)};
  auto const caller = in_process(function, work);
  verify::MeasuredCurve curve;
  work.run([&] { curve = cli::curve_in(words, points, caller); });
  std::vector<std::array<double, 7>> rows;
  auto const n = static_cast<double>(curve.trials);
  for (auto const& point : curve.points)
    rows.push_back({point.threshold, static_cast<double>(point.reached_d_prime) / n, point.q_lower, point.q_upper,
                    1 - static_cast<double>(point.reached_d) / n, 1 - point.p_upper, 1 - point.p_lower});
  return {rows, curve.trials};
}

/// A record as people read it.
std::string in_words(std::string const& text) {
  std::ostringstream out;
  cli::print(results::record_from_json(text), out);
  return out.str();
}

/// An object of Python's as JSON, as its releases and data are said.
nb::str spoken(nb::handle object, nb::handle simplified) {
  std::string text;
  speak(object, simplified, text);
  return nb::str{text.c_str(), text.size()};
}

sim::Execution execution_of(int threads, cli::InProcess const& caller) {
  return {.threads = threads,
          .on_progress = caller.on_progress,
          .interrupted = caller.interrupted,
          .in_order = caller.callable.has_value(),
          .busy_elsewhere = caller.busy_elsewhere};
}

cli::ExternalOptions options_of(cli::InProcess const& caller) {
  cli::ExternalOptions options;
  options.callable = caller.callable;
  return options;
}

std::pair<bool, std::vector<std::string>> replay(std::string const& text, nb::object const& function, int threads,
                                                 nb::object const& progress) {
  auto const record = results::record_from_json(text);
  LongWork work{progress, asks_ahead(function)};
  auto const caller = in_process(function, work);
  std::pair<bool, std::vector<std::string>> replayed;
  work.run([&] {
    auto const execution = execution_of(threads, caller);
    auto const again =
        record.external ? results::replay(record, cli::outside_of(record, "", options_of(caller), execution), execution)
                        : results::replay(record, execution);
    replayed = {again.same(), results::contradictions(text, again.follows)};
  });
  return replayed;
}

std::string play_fresh(std::string const& text, nb::object const& function, std::uint64_t trials, double level,
                       std::optional<std::uint64_t> seed, int threads, nb::object const& progress) {
  auto const record = results::record_from_json(text);
  LongWork work{progress, asks_ahead(function)};
  auto const caller = in_process(function, work);
  results::Fresh const fresh{trials, level, seed.value_or(results::unseen_seed(record))};
  std::string played;
  work.run([&] {
    auto const execution = execution_of(threads, caller);
    played = results::to_json(
        record.external ? results::play_fresh(record, cli::outside_of(record, "", options_of(caller), execution, true),
                                              fresh, execution)
                        : results::play_fresh(record, fresh, execution));
  });
  return played;
}

/// The integers of a game: right, wrong, abstained, odds of the coin, trials under D, right under D, right under D'.
using Counts = std::array<std::uint64_t, 7>;
Counts counts_of(verify::Game const& game) {
  auto const& tally = game.tally;
  return {tally.right, tally.wrong, tally.abstained, tally.coin_odds, game.trials_d, game.right_d, game.right_d_prime};
}
verify::Game game_of(Counts const& counts) {
  return {{counts[0], counts[1], counts[2], counts[3]}, counts[4], counts[5], counts[6]};
}

Counts play_part(std::string const& text, nb::object const& function, std::uint64_t seed, std::uint64_t first,
                 std::uint64_t last, int threads, nb::object const& progress) {
  auto const record = results::record_from_json(text);
  LongWork work{progress, asks_ahead(function)};
  auto const caller = in_process(function, work);
  Counts counts{};
  work.run([&] {
    auto const execution = execution_of(threads, caller);
    counts = counts_of(
        record.external ? results::play_part(record, cli::outside_of(record, "", options_of(caller), execution, true),
                                             seed, {first, last}, execution)
                        : results::play_part(record, seed, {first, last}, execution));
  });
  return counts;
}

Counts added(std::vector<Counts> const& parts) {
  verify::Game sum{};
  for (auto const& part : parts) sum += game_of(part);
  return counts_of(sum);
}

std::string conclude_parts(std::string const& text, nb::object const& function, Counts const& all, std::uint64_t trials,
                           double level, std::uint64_t seed) {
  auto const record = results::record_from_json(text);
  LongWork work{nb::none(), asks_ahead(function)};
  auto const caller = in_process(function, work);
  results::Fresh const fresh{trials, level, seed};
  std::string concluded;
  work.run([&] {
    auto const execution = execution_of(1, caller);
    concluded =
        results::to_json(record.external ? results::conclude_parts(
                                               record, cli::outside_of(record, "", options_of(caller), execution, true),
                                               game_of(all), fresh)
                                         : results::conclude_parts(record, game_of(all), fresh));
  });
  return concluded;
}

}  // namespace

void add_audits(nb::module_& module) {
  using namespace nb::literals;
  module.def("answer", answer, "words"_a, "function"_a.none(), "progress"_a.none(), "on_look"_a.none(),
             "Asks a question in the words of the command line; returns the record as JSON.");
  module.def("measured_curve", measured_curve, "words"_a, "points"_a, "function"_a.none(), "progress"_a.none(),
             "Measures a trade-off curve: rows of threshold, type I error with its bounds, type II error with its "
             "bounds; and the trials of each dataset.");
  module.def("in_words", in_words, "record"_a, "A record as people read it.");
  module.def("spoken", spoken, "object"_a.none(), "simplified"_a, "An object as JSON, on one line.");
  module.def("replay", replay, "record"_a, "function"_a.none(), "threads"_a, "progress"_a.none(),
             "Whether a record's tally comes out the same, and what in it does not follow.");
  module.def("play_fresh", play_fresh, "record"_a, "function"_a.none(), "trials"_a, "level"_a, "seed"_a.none(),
             "threads"_a, "progress"_a.none(), "Plays a record's frozen strategy on fresh releases.");
  module.def("play_part", play_part, "record"_a, "function"_a.none(), "seed"_a, "first"_a, "last"_a, "threads"_a,
             "progress"_a.none(), "Plays one range of the trials of that, and returns its counts.");
  module.def(
      "fingerprint_of_play",
      [](std::string const& text) { return results::fingerprint_of_play(results::record_from_json(text)); }, "record"_a,
      "Of mechanism, pair and strategy: parts of other ones do not add.");
  module.def("added", added, "parts"_a, "The counts of all parts together.");
  module.def("conclude_parts", conclude_parts, "record"_a, "function"_a.none(), "counts"_a, "trials"_a, "level"_a,
             "seed"_a, "What follows from all parts, as play_fresh says it.");
}

}  // namespace warner::python
