#pragma once

#include "mechanisms/central/laplace.hpp"

namespace warner::mechanisms::broken {

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

Entry laplace_wrong_scale_entry();
Entry laplace_half_scale_entry();

}  // namespace warner::mechanisms::broken
