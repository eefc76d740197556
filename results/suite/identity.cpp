#include "results/suite/identity.hpp"

#include <map>

#include <fmt/format.h>

#include "results/audit/fields.hpp"
#include "results/audit/fingerprint.hpp"
#include "results/audit/json.hpp"

namespace warner::results {
namespace {

bool was_found(Record const& record) {
  return record.pair_sought || (record.external && record.external->sought_among > 0) || !record.lengths.empty();
}

Json pair_of(Record const& record) {
  if (was_found(record)) return nullptr;
  if (record.pair_is_unknown()) return Json::array({numbers({0}), numbers({1})});  // as earlier records have it
  if (record.external && record.external->datasets)
    return Json::array({record.external->datasets->d, record.external->datasets->d_prime});
  if (record.external && !record.external->dataset_fingerprints.empty()) return record.external->dataset_fingerprints;
  return Json::array({numbers(record.pair.d), numbers(record.pair.d_prime)});
}

}  // namespace

std::string identity(Outcome const& outcome) {
  auto json = Json::array({outcome.mechanism, outcome.claim, outcome.leaks});
  if (outcome.record)
    json.insert(json.end(),
                {pair_of(*outcome.record), Plain<mechanisms::Parameters>::written(outcome.record->parameters)});
  else json.push_back(outcome.name);  // nothing else is known of it
  return fingerprint(dumped(json));
}

std::vector<std::string> identities(Run const& run) {
  std::map<std::string, std::size_t> seen;
  std::vector<std::string> names;
  for (auto const& outcome : run.outcomes) {
    auto name = identity(outcome);
    if (auto const times = ++seen[name]; times > 1) name += fmt::format("-{}", times);
    names.push_back(std::move(name));
  }
  return names;
}

}  // namespace warner::results
