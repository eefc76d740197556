#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "sim/reduction.hpp"

namespace warner::verify::toys {

/// Keeps every piece of every reduction that it is given, and wants none of a range itself.
class Remembering final : public sim::Keeper {
 public:
  std::map<std::string, std::vector<sim::Piece>> pieces{};
  sim::Replicates share_of(sim::Replicates const& all) const override { return {all.first, all.first}; }
  std::vector<sim::Piece> begin(sim::Reduction const& reduction) override { return pieces[name_of(reduction)]; }
  void keep(sim::Reduction const& reduction, sim::Piece const& piece) override {
    pieces[name_of(reduction)].push_back(piece);
  }
  std::optional<std::string> text(std::string const&) override { return std::nullopt; }
  void keep_text(std::string const&, std::string const&) override {}

 private:
  static std::string name_of(sim::Reduction const& reduction) { return reduction.towards + ": " + reduction.name; }
};

}  // namespace warner::verify::toys
