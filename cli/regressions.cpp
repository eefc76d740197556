#include "cli/regressions.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "cli/external.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"

namespace warner::cli {
namespace {

constexpr std::size_t most_of_a_case = 8, longest_stem = 100;
constexpr std::uint64_t fewest_trials = 1000, times_as_many = 4;

/// A name as the beginning of a file name: short, of plain characters, and of no other case.
std::string stem_of(std::string const& name) {
  std::string plain;
  for (auto const c : name) {
    auto const keep = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || c == '_';
    if (keep) plain += c;
    else if (!plain.empty() && plain.back() != '-') plain += '-';
  }
  while (!plain.empty() && plain.back() == '-') plain.pop_back();
  return fmt::format("{}-{}", plain.substr(0, longest_stem), results::fingerprint(name).substr(8));
}

/// Names what is claimed of which mechanism: a witness against another claim says nothing of this one.
std::string beginning_of(PlannedCase const& planned) {
  std::string question;
  for (auto const& word : planned.of.words) question += word + '\n';
  return fmt::format("{}.{}.", stem_of(planned.of.name), results::fingerprint(question).substr(8));
}

std::string mechanism_of(results::Question const& question) {
  return question.outside ? question.outside->name : question.sought ? question.sought->name : question.mechanism;
}

/// Whether a record claims what its entry does, as far as a single claim of epsilon, mu or rho tells.
bool claims_the_same(results::Record const& record, results::Question const& question) {
  if (!question.claim || !question.also.empty()) return true;
  auto const& claim = *question.claim;
  if (auto const* mu = std::get_if<mechanisms::GaussianDp>(&claim)) return record.claimed_mu == mu->mu;
  if (auto const* rho = std::get_if<mechanisms::ZeroConcentratedDp>(&claim))
    return record.claimed_divergences.rho == rho->rho;
  if (!std::holds_alternative<mechanisms::PureDp>(claim) && !std::holds_alternative<mechanisms::ApproximateDp>(claim))
    return true;
  auto const at = mechanisms::statement_at(claim, question.delta.value_or(mechanisms::usual_delta(claim)));
  return record.claim.epsilon == at.epsilon && record.claim.delta == at.delta;
}

}  // namespace

std::vector<std::filesystem::path> regressions_of(PlannedCase const& planned) {
  std::vector<std::filesystem::path> found;
  auto const beginning = beginning_of(planned);
  std::error_code error;
  for (auto const& entry : std::filesystem::directory_iterator{regressions_folder, error}) {
    auto const name = entry.path().filename().string();
    auto const number = name.starts_with(beginning) && name.ends_with(".json")
                            ? name.substr(beginning.size(), name.size() - beginning.size() - 5)
                            : "";
    if (number.size() == 1 && number[0] >= '1' && number[0] <= '9') found.push_back(entry.path());
  }
  std::ranges::sort(found);
  return found;
}

ReplayedRegression replay_regression(std::filesystem::path const& file, PlannedCase const& planned, double level) {
  try {
    auto const record = results::read_as(file, results::record_from_json);
    if (record.mechanism != mechanism_of(planned.question))
      return {.problem = fmt::format("{}: is of another mechanism ({})", file.string(), record.mechanism)};
    if (!claims_the_same(record, planned.question))
      return {.problem = fmt::format("{}: is of another claim", file.string())};
    if (record.external && record.external->kind == "releases")
      return {.problem = fmt::format("{}: recorded releases are those that there are", file.string())};
    auto const execution = planned.question.options.execution;
    results::Fresh const fresh{std::max(fewest_trials, times_as_many * record.measurement.tally.trials()), level,
                               results::unseen_seed(record)};
    auto again = record.external
                     ? results::play_fresh(
                           record, outside_of(record, file.string(), limits_in(planned.of.words), execution, true),
                           fresh, execution)
                     : results::play_fresh(record, fresh, execution);
    return {.record = std::move(again)};
  } catch (std::invalid_argument const& error) {
    std::string const problem = error.what();
    return {.problem = problem.starts_with(file.string()) ? problem : fmt::format("{}: {}", file.string(), problem)};
  } catch (mechanisms::external::ProgramFailed const& error) {
    return {.problem = fmt::format("{}: {}", file.string(), error.what())};
  }
}

std::filesystem::path write_regression(PlannedCase const& planned, results::Record record) {
  auto const beginning = (std::filesystem::path{regressions_folder} / beginning_of(planned)).string();
  for (std::size_t number = 1; number <= most_of_a_case; ++number) {
    std::filesystem::path file = fmt::format("{}{}.json", beginning, number);
    if (std::filesystem::exists(file)) continue;
    write_datasets_beside(file.string(), record);
    results::write_file(file, results::to_json(record) + "\n");
    return file;
  }
  return {};
}

}  // namespace warner::cli
