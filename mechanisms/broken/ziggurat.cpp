#include "mechanisms/broken/ziggurat.hpp"

#include <array>
#include <cstdint>

#include "mechanisms/noise/fifty_digits.hpp"
#include "sim/scalar.hpp"

namespace warner::mechanisms::broken {
namespace {

using noise::FiftyDigits;

constexpr double tail_begins = 3.6541528853610087963519472518;  // and each layer has this area:
constexpr char const* area = "0.00492867323397465524494";

/// Layer i ends at edge w[i] 2^52; a point k across it is under the curve for sure below inside[i]; height[i] is the
/// curve at the edge.
struct Layers {
  std::array<std::uint64_t, 256> inside{};
  std::array<double, 256> width{}, height{};

  Layers() {
    FiftyDigits const v{area}, points = 0x1p52;
    FiftyDigits edge = tail_begins, outer = tail_begins;
    auto const curve = [](FiftyDigits const& x) { return FiftyDigits{exp(-x * x / 2)}; };
    FiftyDigits const bottom = v / curve(edge);  // the lowest layer as wide as a box of its area
    inside[0] = FiftyDigits{edge / bottom * points}.convert_to<std::uint64_t>();
    inside[1] = 0;
    width[0] = FiftyDigits{bottom / points}.convert_to<double>();
    width[255] = FiftyDigits{edge / points}.convert_to<double>();
    height[0] = 1;
    height[255] = curve(edge).convert_to<double>();
    for (std::size_t i = 254; i >= 1; --i) {
      edge = sqrt(FiftyDigits{-2 * log(v / edge + curve(edge))});
      inside[i + 1] = FiftyDigits{edge / outer * points}.convert_to<std::uint64_t>();
      outer = edge;
      height[i] = curve(edge).convert_to<double>();
      width[i] = FiftyDigits{edge / points}.convert_to<double>();
    }
  }
};

double unit(sim::Stream& stream) { return static_cast<double>((stream.word() >> 11) + 1) * 0x1p-53; }  // in (0, 1]

double tail(sim::Stream& stream) {
  while (true) {
    auto const x = sim::scalar::negative_log(unit(stream)) / tail_begins, y = sim::scalar::negative_log(unit(stream));
    if (y + y > x * x) return tail_begins + x;
  }
}

}  // namespace

double ziggurat_gaussian(sim::Stream& stream) {
  static Layers const layers;
  while (true) {
    auto const word = stream.word(), layer = word & 255, across = word >> 9 & 0x000FFFFFFFFFFFFFu;
    auto const negative = (word >> 8 & 1) != 0;
    auto const x = static_cast<double>(across) * layers.width[layer];
    if (across < layers.inside[layer]) return negative ? -x : x;
    if (layer == 0) {
      auto const beyond = tail(stream);
      return negative ? -beyond : beyond;
    }
    auto const height = (layers.height[layer - 1] - layers.height[layer]) * unit(stream) + layers.height[layer];
    if (sim::scalar::negative_log(height) > x * x / 2) return negative ? -x : x;  // height < e^(-x^2 / 2)
  }
}

}  // namespace warner::mechanisms::broken
