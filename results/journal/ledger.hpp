#pragma once

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "sim/reduction.hpp"

namespace warner::results {

/// What a run is: the same words, seed, version and program compute the same.
struct RunName {
  std::string version, commit;
  std::vector<std::string> words{};  ///< of the command line, but for those that change no byte of the result
  std::string seed = "1";
  std::string program{};  ///< a fingerprint of what --exec or --plugin names; empty: of the catalogue

  friend bool operator==(RunName const&, RunName const&) = default;
};

/// @throws std::invalid_argument that says by name what differs between what is there and what is wanted.
void require_same(RunName const& there, RunName const& wanted, std::string const& where);

struct KeptReduction {
  sim::Replicates range{};
  std::vector<sim::Piece> pieces{};
};
using KeptReductions = std::map<std::string, KeptReduction>;  // by name

/// What was computed.
struct Kept {
  std::map<std::string, std::string> texts{};
  KeptReductions reductions{};
  std::map<std::string, KeptReductions> steps{};  ///< towards texts that are not there yet, by their names

  void add(std::string const& name, std::string const& text);
  KeptReduction& at(std::string const& reduction, std::string const& towards);
};

/// A share of every reduction: the i-th of so many, from 0; of none, no blocks.
struct Share {
  std::uint64_t i = 0, of = 1;
};
/// Its trials; blocks are dealt as evenly as they can be.
sim::Replicates trials_of(Share const& share, sim::Replicates const& range);

/// Called with what is new, before it counts as kept.
struct Listener {
  std::function<void(std::string const& name, std::string const& text)> on_text{};
  std::function<void(sim::Reduction const& reduction, sim::Piece const& piece)> on_piece{};
};

/// Keeps everything in memory, and tells somebody of what is new.
class Ledger final : public sim::Keeper {
 public:
  explicit Ledger(Kept kept = {}, Share share = {}, Listener listener = {})
      : kept_{std::move(kept)}, share_{share}, listener_{std::move(listener)} {}

  Kept const& kept() const { return kept_; }

  sim::Replicates share_of(sim::Replicates const& range) const override { return trials_of(share_, range); }
  std::vector<sim::Piece> begin(sim::Reduction const& reduction) override;
  void keep(sim::Reduction const& reduction, sim::Piece const& piece) override;
  std::optional<std::string> text(std::string const& name) override;
  void keep_text(std::string const& name, std::string const& text) override;

 private:
  Kept kept_;
  Share share_;
  Listener listener_;
  std::size_t most_pieces_ = 1024;  ///< of one reduction; then neighbours become one
};

/// Pieces that are neighbours as one.
std::vector<sim::Piece> joined(std::vector<sim::Piece> pieces);

}  // namespace warner::results
