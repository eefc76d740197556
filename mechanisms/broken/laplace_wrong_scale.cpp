#include "mechanisms/central/laplace.hpp"
#include "mechanisms/contract/entry.hpp"

namespace warner::mechanisms::broken {
namespace {

/// The Laplace mechanism with its noise scale multiplied by `factor`, and the claim left as it was: truly epsilon /
/// factor. Flaw: ratio.
class LaplaceWrongScale : public central::Laplace {
 public:
  LaplaceWrongScale(double epsilon, double sensitivity, double factor)
      : Laplace{epsilon / factor, sensitivity}, claimed_epsilon_{epsilon} {}
  Guarantee guarantee() const { return PureDp{claimed_epsilon_}; }

 private:
  double claimed_epsilon_;
};

Instance make_scaled(Arguments& values, double factor) {
  auto const epsilon = values["epsilon"];
  auto const sensitivity = values["sensitivity"];
  require_positive("factor", factor, "it multiplies the noise scale");
  return {LaplaceWrongScale{epsilon, sensitivity, factor},
          {{{0}, {sensitivity}, Relation::substitute, {}}},
          Answers{.step = sensitivity}};
}

std::vector<Parameter> parameters() {
  return {epsilon_parameter("what is claimed, > 0"),
          {"sensitivity", 1, "how far one person moves the answer, > 0",
           Positive{"the noise has scale factor sensitivity / epsilon"}}};
}

}  // namespace

Entry laplace_wrong_scale_entry() {
  auto takes = parameters();
  takes.push_back({"factor", 0.9, "what the noise scale is multiplied with; 1 is sound"});
  return {.name = "broken/laplace-wrong-scale",
          .summary = "Laplace noise that is too small by a factor",
          .release = "R^1",
          .parameters = takes,
          .flaw = "the scale is factor times what the claim needs: truly epsilon / factor",
          .reference = "D18",
          .make = [](Arguments& values) { return make_scaled(values, values["factor"]); }};
}

Entry laplace_half_scale_entry() {
  return {.name = "broken/laplace-half-scale",
          .summary = "Laplace noise at half the scale",
          .release = "R^1",
          .parameters = parameters(),
          .flaw = "half the noise: truly 2 epsilon",
          .reference = "D18",
          .make = [](Arguments& values) { return make_scaled(values, 0.5); }};
}

}  // namespace warner::mechanisms::broken
