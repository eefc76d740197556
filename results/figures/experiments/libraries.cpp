#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <limits>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mechanisms/external/data/read_table.hpp"
#include "results/audit/file.hpp"
#include "results/figures/experiments/caption.hpp"
#include "results/figures/experiments/experiments.hpp"
#include "sim/require.hpp"

// Row 27. Nothing is audited here: examples/libraries does that, in environments of their own, and writes a table.
namespace warner::results::experiments {
namespace {

constexpr std::array columns{"library", "version", "mechanism", "claim", "bound", "decision", "replayed", "expected",
                             "witness", "trials",  "seconds",   "kind",  "issue", "fixed",    "why"};

using Row = std::map<std::string, std::string>;

/// A field as the file has it; empty where there is none.
std::string field_of(nlohmann::json const& value) {
  return value.is_null() ? "" : value.is_string() ? value.get<std::string>() : value.dump();
}

std::vector<Row> read(std::filesystem::path const& path) {
  auto const name = path.filename().string();
  auto const as_csv = mechanisms::external::is_csv(name) ? name : name + ".csv";
  auto const rows = nlohmann::json::parse(mechanisms::external::dataset_of_file(read_file(path), as_csv));
  std::vector<Row> all;
  for (auto const& row : rows) {
    require(row.is_object(), fmt::format("libraries: {} has no header", path.string()));
    Row one;
    for (auto const* const column : columns) {
      require(row.contains(column),
              fmt::format("libraries: {} has no column '{}' (is it the table of scripts/libraries?)", path.string(),
                          column));
      one[column] = field_of(row[column]);
    }
    all.push_back(std::move(one));
  }
  require(!all.empty(), fmt::format("libraries: {} has no row", path.string()));
  return all;
}

/// The number that a text is, or that follows "epsilon = " in it; NaN where there is none.
double number_in(std::string_view text) {
  if (auto const at = text.find("epsilon = "); at != std::string_view::npos) text.remove_prefix(at + 10);
  double number = 0;
  auto const [end, problem] = std::from_chars(text.data(), text.data() + text.size(), number);
  return problem == std::errc{} && end != text.data() ? number : std::numeric_limits<double>::quiet_NaN();
}

}  // namespace

bool can_measure_libraries() {
  std::error_code error;
  return std::filesystem::is_regular_file(table_of_libraries, error);
}

Findings libraries(FigureOptions const& options) {
  require(options.data.has_value(), "libraries: needs a table (--data)");
  auto const rows = read(*options.data);
  Findings findings{
      .table = Table{{"library", "version", "mechanism", "claim", "claim_epsilon", "epsilon_lower_bound", "decision",
                      "replayed", "expected", "witness", "trials", "seconds", "kind", "issue", "fixed"}}};
  Table refuted{{"library", "mechanism", "claim", "bound", "witness", "seconds", "fixed"}};
  std::set<std::string> all_libraries, refuted_in;
  std::uint64_t many_refuted = 0, spared = 0, not_run = 0, surprises = 0, replayed = 0;
  auto slowest = 0.0;
  for (auto const& row : rows) {
    auto const is_refuted = row.at("decision") == "refuted", is_spared = row.at("decision") == "not refuted";
    auto const library = row.at("library") + " " + row.at("version");
    auto const bound = number_in(row.at("bound")), seconds = number_in(row.at("seconds"));
    many_refuted += is_refuted;
    replayed += is_refuted && row.at("replayed") == "refuted";
    spared += is_spared;
    not_run += !is_refuted && !is_spared;
    surprises += (is_refuted || is_spared) && row.at("decision") != row.at("expected");
    all_libraries.insert(row.at("library"));
    if (is_refuted) refuted_in.insert(row.at("library"));
    if (std::isfinite(seconds)) slowest = std::max(slowest, seconds);
    findings.table.add({{"library", row.at("library")},
                        {"version", row.at("version")},
                        {"mechanism", row.at("mechanism")},
                        {"claim", row.at("claim")},
                        {"claim_epsilon", number_in("claim " + row.at("claim"))},
                        {"epsilon_lower_bound", bound},
                        {"decision", row.at("decision")},
                        {"replayed", row.at("replayed")},
                        {"expected", row.at("expected")},
                        {"witness", row.at("witness")},
                        {"trials", number_in(row.at("trials"))},
                        {"seconds", seconds},
                        {"kind", row.at("kind")},
                        {"issue", row.at("issue")},
                        {"fixed", row.at("fixed")}});
    if (is_refuted)
      refuted.add({{"library", library},
                   {"mechanism", row.at("mechanism")},
                   {"claim", row.at("claim")},
                   {"bound", bound},
                   {"witness", row.at("witness")},
                   {"seconds", seconds},
                   {"fixed", row.at("fixed")}});
  }
  findings.print = PaperTable{refuted,
                              {{"library", "library"},
                               {"mechanism", "mechanism"},
                               {"claim", "claim"},
                               {"bound", "certified ε", 3},
                               {"witness", "event"},
                               {"seconds", "s", 2},
                               {"fixed", "fixed in"}}};
  findings.settings = {
      {"table", options.data->filename().string()},
      {"rows", std::to_string(rows.size())},
      {"refuted", fmt::format("{}, in {} libraries of {}", many_refuted, refuted_in.size(), all_libraries.size())},
      {"refuted with a fresh seed, too", std::to_string(replayed)},
      {"not refuted", std::to_string(spared)},
      {"neither", std::to_string(not_run)},
      {"not as the rows expect", std::to_string(surprises)},
      {"slowest row", fmt::format("{:.0f} s", slowest)}};
  findings.caption = fmt::format(
      "Mechanisms of {} libraries, each at its own claim: certified lower bounds on $\\varepsilon$ over the claim, at "
      "a "
      "family-wise level of 0.05. Filled: refuted, {} in {} libraries. Open: not refuted, {}. Rows whose claim has no "
      "$\\varepsilon$ stand in the table alone. The table has the refuted ones; docs/libraries.md says why they fail.",
      all_libraries.size(), many_refuted, refuted_in.size(), spared);
  return findings;
}

}  // namespace warner::results::experiments
