#include "mechanisms/broken/laplace_wrong_scale.hpp"

#include "mechanisms/contract/parameter_values.hpp"

namespace warner::mechanisms::broken {
namespace {

Instance make_scaled(Given const& given, double factor) {
  auto const epsilon = epsilon_from(given, 1, {{"epsilon", [](double e) { return e; }}});
  auto const sensitivity = require_positive("sensitivity", value_or(given, "sensitivity", 1),
                                            "the noise has scale factor sensitivity / epsilon");
  require_positive("factor", factor, "it multiplies the noise scale");
  return {LaplaceWrongScale{epsilon, sensitivity, factor},
          {{"epsilon", epsilon}, {"sensitivity", sensitivity}},
          {{{0}, {sensitivity}, Relation::substitute, {}}},
          Answers{.step = sensitivity}};
}

std::vector<Parameter> parameters() {
  return {{"epsilon", 1, "what is claimed, > 0"}, {"sensitivity", 1, "how far one person moves the answer, > 0"}};
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
          .make = [](Given const& given) {
            auto const factor = value_or(given, "factor", 0.9);
            auto instance = make_scaled(given, factor);
            instance.parameters.emplace_back("factor", factor);
            return instance;
          }};
}

Entry laplace_half_scale_entry() {
  return {.name = "broken/laplace-half-scale",
          .summary = "Laplace noise at half the scale",
          .release = "R^1",
          .parameters = parameters(),
          .flaw = "half the noise: truly 2 epsilon",
          .reference = "D18",
          .make = [](Given const& given) { return make_scaled(given, 0.5); }};
}

}  // namespace warner::mechanisms::broken
