#include "results/figures/reference.hpp"

#include <algorithm>
#include <cmath>

#include <fmt/format.h>

#include "results/audit/fingerprint.hpp"
#include "results/audit/json.hpp"
#include "results/figures/figure_json.hpp"

namespace warner::results {
namespace {

constexpr auto schema = "warner/reference/1";

bool same(double a, double b) {
  return a == b || std::fabs(a - b) <= 1e-9 * std::max({std::fabs(a), std::fabs(b), 1e-6});
}

std::string interval(Comparison const& c) { return fmt::format("[{:.8g}, {:.8g}]", c.lower, c.upper); }

/// The comparison of this name that has not been taken yet.
Comparison const* take(std::vector<Comparison> const& from, std::vector<bool>& taken, std::string const& what) {
  for (std::size_t i = 0; i < from.size(); ++i)
    if (!taken[i] && from[i].what == what) return taken[i] = true, &from[i];
  return nullptr;
}

}  // namespace

std::string reference_json(std::string_view text, std::string_view csv) {
  auto const run = figure_run_from(text);
  Json json{{"schema", schema}, {"figure", run.figure}, {"version", run.version},
            {"seed", run.seed}, {"quick", run.quick},   {"level", agreement_level}};
  json["csv"] = csv.empty() ? "" : fingerprint(csv);
  auto out = json.dump(1);
  out.resize(out.rfind('\n'));
  out += ",\n \"merits\": [";
  for (auto const& c : run.comparisons)  // a line each, so that a change reads well
    out += fmt::format("{}\n  {}", &c == run.comparisons.data() ? "" : ",",
                       Json{{"what", c.what},
                            {"simulated", number(c.simulated)},
                            {"exact", number(c.exact)},
                            {"lower", number(c.lower)},
                            {"upper", number(c.upper)}}
                           .dump());
  return out + "\n ]\n}\n";
}

bool reference_is_empty(std::string_view json) { return figure_run_from(json).comparisons.empty(); }

ReferenceCheck check_reference(std::string_view reference, std::string_view text, std::string_view csv) {
  auto const document = parse_json(reference);
  JsonReader const json{document, "reference"};
  json["schema"].check(json["schema"].text() == schema, fmt::format("is not {}", schema));
  auto const run = figure_run_from(text);
  json["figure"].check(json["figure"].text() == run.figure, fmt::format("is not {}", run.figure));

  auto const same_trials = json["quick"].truth() == run.quick, same_seed = json["seed"].whole() == run.seed;
  auto const fixed = [&](Comparison const& c) {
    return same_seed || !std::isinf(c.upper);
  };  // a bound may be about a pair that the search chose
  ReferenceCheck check{.same_run = same_trials && same_seed && json["version"].text() == run.version};
  auto const print = json["csv"].text();
  if (check.same_run && !print.empty() && print != fingerprint(csv))
    check.problems.push_back(fmt::format(
        "the table has other bytes than the reference, of the same version ({}) and seed ({})", run.version, run.seed));

  std::vector<bool> taken(run.comparisons.size());
  for (auto const& item : json["merits"].items()) {
    Comparison const old{item["what"].text(), item["simulated"].real(), item["exact"].real(), item["lower"].real(),
                         item["upper"].real()};
    auto const* now = take(run.comparisons, taken, old.what);
    if (now == nullptr) {  // some are named by their number of trials
      if (same_trials && fixed(old))
        check.problems.push_back(fmt::format("{}: is in the reference, but not in this run", old.what));
      continue;
    }
    ++check.compared;
    if (fixed(old) && !same(now->exact, old.exact))
      check.problems.push_back(
          fmt::format("{}: exact value {:.12g}, reference {:.12g}", old.what, now->exact, old.exact));
    if (now->lower > old.upper || old.lower > now->upper)
      check.problems.push_back(
          fmt::format("{}: {} and the reference's {} do not meet", old.what, interval(*now), interval(old)));
  }
  for (std::size_t i = 0; same_trials && i < taken.size(); ++i)
    if (!taken[i] && fixed(run.comparisons[i]))
      check.problems.push_back(fmt::format("{}: is in this run, but not in the reference", run.comparisons[i].what));
  if (check.compared == 0 && check.problems.empty())
    check.problems.emplace_back("the reference and this run have nothing in common");
  return check;
}

}  // namespace warner::results
