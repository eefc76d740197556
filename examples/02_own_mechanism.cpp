// A mechanism of your own: any struct that releases, names its columns and says what it guarantees.
//
// A counting query is answered with Laplace noise. Written once with the right scale, once with the scale inverted
// (sensitivity * epsilon for sensitivity / epsilon). The audit spares the one and refutes the other.

#include <cstdio>
#include <vector>

#include "mechanisms/contract/mechanism.hpp"
#include "sim/variates.hpp"
#include "verify/measure.hpp"

using namespace warner;

/// Releases (how many records are at least 40) + Laplace noise.
struct NoisyCount {
  double epsilon;
  double scale;

  std::vector<mechanisms::Column> columns(mechanisms::Dataset const&) const {
    return {{"count", mechanisms::Column::Kind::real}};
  }

  // A batch of releases at once, drawn from the stream alone: that is what makes an audit repeatable.
  void release(mechanisms::Dataset const& ages, sim::Stream& stream, mechanisms::Batch out) const {
    double count = 0;
    for (auto const age : ages) count += age >= 40;
    sim::fill_laplace(stream, count, scale, out.column(0));
  }

  mechanisms::Guarantee guarantee() const { return mechanisms::PureDp{epsilon}; }
};

double certified_epsilon(NoisyCount const& mechanism) {
  // Neighbours: one person of 40 is replaced by one of 39, so the true counts are 3 and 2.
  mechanisms::Pair const pair{{23, 40, 51, 67}, {23, 39, 51, 67}, mechanisms::Relation::substitute, {}};
  verify::MeasureOptions options;
  options.budget = 200'000;
  options.level = 1e-6;
  return verify::measure(mechanism, pair, options).epsilon_lower_bound;
}

int main() {
  constexpr double epsilon = 0.5, sensitivity = 1;
  auto const right = certified_epsilon({epsilon, sensitivity / epsilon});
  auto const wrong = certified_epsilon({epsilon, sensitivity * epsilon});

  std::printf("claimed                 epsilon = %g\n", epsilon);
  std::printf("scale 1 / epsilon       epsilon >= %.4f   %s\n", right, right > epsilon ? "refuted" : "not refuted");
  std::printf("scale 1 * epsilon       epsilon >= %.4f   %s\n", wrong, wrong > epsilon ? "refuted" : "not refuted");
  return right <= epsilon && wrong > epsilon ? 0 : 1;
}
