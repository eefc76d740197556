#include <algorithm>
#include <array>
#include <cstring>
#include <filesystem>
#include <stdexcept>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "results/figures/drawing/child_process.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "sim/require.hpp"

// Row 21. The numbers come from noise_throughput, the program of the build that holds the anchors (bench/sim), which
// runs as a process of its own: results knows nothing of benchmarks. They are times, so they are never the same twice.
namespace warner::results::experiments {
namespace {

/// What the figure shows, by their names in the benchmark and in print.
constexpr std::array<std::pair<char const*, char const*>, 14> shown{
    {{"64-bit words", "64-bit words"},
     {"64-bit words, aes", "64-bit words, AES-128"},
     {"uniform", "uniform"},
     {"exponential", "exponential"},
     {"laplace", "Laplace"},
     {"gaussian", "Gaussian"},
     {"gumbel", "Gumbel"},
     {"geometric", "geometric"},
     {"two-sided geometric", "two-sided geometric"},
     {"bernoulli", "Bernoulli"},
     {"discrete gaussian", "discrete Gaussian"},
     {"poisson-binomial, 64 coins", "Poisson-binomial, 64 coins"},
     {"bernoulli, counted by bits", "Bernoulli, counted"},
     {"laplace event, from words", "Laplace event, counted"}}};

constexpr std::array<std::string_view, 3> baselines{"std", "boost",
                                                    "numpy"};  // other anchors are not to be had everywhere

std::filesystem::path program() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error).parent_path() / "noise_throughput";
}

/// What the program says on standard output. On Ctrl-C it gets the signal as well.
std::string output_of(std::vector<std::string> const& words, std::atomic<bool> const* interrupted) {
  auto const outcome = run_program(words, Captured::output);
  if (outcome.start_error != 0)
    throw std::runtime_error{fmt::format("{}: can not be started ({})", words[0], std::strerror(outcome.start_error))};
  if (interrupted && interrupted->load()) throw sim::Interrupted{};
  if (outcome.exit_code != 0) throw std::runtime_error{fmt::format("{}: failed (see above)", words[0])};
  return outcome.said;
}

/// One way's row: nanoseconds and their quartiles, turned into rates too.
void add(Table& table, char const* law, std::string const& way, double ns, nlohmann::json const& quartiles,
         nlohmann::json const* row) {
  auto const low = quartiles.at(0).get<double>(), high = quartiles.at(1).get<double>();
  auto const ratio = [&](char const* name, int i) -> Cell {
    if (!row) return {};
    return i < 0 ? row->at(name).get<double>() : row->at(name).at(static_cast<std::size_t>(i)).get<double>();
  };
  table.add({{"law", law},
             {"way", way},
             {"ns_per_sample", ns},
             {"ns_lower_quartile", low},
             {"ns_upper_quartile", high},
             {"samples_per_second", 1e9 / ns},
             {"lower_quartile", 1e9 / high},
             {"upper_quartile", 1e9 / low},
             {"ratio", ratio("ratio", -1)},
             {"ratio_lower_quartile", ratio("ratio_quartiles", 0)},
             {"ratio_upper_quartile", ratio("ratio_quartiles", 1)}});
}

}  // namespace

bool can_measure_noise_throughput() {
  std::error_code error;
  return std::filesystem::exists(program(), error);
}

Findings noise_throughput(FigureOptions const& options) {
  require(can_measure_noise_throughput(),
          fmt::format("noise-throughput: {} is not there (what it measures beside lives in the build folder: cmake "
                      "--build FOLDER --target noise_throughput)",
                      program().string()));
  std::vector<std::string> words{program().string(), "--json"};
  if (options.quick) words.push_back("--quick");
  for (auto const& [name, _] : shown) words.emplace_back(name);
  auto const document = nlohmann::json::parse(output_of(std::move(words), options.execution.interrupted));

  Findings findings{
      .table = Table{{"law", "way", "ns_per_sample", "ns_lower_quartile", "ns_upper_quartile", "samples_per_second",
                      "lower_quartile", "upper_quartile", "ratio", "ratio_lower_quartile", "ratio_upper_quartile"}}};
  for (auto const& [name, law] : shown) {
    auto ours = false;
    for (auto const& row : document.at("rows")) {
      if (row.at("workload") != name ||
          std::ranges::find(baselines, row.at("baseline").get<std::string>()) == baselines.end())
        continue;
      if (!ours)
        add(findings.table, law, "Warner", row.at("ns_per_sample").get<double>(), row.at("ns_per_sample_quartiles"),
            nullptr);
      ours = true;
      add(findings.table, law, row.at("baseline").get<std::string>(), row.at("baseline_ns_per_sample").get<double>(),
          row.at("baseline_ns_per_sample_quartiles"), &row);
    }
  }
  findings.print = PaperTable{findings.table,
                              {{"law", "law"},
                               {"way", "way"},
                               {"ns_per_sample", "ns a sample", 3},
                               {"samples_per_second", "samples a second", 3},
                               {"ratio", "time over Warner’s", 3}}};
  auto const text = [&](char const* key) { return document.at(key).get<std::string>(); };
  auto const rounds = document.at("rounds").get<int>();
  auto const numpy = text("numpy");
  findings.settings = {{"measured", "times on the machine named here: other bytes every time"},
                       {"cpu", text("cpu")},
                       {"compiler", text("compiler")},
                       {"instruction set", text("instruction_set")},
                       {"flags", text("flags")},
                       {"flags of std and Boost", text("anchor_flags")},
                       {"numpy", numpy.empty() ? "none" : numpy},
                       {"load", fmt::format("{:.1f}", document.at("load").get<double>())},
                       {"rounds", fmt::format("{} of {:g} ms", rounds, document.at("milliseconds").get<double>())}};
  findings.caption = fmt::format(
      "Samples per second of every noise, on one core: Warner (ARS4x32-7 unless AES-128 is named; {}), the standard "
      "library and Boost.Random over mt19937\\_64 ({}), {}. Medians and quartiles of {} rounds in random order, "
      "processor time, buffers of 4,096 doubles (numpy 32,768); the number beside a law is the median of the rounds' "
      "ratios to the standard library. Counted: the number of successes alone, none of them written down. This figure "
      "is measured, not simulated: unlike all others its numbers are not the same bytes twice, and hold for {} under a "
      "load of {:.1f}.",
      latex_text(text("instruction_set")), latex_text(text("anchor_flags")),
      numpy.empty() ? "no numpy on this machine" : "numpy " + numpy + " over PCG64", rounds, latex_text(text("cpu")),
      document.at("load").get<double>());
  return findings;
}

}  // namespace warner::results::experiments
