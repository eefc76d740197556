#include <algorithm>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>

#include "bench/sim/against.hpp"
#include "bench/sim/noise.hpp"
#include "bench/sim/rows.hpp"
#include "bench/verify/audits.hpp"
#include "bench/verify/searches.hpp"
#include "bench/verify/trials.hpp"

// How many times faster than the standard library, Boost and numpy noise is drawn, measured so that the answer can be
// quoted: the ratio is the median of the ratios of the rounds. `warner bench` runs this program, which holds the
// anchors.
//
//     noise_throughput [--quick] [--rounds 21] [--milliseconds 5] [--json] [--against FILE] [workloads..]
//
// WARNER_ISA=avx2 forces an instruction set. A workload is named in full, or several by a part of their names.
namespace warner::bench {
namespace {

struct Options {
  Conditions conditions;
  std::vector<std::string> only;
  std::string against;
  bool json = false;
};

Options options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string const name = argv[i];
    auto const value = [&] {
      if (++i == argc) throw std::invalid_argument{name + ": a value is missing"};
      return std::string{argv[i]};
    };
    auto const positive = [&] {
      auto const text = value();
      char* end = nullptr;
      auto const number = std::strtod(text.c_str(), &end);
      if (*end != '\0' || !(number > 0) || number > 1e4)
        throw std::invalid_argument{fmt::format("{}: '{}' is no number between 0 and 10000", name, text)};
      return number;
    };
    if (name == "--json") options.json = true;
    else if (name == "--quick") options.conditions.rounds = 9, options.conditions.milliseconds = 1;
    else if (name == "--rounds") options.conditions.rounds = std::max(1, static_cast<int>(positive()));
    else if (name == "--milliseconds") options.conditions.milliseconds = positive();
    else if (name == "--against") options.against = value();
    else if (name.starts_with("-"))
      throw std::invalid_argument{name + ": unknown (--quick, --rounds, --milliseconds, --json, --against)"};
    else options.only.push_back(name);
  }
  if (options.json && !options.against.empty())
    throw std::invalid_argument{"--against: compares in words, so it does not go with --json"};
  return options;
}

void add(std::vector<Contestant>& all, std::vector<Contestant> more) {
  std::ranges::move(more, std::back_inserter(all));
}

/// Those named in full and, where a word is no name in full, those that have it in their names.
std::vector<Contestant> chosen(std::vector<Contestant> all, std::vector<std::string> const& words) {
  if (words.empty()) return all;
  auto const is_named = [&](std::string const& word, Contestant const& c) {
    auto const in_full = std::ranges::find(all, word, &Contestant::workload) != all.end();
    return in_full ? c.workload == word : c.workload.find(word) != std::string::npos;
  };
  std::vector<Contestant> named;
  for (auto const& c : all)
    if (std::ranges::any_of(words, [&](auto const& word) { return is_named(word, c); })) named.push_back(c);
  for (auto const& word : words)
    if (std::ranges::none_of(all, [&](auto const& c) { return is_named(word, c); })) {
      std::string names;
      for (auto const& c : all)
        if (c.name == "ours") names += (names.empty() ? "" : "; ") + c.workload;
      throw std::invalid_argument{fmt::format("workload: '{}' is part of no name ({})", word, names)};
    }
  return named;
}

}  // namespace
}  // namespace warner::bench

int main(int argc, char** argv) try {
  using namespace warner::bench;
  auto options = options_of(argc, argv);
  auto const earlier = options.against.empty() ? std::vector<Turns>{} : earlier_turns(options.against);
  pin_to_this_core();
  auto const numpy = std::make_shared<Numpy>();  // on the same core
  options.conditions.numpy = numpy->version();
  std::vector<Contestant> all = noise_contestants(numpy);
  add(all, machine_contestants());
  add(all, audit_contestants());
  add(all, trial_contestants());
  add(all, search_contestants());
  auto contestants = chosen(std::move(all), options.only);
  compete(contestants, options.conditions.rounds, options.conditions.milliseconds);
  auto const rows = rows_of(contestants);
  auto const text = options.json ? json_of(rows, contestants, options.conditions) : table_of(rows, options.conditions);
  std::fputs(text.c_str(), stdout);
  if (!options.against.empty()) std::fputs(against(earlier, contestants).c_str(), stdout);
  if (std::fflush(stdout) != 0 || std::ferror(stdout)) {
    std::fputs("warner: standard output could not be written\n", stderr);
    return 5;
  }
  return 0;
} catch (std::invalid_argument const& problem) {
  std::fprintf(stderr, "warner: %s\n", problem.what());
  return 2;
} catch (std::exception const& problem) {
  std::fprintf(stderr, "warner: internal error: %s\n", problem.what());
  return 5;
}
