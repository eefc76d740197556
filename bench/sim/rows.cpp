#include "bench/sim/rows.hpp"

#include <algorithm>
#include <cstdlib>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "bench/sim/workloads.hpp"
#include "sim/instruction_set.hpp"

namespace warner::bench {
namespace {

using Json = nlohmann::ordered_json;

#if defined(__clang__)
constexpr auto compiler = "Clang " __clang_version__;
#else
constexpr auto compiler = "GCC " __VERSION__;
#endif

/// How many processes wanted to run, on average over the last minute: a measurement says how quiet its machine was.
double load() {
  double average = 0;
  return getloadavg(&average, 1) == 1 ? average : -1;
}

Json json_of(Quartiles const& q) { return {q.lower, q.upper}; }

}  // namespace

std::vector<Row> rows_of(std::vector<Contestant> const& contestants) {
  std::vector<Row> rows;
  for (auto const& theirs : contestants) {
    if (theirs.name == "ours") continue;
    auto const ours = std::ranges::find_if(
        contestants, [&](auto const& c) { return c.workload == theirs.workload && c.name == "ours"; });
    std::vector<double> ratios;
    for (std::size_t i = 0; i < theirs.nanoseconds.size(); ++i)
      ratios.push_back(theirs.nanoseconds[i] / ours->nanoseconds[i]);
    rows.push_back({theirs.workload, theirs.name, quartiles_of(ratios),
                    *std::ranges::min_element(theirs.nanoseconds) / *std::ranges::min_element(ours->nanoseconds),
                    quartiles_of(ours->nanoseconds), quartiles_of(theirs.nanoseconds), theirs.goal});
  }
  return rows;
}

std::string table_of(std::vector<Row> const& rows, Conditions const& conditions) {
  auto text = fmt::format(
      "{}, {}, load {:.1f}\n"
      "ours: {}, {}, generator ars unless said; anchors: {}, mt19937_64{}\n"
      "{} rounds of {:g} ms in random order on one pinned core, processor time; buffers of {} doubles (numpy "
      "32768)\n\n",
      processor(), compiler, load(), sim::active_instruction_set(), WARNER_FLAGS, WARNER_ANCHOR_FLAGS,
      conditions.numpy.empty() ? "; no numpy" : "; numpy " + conditions.numpy + " PCG64", conditions.rounds,
      conditions.milliseconds, buffer_size);
  text += fmt::format("{:<30} {:<11}{:>8} {:>16}{:>15}{:>10}{:>9}{:>8}\n", "workload", "baseline", "ratio", "quartiles",
                      "ns_per_sample", "theirs", "M/s", "goal");
  for (auto const& row : rows)
    text += fmt::format("{:<30} {:<11}{:>7.2f}x {:>16}{:>15.4f}{:>10.4f}{:>9.0f}{:>8}\n", row.workload, row.baseline,
                        row.ratio.median, fmt::format("{:.2f} .. {:.2f}", row.ratio.lower, row.ratio.upper),
                        row.ours.median, row.theirs.median, 1e3 / row.ours.median,
                        row.goal > 0 ? fmt::format("{:g}x", row.goal) : "");
  return text;
}

std::string json_of(std::vector<Row> const& rows, std::vector<Contestant> const& contestants,
                    Conditions const& conditions) {
  Json document{{"schema", "warner/noise-throughput/2"},
                {"cpu", processor()},
                {"compiler", compiler},
                {"flags", WARNER_FLAGS},
                {"anchor_flags", WARNER_ANCHOR_FLAGS},
                {"instruction_set", sim::active_instruction_set()},
                {"generator", "ars, unless the workload names another"},
                {"anchor_generator", "mt19937_64"},
                {"numpy", conditions.numpy},
                {"load", load()},
                {"rounds", conditions.rounds},
                {"milliseconds", conditions.milliseconds},
                {"buffer", buffer_size},
                {"rows", Json::array()},
                {"turns", Json::array()}};
  for (auto const& row : rows)
    document["rows"].push_back({{"workload", row.workload},
                                {"baseline", row.baseline},
                                {"ratio", row.ratio.median},
                                {"ratio_quartiles", json_of(row.ratio)},
                                {"ratio_of_minima", row.ratio_of_minima},
                                {"ns_per_sample", row.ours.median},
                                {"ns_per_sample_quartiles", json_of(row.ours)},
                                {"baseline_ns_per_sample", row.theirs.median},
                                {"baseline_ns_per_sample_quartiles", json_of(row.theirs)},
                                {"goal", row.goal}});
  for (auto const& contestant : contestants)
    document["turns"].push_back(
        {{"workload", contestant.workload}, {"way", contestant.name}, {"ns_per_sample", contestant.nanoseconds}});
  return document.dump(2) + "\n";
}

}  // namespace warner::bench
