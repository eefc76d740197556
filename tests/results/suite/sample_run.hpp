#pragma once

#include <string>

#include "results/audit/audit.hpp"
#include "results/suite/run.hpp"

namespace warner::tests {

/// A check that refutes half the noise within a few hundred trials.
inline results::Record refutation(std::optional<mechanisms::Guarantee> claim = {}, double level = 1e-6) {
  results::Question question{.mechanism = "broken/laplace-half-scale", .claim = std::move(claim)};
  question.options.level = level;
  question.options.budget = 20'000;
  return results::check(question);
}

/// One that refutes nothing: the same law with all of its noise.
inline results::Record no_refutation() {
  results::Question question{.mechanism = "laplace"};
  question.options.level = 1e-6;
  question.options.budget = 4'000;
  return results::check(question);
}

inline results::Outcome outcome_of(std::string const& name, results::Verdict verdict, std::size_t line) {
  return {.name = name,
          .group = "counts",
          .tags = {"fast"},
          .place = {"privacy.toml", line, 1},
          .mechanism = "laplace",
          .claim = "epsilon = 1",
          .verdict = verdict,
          .level = 2.5e-7,
          .power = 0.99,
          .violation = 1.2,
          .planned = 18'364,
          .trials = 18'364,
          .seconds = 0.125,
          .command = "warner check laplace --claim-epsilon 1 --level 2.5e-07 --budget 18364 --seed 1"};
}

/// A run with an outcome of every verdict.
inline results::Run sample_run() {
  using results::Verdict;
  results::Run run{
      .suite = "privacy.toml", .level = 1e-6, .deselected = 2, .seconds = 1.5, .started = "2026-11-23T01:47:37Z"};
  auto passed = outcome_of("noisy count", Verdict::passed, 4);
  passed.record = no_refutation();
  auto failed = outcome_of("half the noise", Verdict::failed, 9);
  failed.mechanism = "broken/laplace-half-scale";
  failed.record = refutation();
  failed.trials = failed.record->measurement.tally.trials();
  failed.regression = "privacy.regressions/half-the-noise.json";
  failed.smaller = "warner shrink privacy.regressions/half-the-noise.json";
  auto slow = outcome_of("slow one", Verdict::inconclusive, 14);
  slow.group = "";
  slow.trials = 512;
  slow.more_seconds = 12;
  slow.record = no_refutation();
  auto broken = outcome_of("crashes", Verdict::error, 19);
  broken.mechanism = "python3 counts.py";
  broken.problem = "python3 counts.py: exited with status 3 (its last words: ValueError: no data)";
  broken.trials = 0;
  auto twin = outcome_of("twin", Verdict::passed, 24);
  twin.leaks = true;
  twin.record = refutation();
  auto lost = outcome_of("lost leak", Verdict::failed, 29);
  lost.leaks = true;
  lost.record = no_refutation();
  run.outcomes = {passed, failed, slow, broken, twin, lost};
  return run;
}

/// What names and messages may hold, and formats must not trip over.
inline std::string nasty() {
  return std::string{"quotes \" ' ` and <b>&amp; ]]> --> ::error::x ## | a%0Ab, c: d\\ \n\r\t\x1B[31m \x01"} +
         std::string{"\0", 1} +
         "\xF0\x9F\x94\x92 caf\xC3\xA9 \xC0\xAF \xED\xA0\x80 \xEF\xBF\xBF \xE2\x80\xAE ```` $(rm) {{x}}";
}

inline results::Run nasty_run() {
  auto run = sample_run();
  run.suite = nasty();
  for (auto& outcome : run.outcomes) {
    for (auto* text : {&outcome.name, &outcome.mechanism, &outcome.claim, &outcome.command, &outcome.place.file})
      *text += nasty();
    for (auto* text : {&outcome.group, &outcome.problem, &outcome.regression, &outcome.smaller})
      if (!text->empty()) *text += nasty();
    outcome.tags.push_back(nasty());
    outcome.notes.push_back(nasty());
    if (outcome.record) outcome.record->mechanism += nasty(), outcome.record->parameters.front().first += nasty();
  }
  return run;
}

/// So many outcomes, one in four of which passed.
inline results::Run long_run(std::size_t outcomes) {
  auto run = sample_run();
  auto const kinds = run.outcomes;
  run.outcomes.clear();
  for (std::size_t i = 0; i < outcomes; ++i) {
    run.outcomes.push_back(kinds[i % 4]);
    run.outcomes.back().name += " " + std::to_string(i);
    run.outcomes.back().place.line = i + 1;
    run.outcomes.back().notes.emplace_back(500, 'n');
  }
  return run;
}

}  // namespace warner::tests
