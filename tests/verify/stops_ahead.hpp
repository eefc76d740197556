#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <memory>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/stream.hpp"
#include "verify/bounds/clopper_pearson.hpp"

namespace warner::verify::toys {

/// Randomised response of epsilon 2, given whatever happened before, with neither more nor less in its time; but once
/// right guesses are so far ahead that a bound for a fixed number of guesses would refute epsilon 2 at the level, it
/// says nothing any more. Silent in half of the `learning` first releases, too, so that whoever learns learns to
/// abstain.
struct StopsAhead {
  struct Past {
    std::uint64_t releases = 0, right = 0, wrong = 0;
    bool ahead = false;
  };
  std::uint64_t learning;
  double epsilon = 2, level = 0.05;
  std::shared_ptr<Past> past = std::make_shared<Past>();

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"y", mechanisms::Column::Kind::category}};
  }
  void release(mechanisms::Dataset const& d, sim::Stream& stream, mechanisms::Batch out) const {
    auto const tells = 1 / (1 + std::exp(-epsilon));
    for (auto& y : out.column(0)) {
      auto const learns = ++past->releases <= learning;
      if (!learns && !past->ahead)
        past->ahead =
            past->right > 0 && binomial_at_least(past->right, past->right + past->wrong, tells) <= 0.9 * level;
      auto const lies = !stream_says(stream, tells), idle = past->ahead || (learns && stream_says(stream, 0.5));
      y = d[0] + static_cast<double>(lies) * (1 - 2 * d[0]);  // without a branch, which the clock would tell
      past->right += !learns && !lies;
      past->wrong += !learns && lies;
      if (idle) y = std::numeric_limits<double>::quiet_NaN();
    }
  }
  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{epsilon}; }

 private:
  static bool stream_says(sim::Stream& stream, double probability) {
    return static_cast<double>(stream.word() >> 11) * 0x1p-53 < probability;
  }
};

}  // namespace warner::verify::toys
