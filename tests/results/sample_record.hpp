#pragma once

#include <string>

#include "results/audit/record.hpp"

namespace warner::tests {

/// A record made up by hand: nothing was measured.
inline results::Record sample_record(std::string const& mechanism = "laplace", std::string const& flaw = "") {
  results::Record record;
  record.mechanism = mechanism;
  record.parameters = {{"epsilon", 1.0}, {"sensitivity", 1.0}};
  record.pair = {{0}, {1}, mechanisms::Relation::substitute, {}};
  record.claim = {1, 0};
  record.guarantee = "epsilon = 1";
  record.flaw = flaw;
  record.measurement.epsilon_lower_bound = flaw.empty() ? 0.9 : 1.9;
  record.measurement.epsilon_estimate = 0.95;
  record.measurement.epsilon_exact = flaw.empty() ? 1 : 2;
  record.measurement.tally = {70, 25, 5};
  record.measurement.search_trials = 10;
  record.measurement.certify_trials = 100;
  record.measurement.strategy = {verify::Bins{{verify::Feature::Kind::coordinate, 0}, {0, 1}, {1, 0, -1}}, 0.5, -0.5};
  record.measurement.probability_d = 0.5;
  record.measurement.probability_d_prime = 0.5;
  record.detectable_epsilon = 1.2;
  record.blind_spot = 3e-6;
  record.seed = 1;
  return record;
}

}  // namespace warner::tests
