#include "bench/sim/against.hpp"

#include <fstream>
#include <stdexcept>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/sim/quartiles.hpp"
#include "bench/sim/rank_test.hpp"

namespace warner::bench {
namespace {

constexpr double level = 0.01;

struct Pairing {
  Turns const& before;
  Contestant const& now;
};

}  // namespace

std::vector<Turns> earlier_turns(std::filesystem::path const& file) {
  std::ifstream stream{file};
  if (!stream) throw std::invalid_argument{fmt::format("--against: {} can not be read", file.string())};
  std::vector<Turns> all;
  try {
    auto const document = nlohmann::json::parse(stream);
    if (document.at("schema") != "warner/noise-throughput/2") throw std::invalid_argument{"another schema"};
    for (auto const& turns : document.at("turns")) {
      all.push_back({turns.at("workload"), turns.at("way"), turns.at("ns_per_sample").get<std::vector<double>>()});
      if (all.back().nanoseconds.empty()) throw std::invalid_argument{"a way without turns"};
    }
  } catch (std::exception const& error) {
    throw std::invalid_argument{
        fmt::format("--against: {} was not written by `warner bench --json` ({})", file.string(), error.what())};
  }
  return all;
}

std::string against(std::vector<Turns> const& earlier, std::vector<Contestant> const& contestants) {
  std::vector<Pairing> pairings;
  for (auto const& now : contestants)
    for (auto const& before : earlier)
      if (before.workload == now.workload && before.way == now.name) pairings.push_back({before, now});
  if (pairings.empty()) return "\n--against: no workload was measured in the same way then and now\n";
  auto const each = level / static_cast<double>(pairings.size());
  auto text = fmt::format("\nMann-Whitney U tests of the turns of then and now, level {:g} for all {} together\n\n",
                          level, pairings.size());
  text += fmt::format("{:<30} {:<11}{:>12}{:>12}{:>10}{:>12}   {}\n", "workload", "way", "before, ns", "now, ns",
                      "change", "p-value", "verdict");
  for (auto const& [before, now] : pairings) {
    auto const was = quartiles_of(before.nanoseconds).median, is = quartiles_of(now.nanoseconds).median;
    auto const p = rank_test(before.nanoseconds, now.nanoseconds);
    text += fmt::format("{:<30} {:<11}{:>12.4f}{:>12.4f}{:>9.1f}%{:>12.2g}   {}\n", now.workload, now.name, was, is,
                        100 * (is / was - 1), p,
                        p > each   ? "no difference"
                        : is < was ? "faster"
                                   : "slower");
  }
  return text +
         "\nWhere the baselines moved too, the machine did: two runs differ by more than the rounds of one do.\n";
}

}  // namespace warner::bench
