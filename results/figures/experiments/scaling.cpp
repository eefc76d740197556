#include <algorithm>
#include <array>
#include <chrono>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <optional>
#include <random>
#include <stdexcept>
#include <string>
#include <thread>
#include <vector>

#include <fmt/format.h>
#include <fmt/ranges.h>
#include <sys/resource.h>

#include "results/audit/provenance.hpp"
#include "results/figures/drawing/child_process.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "sim/require.hpp"

// Row 26. Runs the command itself, with one and with many threads, and with many ranks where there is an `mpirun`: what
// a user waits for, the start of processes included. The numbers are times, so they are never the same twice.
namespace warner::results::experiments {
namespace {

/// What is played: a loop over words that is counted by bits, a stream of comparisons, and a release of ten columns.
constexpr std::array<std::pair<char const*, char const*>, 3> questions{
    {{"randomised-response", ""}, {"sparse-vector-1", ""}, {"laplace-vector", "--k=10"}}};

constexpr char const* search = "--search-budget=20000";  // of every rank, so it must not be what is measured

/// So many threads of one process, or ranks of one thread each.
struct Way {
  char const* kind;
  int workers;
};
constexpr Way alone{"threads", 1};

struct Turn {
  double seconds = 0, processor_seconds = 0;
};

std::filesystem::path this_command() {
  std::error_code error;
  return std::filesystem::read_symlink("/proc/self/exe", error);
}

double processor_seconds_of_children() {
  rusage usage{};
  ::getrusage(RUSAGE_CHILDREN, &usage);
  auto const seconds = [](timeval const& time) {
    return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
  };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

/// More ranks than cores are allowed: Open MPI asks for this word, other launchers do not know it.
std::vector<std::string> launched(Way const& way, std::vector<std::string> words) {
  if (way.kind == alone.kind) return words;
  std::vector<std::string> launch{"/usr/bin/env", "OMPI_MCA_rmaps_base_oversubscribe=1", "mpirun", "-np",
                                  std::to_string(way.workers)};
  launch.insert(launch.end(), words.begin(), words.end());
  return launch;
}

std::vector<std::string> measurement(std::size_t question, double trials, int threads) {
  std::vector<std::string> words{this_command().string(), "measure", questions[question].first};
  if (*questions[question].second) words.emplace_back(questions[question].second);
  for (auto const& word :
       {std::string{search}, fmt::format("--budget={:.0f}", trials), fmt::format("--threads={}", threads)})
    words.push_back(word);
  return words;
}

class Course {
 public:
  explicit Course(FigureOptions const& options) : options_{options} {}

  Turn run(std::size_t question, double trials, Way const& way) const {
    auto const before = processor_seconds_of_children();
    auto const begin = std::chrono::steady_clock::now();
    auto const words = launched(way, measurement(question, trials, way.kind == alone.kind ? way.workers : 1));
    auto const end = run_program(words, Captured::output_and_errors);
    if (options_.execution.interrupted && options_.execution.interrupted->load()) throw sim::Interrupted{};
    if (end.start_error != 0 || end.exit_code != 0)
      throw std::runtime_error{fmt::format("scaling: {} failed: {}", fmt::join(words, " "),
                                           end.start_error != 0 ? std::strerror(end.start_error) : end.said)};
    return {std::chrono::duration<double>(std::chrono::steady_clock::now() - begin).count(),
            processor_seconds_of_children() - before};
  }

  /// As many as keep one thread busy for so long.
  double trials_for(double seconds, std::size_t question) const {
    auto trials = 1e6;
    while (run(question, trials, alone).seconds < seconds) trials *= 2;
    return trials;
  }

 private:
  FigureOptions const& options_;
};

std::vector<int> powers_of_two_up_to(int most) {
  std::vector<int> all;
  for (auto n = 1; n < most; n *= 2) all.push_back(n);
  all.push_back(most);
  return all;
}

/// Why there are no ranks; nothing where there are.
std::optional<std::string> why_no_ranks() {
  auto const end =
      run_program(launched({"ranks", 2}, {this_command().string(), "--version"}), Captured::output_and_errors);
  if (end.start_error == 0 && end.exit_code == 0) return std::nullopt;
  return end.exit_code == 127 ? "there is no mpirun" : "mpirun does not start two ranks here";
}

double median(std::vector<double> values) {
  std::ranges::sort(values);
  auto const middle = values.size() / 2;
  return values.size() % 2 ? values[middle] : (values[middle - 1] + values[middle]) / 2;
}

}  // namespace

bool can_measure_scaling() { return this_command().filename() == "warner"; }

Findings scaling(FigureOptions const& options) {
  require(can_measure_scaling(), "scaling: is measured by the command alone (warner figures scaling)");
  auto const cores = std::max(1, static_cast<int>(std::thread::hardware_concurrency()));
  auto const no_ranks = why_no_ranks();
  std::vector<Way> ways;
  for (auto const n : powers_of_two_up_to(cores)) ways.push_back({"threads", n});
  if (!no_ranks)
    for (auto const n : powers_of_two_up_to(std::max(4, cores))) ways.push_back({"ranks", n});

  Course const course{options};
  auto const rounds = options.quick ? 3u : 5u;
  auto const seconds = options.quick ? 0.4 : 2.0;
  std::array<double, questions.size()> trials{};
  for (std::size_t q = 0; q < trials.size(); ++q) trials[q] = course.trials_for(seconds, q);

  Findings findings{.table = Table{{"scaling", "mechanism", "way", "workers", "cores", "trials", "seconds", "speed",
                                    "speed_lowest", "speed_highest", "work"}}};
  std::mt19937_64 order{options.seed};
  auto const turns = 2 * questions.size() * rounds * ways.size();
  auto done = std::size_t{0};
  for (auto const* const kind : {"strong", "weak"})
    for (std::size_t q = 0; q < questions.size(); ++q) {
      auto const trials_of = [&](Way const& way) { return trials[q] * (*kind == 'w' ? way.workers : 1); };
      std::vector<std::vector<Turn>> all(ways.size(), std::vector<Turn>(rounds));
      for (auto round = 0u; round < rounds; ++round) {
        std::vector<std::size_t> shuffled(ways.size());
        for (std::size_t i = 0; i < ways.size(); ++i) shuffled[i] = i;
        std::ranges::shuffle(shuffled, order);
        for (auto const i : shuffled) {
          all[i][round] = course.run(q, trials_of(ways[i]), ways[i]);
          if (options.execution.on_progress) options.execution.on_progress(++done, turns);
        }
      }
      for (std::size_t i = 0; i < ways.size(); ++i) {
        auto const more = trials_of(ways[i]) / trials[q];
        std::vector<double> speeds, works, clock;
        for (auto round = 0u; round < rounds; ++round) {
          auto const &one = all.front()[round], &turn = all[i][round];
          speeds.push_back(more * one.seconds / turn.seconds);
          works.push_back(turn.processor_seconds / more / one.processor_seconds);
          clock.push_back(turn.seconds);
        }
        findings.table.add({{"scaling", kind},
                            {"mechanism", questions[q].first},
                            {"way", ways[i].kind},
                            {"workers", ways[i].workers},
                            {"cores", cores},
                            {"trials", trials_of(ways[i])},
                            {"seconds", median(clock)},
                            {"speed", median(speeds)},
                            {"speed_lowest", std::ranges::min(speeds)},
                            {"speed_highest", std::ranges::max(speeds)},
                            {"work", median(works)}});
      }
    }

  findings.print = PaperTable{findings.table,
                              {{"scaling", "scaling"},
                               {"mechanism", "mechanism"},
                               {"way", "of"},
                               {"workers", "workers"},
                               {"trials", "trials", 3},
                               {"seconds", "seconds", 3},
                               {"speed", "speed", 3},
                               {"work", "work a trial", 3}}};
  std::array<double, 3> load{};
  auto const loads = ::getloadavg(load.data(), 3);
  auto const machine = provenance();
  findings.settings = {{"measured", "times on the machine named here: other bytes every time"},
                       {"cpu", machine.cpu},
                       {"cores", std::to_string(cores)},
                       {"compiler", machine.compiler},
                       {"instruction set", machine.isa},
                       {"ranks", no_ranks.value_or("of one thread each, by mpirun")},
                       {"load", loads < 1 ? "unknown" : fmt::format("{:.1f}", load[0])},
                       {"rounds", std::to_string(rounds)}};
  findings.caption = fmt::format(
      "Trials a second beside one thread's, of whole runs of the command: medians of {} rounds in random order, with "
      "the lowest and the highest. (a) Strong scaling: the same trials for all. (b) Weak scaling: as many times the "
      "trials as there are workers. Filled: threads of one process; open: {}. One thread takes {:g} to {:g} s, and "
      "every run has a search of 20,000 trials, which ranks do not share. Measured, not simulated, on {} cores of {}, "
      "under a load of {:.1f} that the runs themselves are part of.",
      rounds, no_ranks ? "ranks, which are left out here" : "ranks of one thread each, by mpirun", seconds, 2 * seconds,
      cores, latex_text(machine.cpu), load[0]);
  return findings;
}

}  // namespace warner::results::experiments
