#include "sim/replicates.hpp"

#include <string>

#include "sim/require.hpp"

namespace warner::sim {

void validate(Replicates const& range) {
  require(range.first <= range.last, "replicates: [" + std::to_string(range.first) + ", " + std::to_string(range.last) +
                                         ") ends before it begins");
  require(range.first % block_size == 0,
          "replicates: " + std::to_string(range.first) +
              " is no multiple of 4096 (trials are dealt in blocks, so that ranges add up)");
}

}  // namespace warner::sim
