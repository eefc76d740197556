#include "results/figures/figure_json.hpp"

#include <algorithm>

#include "results/audit/json.hpp"
#include "results/audit/provenance.hpp"

namespace warner::results {

std::string figure_json(Figure const& figure, FigureOptions const& options, Findings const& findings) {
  Json json{{"schema", "warner/figure/1"},     {"figure", figure.name}, {"title", figure.title},
            {"version", provenance().version}, {"seed", options.seed},  {"quick", options.quick}};
  json["band_level"] = band_level;
  json["agreement_level"] = agreement_level;
  json["trials"] = Json::object();
  for (auto const& [what, trials] : findings.trials) json["trials"][what] = trials;
  json["settings"] = Json::object();
  for (auto const& [name, value] : findings.settings) json["settings"][name] = value;
  json["agrees"] = std::ranges::all_of(findings.comparisons, &Comparison::agrees);
  json["comparisons"] = Json::array();
  for (auto const& c : findings.comparisons)
    json["comparisons"].push_back({{"what", c.what},
                                   {"simulated", number(c.simulated)},
                                   {"exact", number(c.exact)},
                                   {"lower", number(c.lower)},
                                   {"upper", number(c.upper)},
                                   {"agrees", c.agrees()}});
  return json.dump(2) + "\n";
}

FigureRun figure_run_from(std::string_view text) {
  auto const document = parse_json(text);
  JsonReader const json{document, "figure"};
  json["schema"].check(json["schema"].text() == "warner/figure/1", "is not warner/figure/1");
  FigureRun run{json["figure"].text(), json["version"].text(), json["seed"].whole(), json["quick"].truth(),
                json["agrees"].truth()};
  for (auto const& item : json["comparisons"].items())
    run.comparisons.push_back({item["what"].text(), item["simulated"].real(), item["exact"].real(),
                               item["lower"].real(), item["upper"].real()});
  return run;
}

}  // namespace warner::results
