// A project that knows Warner by find_package alone: it audits two mechanisms, and keeps the record of one.
#include <iostream>

#include "mechanisms/catalogue/registry.hpp"
#include "results/audit/audit.hpp"
#include "results/audit/record.hpp"

int main() {
  warner::results::Question question;
  question.mechanism = "broken/laplace-half-scale";
  question.options.budget = 100'000;
  question.options.level = 1e-6;
  auto const broken = warner::results::audit(question);
  question.mechanism = "laplace";
  auto const sound = warner::results::audit(question);
  auto const again = warner::results::record_from_json(warner::results::to_json(sound));
  std::cout << "sound  epsilon >= " << sound.measurement.epsilon_lower_bound
            << "\nbroken epsilon >= " << broken.measurement.epsilon_lower_bound << '\n';
  return broken.refuted() && !sound.refuted() && again.measurement.tally == sound.measurement.tally ? 0 : 1;
}
