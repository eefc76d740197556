#include <algorithm>
#include <cstdio>
#include <fstream>
#include <numeric>
#include <stdexcept>
#include <string>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include <sched.h>
#include <time.h>

#include "bench/sim/workloads.hpp"
#include "sim/instruction_set.hpp"
#include "sim/stream.hpp"

// How many times faster than the standard library and Boost noise is drawn, measured so that the answer can be quoted: on one
// pinned core, in processor time, every round runs all ways once in random order, and the ratio is the median of the ratios of
// the rounds. Machines that are busy with other things move both sides of a ratio alike.
//
//     noise_throughput [--rounds 21] [--milliseconds 5] [--only laplace] [--json]       WARNER_ISA=avx2 forces an instruction set
namespace warner::bench {
namespace {

struct Options {
  int rounds = 21;
  double milliseconds = 5;
  std::string only;
  bool json = false;
};

struct Way {
  std::size_t workload;
  std::string name;  // "ours" or a baseline's
  double goal;
  Draw draw;
  std::uint64_t calls = 1;              // a turn's: about as many as take the asked time
  std::vector<double> nanoseconds = {};  // a sample, by round
};

double now() {
  timespec time{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time);
  return 1e9 * static_cast<double>(time.tv_sec) + static_cast<double>(time.tv_nsec);
}

double nanoseconds_a_sample(Way& way, std::span<double> buffer) {
  auto const start = now();
  for (std::uint64_t i = 0; i < way.calls; ++i) way.draw(buffer);
  return (now() - start) / static_cast<double>(way.calls * buffer.size());
}

void pin_to_this_core() {
  cpu_set_t cores;
  CPU_ZERO(&cores);
  CPU_SET(static_cast<unsigned>(std::max(0, sched_getcpu())), &cores);
  sched_setaffinity(0, sizeof cores, &cores);
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  auto const n = values.size();
  return (values[(n - 1) / 2] + values[n / 2]) / 2;
}

double least(std::vector<double> const& values) { return *std::ranges::min_element(values); }

std::vector<Way> ways_of(std::vector<Workload> const& all, Options const& options) {
  std::vector<Way> ways;
  for (std::size_t i = 0; i < all.size(); ++i) {
    auto const& workload = all[i];
    if (workload.name.find(options.only) == std::string::npos) continue;
    ways.push_back({i, "ours", 0, workload.ours});
    for (auto const& baseline : workload.baselines) ways.push_back({i, baseline.name, baseline.goal, baseline.draw});
  }
  std::vector<double> buffer(buffer_size);
  for (auto& way : ways) {
    if (auto const wrong = wrong_with(all[way.workload], way.draw); !wrong.empty())
      throw std::runtime_error{all[way.workload].name + " by " + way.name + ": " + wrong};
    way.calls = 32;
    auto const once = nanoseconds_a_sample(way, buffer) * buffer_size;
    way.calls = std::max<std::uint64_t>(1, static_cast<std::uint64_t>(1e6 * options.milliseconds / once));
  }
  return ways;
}

void measure(std::vector<Way>& ways, int rounds) {
  std::vector<double> buffer(buffer_size);
  std::vector<std::size_t> order(ways.size());
  std::iota(order.begin(), order.end(), 0);
  sim::Stream stream{sim::Address{2, sim::Purpose::bench}, 0};
  for (int round = 0; round < rounds; ++round) {
    for (auto i = order.size(); i > 1; --i) std::swap(order[i - 1], order[stream.word() % i]);
    for (auto const i : order) ways[i].nanoseconds.push_back(nanoseconds_a_sample(ways[i], buffer));
  }
}

struct Row {
  std::string workload, baseline;
  double ours, theirs, ratio, ratio_of_minima, goal;
};

std::vector<Row> rows_of(std::vector<Workload> const& all, std::vector<Way> const& ways) {
  std::vector<Row> rows;
  Way const* ours = nullptr;
  for (auto const& way : ways) {
    if (way.name == "ours") {
      ours = &way;
      continue;
    }
    std::vector<double> ratios;
    for (std::size_t i = 0; i < way.nanoseconds.size(); ++i) ratios.push_back(way.nanoseconds[i] / ours->nanoseconds[i]);
    rows.push_back({all[way.workload].name, way.name, median(ours->nanoseconds), median(way.nanoseconds), median(ratios),
                    least(way.nanoseconds) / least(ours->nanoseconds), way.goal});
  }
  return rows;
}

/// "model name" of the first processor, where the system tells.
std::string processor() {
  std::ifstream file{"/proc/cpuinfo"};
  for (std::string line; std::getline(file, line);)
    if (line.starts_with("model name")) return line.substr(std::min(line.size(), line.find(':') + 2));
  return "unknown processor";
}

void print_table(std::vector<Row> const& rows, Options const& options) {
  fmt::print("{}, compiler {}\ninstruction set {}, generator ars unless said, {} rounds of {} ms, buffers of {} doubles; anchors over mt19937_64, built for this machine\n\n",
             processor(), __VERSION__, sim::active_instruction_set(), options.rounds, options.milliseconds, buffer_size);
  fmt::print("{:<24}{:<10}{:>9}{:>9}{:>11}{:>11}{:>7}\n", "workload", "baseline", "ratio", "minima", "ours ns", "theirs ns", "goal");
  for (auto const& row : rows)
    fmt::print("{:<24}{:<10}{:>8.1f}x{:>8.1f}x{:>11.3f}{:>11.2f}{:>7}\n", row.workload, row.baseline, row.ratio, row.ratio_of_minima, row.ours,
               row.theirs, row.goal > 0 ? fmt::format("{:g}x", row.goal) : "");
}

void print_json(std::vector<Row> const& rows, Options const& options) {
  nlohmann::ordered_json document{{"schema", "warner/noise-throughput/1"},
                                  {"cpu", processor()},
                                  {"compiler", __VERSION__},
                                  {"instruction_set", sim::active_instruction_set()},
                                  {"rounds", options.rounds},
                                  {"milliseconds", options.milliseconds},
                                  {"buffer", buffer_size},
                                  {"rows", nlohmann::ordered_json::array()}};
  for (auto const& row : rows)
    document["rows"].push_back({{"workload", row.workload},
                                {"baseline", row.baseline},
                                {"ratio", row.ratio},
                                {"ratio_of_minima", row.ratio_of_minima},
                                {"nanoseconds", row.ours},
                                {"baseline_nanoseconds", row.theirs},
                                {"goal", row.goal}});
  fmt::print("{}\n", document.dump(2));
}

Options options_of(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::string const name = argv[i];
    auto const value = [&] {
      if (++i == argc) throw std::invalid_argument{name + ": a value is missing"};
      return std::string{argv[i]};
    };
    if (name == "--json") options.json = true;
    else if (name == "--rounds") options.rounds = std::max(1, std::stoi(value()));
    else if (name == "--milliseconds") options.milliseconds = std::stod(value());
    else if (name == "--only") options.only = value();
    else throw std::invalid_argument{name + ": unknown (--rounds, --milliseconds, --only, --json)"};
  }
  return options;
}

}  // namespace
}  // namespace warner::bench

int main(int argc, char** argv) try {
  using namespace warner::bench;
  auto const options = options_of(argc, argv);
  pin_to_this_core();
  auto const all = workloads();
  auto ways = ways_of(all, options);
  measure(ways, options.rounds);
  auto const rows = rows_of(all, ways);
  options.json ? print_json(rows, options) : print_table(rows, options);
  return 0;
} catch (std::exception const& problem) {
  std::fprintf(stderr, "noise_throughput: %s\n", problem.what());
  return 2;
}
