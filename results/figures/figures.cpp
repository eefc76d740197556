#include "results/figures/figures.hpp"

#include <algorithm>
#include <optional>
#include <stdexcept>
#include <string>

#include <fmt/format.h>

#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"
#include "results/figures/cache.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "results/figures/figure_journal.hpp"
#include "results/figures/figure_json.hpp"
#include "sim/edit_distance.hpp"
#include "sim/ranks.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

std::string summary_of(Figure const& figure, Findings const& findings) {
  std::string text;
  auto const all = findings.comparisons.size();
  auto const disagreements =
      static_cast<std::size_t>(std::ranges::count_if(findings.comparisons, [](auto const& c) { return !c.agrees(); }));
  if (all == 0) text = fmt::format("{}: measured; there is no exact value to compare with\n", figure.name);
  else if (disagreements == 0)
    text = fmt::format("{}: {} comparisons with exact values agree (family-wise level {:g})\n", figure.name, all,
                       agreement_level);
  else
    text = fmt::format("{}: {} of {} comparisons DISAGREE with the exact value (family-wise level {:g})\n", figure.name,
                       disagreements, all, agreement_level);
  auto left = 5;
  for (auto const& c : findings.comparisons)
    if (!c.agrees() && left-- > 0)
      text += fmt::format("  {}: simulated {:.6g}, so within [{:.6g}, {:.6g}]; exact {:.6g}\n", c.what, c.simulated,
                          c.lower, c.upper, c.exact);
  for (auto const& [name, value] : findings.settings) text += fmt::format("  {}: {}\n", name, value);
  return text;
}

std::filesystem::path script_of(Figure const& figure, FigureOptions const& options) {
  return options.plots / (figure.name + ".py");
}

/// Everything that the numbers depend on; the number of threads is not among it.
std::string numbers_request(Figure const& figure, FigureOptions const& options) {
  return fmt::format(
      "program {}, figure {}, seed {}, {}, data {}", this_program(), figure.name, options.seed,
      options.quick ? "quick" : "full",
      options.data ? fmt::format("{} {}", options.data->filename().string(), fingerprint(read_file(*options.data)))
                   : "none");
}

/// What rank 0 finds in its folder, which others may not see.
bool as_rank_0_sees(bool there) {
  if (!sim::ranks()) return there;
  return sim::ranks()->from_rank_0(there ? std::optional<std::string>{""} : std::nullopt).has_value();
}

/// Everything that the drawing depends on besides the numbers.
std::string drawing_request(Figure const& figure, FigureOptions const& options) {
  if (options.plots.empty()) return "";
  std::string scripts;
  std::error_code error;
  for (auto const& script : {script_of(figure, options), options.plots / "style.py", options.plots / "pgf.py"})
    if (std::filesystem::is_regular_file(script, error)) scripts += fmt::format(" {}", fingerprint(read_file(script)));
  return fmt::format("format {}{}, scripts{}", options.drawing.format, options.drawing.pgf ? ", pgf" : "", scripts);
}

/// Ctrl-C at a terminal ends the script as well: that is no failure of its own.
std::vector<std::filesystem::path> drawn(Figure const& figure, FigureOptions const& options, std::string const& stem) {
  try {
    return draw(script_of(figure, options), stem + ".csv", stem, options.drawing);
  } catch (std::runtime_error const&) {
    if (options.execution.interrupted && options.execution.interrupted->load()) throw sim::Interrupted{};
    throw;
  }
}

std::vector<std::filesystem::path> write_numbers(Figure const& figure, FigureOptions const& options,
                                                 Findings const& findings) {
  auto const stem = (options.out / figure.name).string();
  std::vector<std::pair<std::string, std::string>> texts{{".csv", findings.table.csv()},
                                                         {".json", figure_json(figure, options, findings)},
                                                         {".txt", findings.caption + "\n"}};
  if (findings.print) {
    texts.emplace_back(".md", markdown(*findings.print, findings.caption));
    texts.emplace_back(".tex", latex(*findings.print, findings.caption, figure.name));
  }
  std::vector<std::filesystem::path> files;
  for (auto const& [extension, text] : texts) {
    files.emplace_back(stem + extension);
    write_file(files.back(), text);
  }
  return files;
}

}  // namespace

std::vector<Figure> const& figures() {
  static std::vector<Figure> const all{
      {"likelihood-ratio", "Likelihood ratios of Laplace releases, and the epsilon that they certify", 1,
       experiments::likelihood_ratio},
      {"laplace-density", "The releases of a count against the Laplace density", 2, experiments::laplace_density},
      {"warner", "Warner's randomised response: epsilon against its share of truth", 3, experiments::warner},
      {"poll-posterior", "What an adversary believes before and after an answer", 4, experiments::poll_posterior},
      {"poll-accuracy", "The poll's estimate: its mean and its variance", 5, experiments::poll_accuracy},
      {"confidence-width", "How wide the poll's confidence interval is, and how often it is right", 6,
       experiments::confidence_width},
      {"privacy-accuracy", "What privacy costs: the error of four estimates against epsilon", 7,
       experiments::privacy_accuracy},
      {"group-privacy", "What groups of k people spend", 8, experiments::group_privacy},
      {"post-processing", "What maps of a release leave of its epsilon", 9, experiments::post_processing},
      {"composition", "One person asked k times: what theorems allow, what is true, what tests find", 10,
       experiments::composition},
      {"thresholded-histogram", "An open poll: who is named, and the delta of a threshold", 11,
       experiments::thresholded_histogram},
      {"probabilistic-dp", "Two readings of delta, and the map that breaks one of them", 12,
       experiments::probabilistic_dp},
      {"relaxation", "What a claim at one epsilon says of a smaller one", 13, experiments::relaxation},
      {"computational-dp", "Encryption, told apart with the key and without it", 14, experiments::computational_dp},
      {"notebook-adult", "The notebook on the census: counts, one malicious query, randomised response", 15,
       experiments::notebook_adult},
      {"generalised-response", "Every matrix of randomised response: its epsilon and its error", 16,
       experiments::generalised_response},
      {"cheating-students", "Cheating students: variance, large errors, and how many to ask", 17,
       experiments::cheating_students},
      {"hypothesis-test", "Type I against type II errors of the adversary's tests", 18, experiments::hypothesis_test},
      {"gaussian-dp", "Gaussian differential privacy: G_mu, the mu that a test certifies, and the limit of composition",
       19, experiments::gaussian_dp},
      {"interpretation", "Three attacks that differential privacy rules out, and what it does not", 20,
       experiments::interpretation},
      {"noise-throughput", "How fast noise is drawn, beside the standard library, Boost and numpy", 21,
       experiments::noise_throughput, experiments::can_measure_noise_throughput, "the benchmarks of the build folder"},
      {"peers", "Certified bounds beside those that other auditors published", 22, experiments::peers,
       experiments::can_measure_peers},
      {"calibration", "The auditor audited: how often it refutes what is true, and what is false", 23,
       experiments::calibration},
      {"time-to-refutation", "How soon a check refutes what is broken", 24, experiments::time_to_refutation,
       experiments::can_measure_time_to_refutation},
      {"search-cost", "What an audit certifies against the seconds that it takes", 25, experiments::search_cost,
       experiments::can_measure_search_cost},
      {"scaling", "How threads and ranks share the work", 26, experiments::scaling, experiments::can_measure_scaling,
       "the command itself"},
      {"libraries", "Real libraries, audited at their own claims", 27, experiments::libraries,
       experiments::can_measure_libraries, "the table that scripts/libraries makes", experiments::table_of_libraries},
  };
  return all;
}

Figure const& find_figure(std::string_view name) {
  auto const& all = figures();
  auto const found = std::ranges::find(all, name, &Figure::name);
  if (found != all.end()) return *found;
  std::vector<std::string_view> nearest;
  for (auto const& figure : all) nearest.push_back(figure.name);
  std::ranges::stable_sort(nearest, {}, [&](std::string_view other) { return sim::edit_distance(name, other); });
  require(false, fmt::format("figure: '{}' is none (nearest: {}, {})", name, nearest[0], nearest[1]));
  return all.front();
}

FigureResult make_figure(Figure const& figure, FigureOptions const& asked) {
  auto options = asked;
  if (figure.reads) {
    if (!options.data) options.data = figure.reads;
    std::error_code error;
    require(std::filesystem::is_regular_file(*options.data, error),
            fmt::format("{}: there is no {} (it needs {}; --data names another file)", figure.name,
                        options.data->string(), figure.needs));
  }
  auto const before = options.resume ? read_cache(options.out, figure.name) : std::nullopt;
  auto const numbers = numbers_request(figure, options), drawing = drawing_request(figure, options);
  FigureResult result;
  FigureCache cache;
  if (as_rank_0_sees(before && before->numbers.stand(options.out, numbers))) {
    if (sim::speaks()) cache = *before;
    result.work = FigureWork::nothing;
  } else if (sim::speaks() || !figure.can_measure) {
    FigureJournal journal{options, figure, numbers};
    auto keeping = options;
    if (sim::ranks() && figure.can_measure) keeping.execution.keeper = nullptr;  // one rank alone measures time
    else if (!keeping.execution.keeper) keeping.execution.keeper = journal.keeper();
    auto const findings = figure.run(keeping);
    if (!sim::speaks()) return {};
    cache = {CachedFiles::of(numbers, write_numbers(figure, options, findings)),
             {},
             std::ranges::all_of(findings.comparisons, &Comparison::agrees),
             summary_of(figure, findings)};
    write_cache(options.out, figure.name, cache);
    journal.done();
    result.work = FigureWork::made;
  }
  if (!sim::speaks()) return result;
  if (options.plots.empty()) {
    cache.drawing = {};
  } else if (!cache.drawing.stand(options.out, drawing)) {
    if (result.work == FigureWork::nothing) result.work = FigureWork::drawn;
    auto const stem = (options.out / figure.name).string();
    cache.drawing = CachedFiles::of(drawing, drawn(figure, options, stem));
    write_cache(options.out, figure.name, cache);
  }
  result.agrees = cache.agrees;
  result.summary = cache.summary;
  for (auto const* part : {&cache.numbers, &cache.drawing})
    for (auto const& file : part->paths(options.out)) {
      result.files.push_back(file);
      result.summary += fmt::format("  {}\n", file.string());
    }
  return result;
}

}  // namespace warner::results
