#include "results/journal/ledger.hpp"

#include <algorithm>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "sim/require.hpp"

namespace warner::results {

void require_same(RunName const& there, RunName const& wanted, std::string const& where) {
  auto const version = [](RunName const& run) { return fmt::format("warner {} ({})", run.version, run.commit); };
  require(version(there) == version(wanted),
          fmt::format("{}: is of another version, {}, and this is {}", where, version(there), version(wanted)));
  require(there.words == wanted.words, fmt::format("{}: is of another question, '{}' (and '{}' is asked)", where,
                                                   fmt::join(there.words, " "), fmt::join(wanted.words, " ")));
  require(there.seed == wanted.seed,
          fmt::format("{}: is of another seed, {} (and {} is asked for)", where, there.seed, wanted.seed));
  require(
      there.program == wanted.program,
      fmt::format("{}: is of another program, fingerprint {}, and this is {} (a file that the command names, or one "
                  "of its kind beside it, has changed)",
                  where, there.program, wanted.program));
}

sim::Replicates trials_of(Share const& share, sim::Replicates const& range) {
  if (share.of == 0) return {range.first, range.first};
  auto const blocks = range.blocks(), least = blocks / share.of, more = blocks % share.of;
  auto const begin = [&](std::uint64_t i) {
    auto const before = i * least + std::min(i, more);
    return before == blocks ? range.last : range.first + before * sim::block_size;  // the last end may be no block's
  };
  return {begin(share.i), begin(share.i + 1)};
}

void Kept::add(std::string const& name, std::string const& text) {
  texts[name] = text;
  steps.erase(name);
}

KeptReduction& Kept::at(std::string const& reduction, std::string const& towards) {
  return (towards.empty() ? reductions : steps[towards])[reduction];
}

std::vector<sim::Piece> Ledger::begin(sim::Reduction const& reduction) {
  auto& [range, pieces] = kept_.at(reduction.name, reduction.towards);
  require(pieces.empty() || range == reduction.range,
          fmt::format("{}: was of trials [{}, {}), not [{}, {})", reduction.name, range.first, range.last,
                      reduction.range.first, reduction.range.last));
  range = reduction.range;
  return pieces;
}

void Ledger::keep(sim::Reduction const& reduction, sim::Piece const& piece) {
  if (listener_.on_piece) listener_.on_piece(reduction, piece);
  auto& pieces = kept_.at(reduction.name, reduction.towards).pieces;
  pieces.push_back(piece);
  if (pieces.size() <= most_pieces_) return;
  pieces = joined(std::move(pieces));  // a run of weeks on many machines has millions
  most_pieces_ = std::max(most_pieces_, 2 * pieces.size());
}

std::optional<std::string> Ledger::text(std::string const& name) {
  auto const found = kept_.texts.find(name);
  return found == kept_.texts.end() ? std::nullopt : std::optional{found->second};
}

void Ledger::keep_text(std::string const& name, std::string const& text) {
  if (listener_.on_text) listener_.on_text(name, text);
  kept_.add(name, text);
}

std::vector<sim::Piece> joined(std::vector<sim::Piece> pieces) {
  std::ranges::sort(pieces, {}, [](sim::Piece const& piece) { return piece.range.first; });
  std::vector<sim::Piece> all;
  for (auto& piece : pieces) {
    if (all.empty() || all.back().range.last != piece.range.first || all.back().sums.size() != piece.sums.size()) {
      all.push_back(std::move(piece));
      continue;
    }
    all.back().range.last = piece.range.last;
    for (std::size_t i = 0; i < piece.sums.size(); ++i) all.back().sums[i] += piece.sums[i];
  }
  return all;
}

}  // namespace warner::results
