#include "results/journal/entries.hpp"

#include "sim/dealer.hpp"

namespace warner::results {
namespace {

Json json_of(sim::Replicates const& range) { return {range.first, range.last}; }

std::vector<std::uint64_t> wholes_of(JsonReader const& json) {
  std::vector<std::uint64_t> all;
  for (auto const& item : json.items()) all.push_back(item.whole());
  return all;
}

sim::Replicates range_from(JsonReader const& json) {
  auto const ends = wholes_of(json);
  json.check(ends.size() == 2 && ends[0] <= ends[1] && ends[0] % sim::block_size == 0, "is no range of trials");
  return {ends[0], ends[1]};
}

}  // namespace

Json json_of(RunName const& run) {
  Json json{{"version", run.version}, {"commit", run.commit}, {"words", run.words}, {"seed", run.seed}};
  if (!run.program.empty()) json["program"] = run.program;
  return json;
}

RunName run_from(JsonReader const& json) {
  RunName run{json["version"].text(), json["commit"].text(), {}, json["seed"].text()};
  for (auto const& word : json["words"].items()) run.words.push_back(word.text());
  if (json.has("program")) run.program = json["program"].text();
  return run;
}

Json json_of(std::string const& name, std::string const& text) { return {{"text", name}, {"is", text}}; }

Json json_of(sim::Reduction const& reduction, sim::Piece const& piece) {
  Json json{{"reduction", reduction.name},
            {"trials", json_of(reduction.range)},
            {"piece", json_of(piece.range)},
            {"sums", piece.sums}};
  if (!reduction.towards.empty()) json["towards"] = reduction.towards;
  return json;
}

void add_entry(Kept& kept, JsonReader const& json) {
  if (json.has("text")) {
    kept.add(json["text"].text(), json["is"].text());
    return;
  }
  auto& [range, pieces] =
      kept.at(json["reduction"].text(), json.has("towards") ? json["towards"].text() : std::string{});
  auto const all = range_from(json["trials"]);
  json["trials"].check(pieces.empty() || range == all, "differ from those of a piece before");
  range = all;
  pieces.push_back({range_from(json["piece"]), wholes_of(json["sums"])});
  json["sums"].check(pieces.back().sums.size() == pieces.front().sums.size(),
                     "are not as many as those of a piece before");
}

}  // namespace warner::results
