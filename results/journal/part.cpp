#include "results/journal/part.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "results/audit/fingerprint.hpp"
#include "results/journal/entries.hpp"
#include "sim/dealer.hpp"
#include "sim/require.hpp"

namespace warner::results {
namespace {

constexpr std::string_view format = "warner/part/1";

using NamedParts = std::vector<std::pair<std::string, Part>>;

/// A text is the same in every part that has it.
void add_texts(Kept& all, NamedParts const& parts, std::pair<std::string, Part> const& added) {
  for (auto const& [name, text] : added.second.kept.texts) {
    auto const [there, is_new] = all.texts.emplace(name, text);
    if (is_new || there->second == text) continue;
    auto const has_it = [&asked = there->first](auto const& named) { return named.second.kept.texts.contains(asked); };
    require(false,
            fmt::format("{}: has another strategy than {} ({} and {}; play shards with --found)", added.first,
                        std::ranges::find_if(parts, has_it)->first, fingerprint(text), fingerprint(there->second)));
  }
}

struct Owned {
  sim::Piece const* piece;
  std::string const* file;
};

/// The pieces of all parts, which must not overlap, nor leave trials out.
KeptReduction together(std::string const& name, NamedParts const& parts) {
  KeptReduction all;
  std::vector<Owned> owned;
  for (auto const& [file, part] : parts) {
    auto const found = part.kept.reductions.find(name);
    if (found == part.kept.reductions.end()) continue;
    auto const& [range, pieces] = found->second;
    if (!owned.empty() && all.range != range)
      require(false, fmt::format("{}: is of trials [{}, {}), and {} of [{}, {})", file, range.first, range.last,
                                 *owned.front().file, all.range.first, all.range.last));
    all.range = range;
    for (auto const& piece : pieces) owned.push_back({&piece, &file});
  }
  std::ranges::sort(owned, {}, [](Owned const& one) { return one.piece->range.first; });
  for (std::size_t k = 1; k < owned.size(); ++k) {
    auto const &before = *owned[k - 1].piece, &after = *owned[k].piece;
    require(after.range.first >= before.range.last,
            fmt::format("{}: has trials [{}, {}), as {} has", *owned[k].file, after.range.first,
                        std::min(before.range.last, after.range.last), *owned[k - 1].file));
  }
  for (auto const& one : owned) all.pieces.push_back(*one.piece);
  std::string gaps;
  for (auto const& gap : sim::missing_of(all.range, all.pieces))
    gaps += fmt::format("{}[{}, {})", gaps.empty() ? "" : ", ", gap.first, gap.last);
  require(gaps.empty(), fmt::format("trials {}: are in none of the parts (which together have no others of [{}, {}))",
                                    gaps, all.range.first, all.range.last));
  return all;
}

}  // namespace

std::string to_json(Part const& part) {
  Json json{{"schema", format}};
  json.update(json_of(part.run));
  json["shard"] = {part.share.i, part.share.of};
  auto& entries = json["entries"] = Json::array();
  for (auto const& [name, text] : part.kept.texts) entries.push_back(json_of(name, text));
  for (auto const& [name, reduction] : part.kept.reductions)
    for (auto const& piece : joined(reduction.pieces))
      entries.push_back(json_of(sim::Reduction{name, reduction.range}, piece));
  return json.dump(1, ' ', false, Json::error_handler_t::replace);
}

Part part_from_json(std::string_view text) {
  auto const document = parse_json(text);
  JsonReader const json{document, "part"};
  json["schema"].check(json["schema"].text() == format, fmt::format("is not {}", format));
  Part part{run_from(json), {}, {}};
  auto const share = json["shard"].items();
  json["shard"].check(share.size() == 2, "is no pair of numbers");
  part.share = {share[0].whole(), share[1].whole()};
  json["shard"].check(part.share.i < std::max<std::uint64_t>(part.share.of, 1), "is none of so many");
  for (auto const& entry : json["entries"].items()) add_entry(part.kept, entry);
  return part;
}

bool is_finished(Part const& part) {
  if (part.share.of == 0) return !part.kept.texts.empty();
  for (auto const& [name, reduction] : part.kept.reductions) {
    auto const share = trials_of(part.share, reduction.range);
    std::uint64_t trials = 0;
    for (auto const& piece : reduction.pieces) trials += piece.range.count();
    if (trials != share.count()) return false;
  }
  return !part.kept.texts.empty();
}

Kept merged(NamedParts const& parts) {
  require(!parts.empty(), "parts: there are none to merge");
  Kept all;
  for (auto const& part : parts) {
    require_same(part.second.run, parts.front().second.run, part.first);
    add_texts(all, parts, part);
    for (auto const& [name, reduction] : part.second.kept.reductions) all.reductions[name];
  }
  require(!all.reductions.empty(), "parts: none has any trials (warner shard plays them)");
  for (auto& [name, reduction] : all.reductions) reduction = together(name, parts);
  return all;
}

}  // namespace warner::results
