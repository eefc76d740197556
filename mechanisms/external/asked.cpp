#include "mechanisms/external/asked.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "sim/replicates.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t tried = 100;  // releases of each dataset, for a start

}  // namespace

class Asked::Asking {
 public:
  Asking(Datasets datasets, std::shared_ptr<Respondent> respondent, HowRead how, std::uint64_t seed)
      : respondent_{std::move(respondent)},
        datasets_{datasets.texts.size()},
        names_{std::move(datasets.names)},
        numbers_{how.numbers},
        reading_{how.numbers, how.ideal} {
    if (how.schema) reading_.know(*std::move(how.schema));
    try_out(how.most_tried, seed);
    respondent_->tried_out();
  }

  Reading const& reading() const { return reading_; }
  Hello const& hello() const { return hello_; }
  std::map<std::size_t, std::string> const& failures() const { return failures_; }

  void release(Dataset const& arm, sim::Stream& stream, Batch out) {
    if (out.releases() == 0) return;
    Reading::Hand hand{reading_};
    auto const dataset = arm_of(arm);
    try {
      respondent_->ask(dataset, out.releases(), stream.word() >> 11,
                       [&](std::size_t i, std::string_view release) { hand.place(release, out, i); });
    } catch (ProgramFailed const& failed) {
      if (names_.empty()) throw;
      throw ProgramFailed{fmt::format("{} (it was asked about this dataset: {})", failed.what(), names_.at(dataset))};
    }
  }

  void finish() {
    respondent_->finish();
    if (auto const said = reading_.said_nothing_but();
        said && (respondent_->may_say_messages() || reading_.gave_no_answer()))
      throw ProgramFailed{fmt::format(
          "{}: every release was the same, '{}' ({})", respondent_->name(), *said,
          respondent_->may_say_messages() ? "is that a message, and no release?" : "does it return what it releases?")};
  }

 private:
  /// A hundred releases of each dataset say what releases are. As long as half of them would have said less, as many
  /// again are asked for: of all datasets together as many as of two.
  void try_out(std::size_t most_tried, std::uint64_t seed) {
    std::vector<Said> said;
    std::vector<std::size_t> answering;
    sim::Stream stream{{seed, sim::Purpose::try_out}, 0};
    auto const ask_about = [&](std::size_t dataset, std::size_t many) {
      for (std::size_t done = 0; done < many; done += sim::block_size)
        respondent_->ask(dataset, std::min(many - done, sim::block_size), stream.word() >> 11,
                         [&](std::size_t, std::string_view releases) {
                           auto const numbers = std::max(numbers_, respondent_->hello().numbers);
                           auto const are_numbers = numbers > 0 && releases.size() % (8 * numbers) == 0;
                           auto const one = are_numbers ? 8 * numbers : releases.size();
                           std::size_t from = 0;
                           do said.push_back({std::string{releases.substr(from, one)}, dataset});
                           while ((from += one) < releases.size());
                         });
    };
    for (std::size_t dataset = 0; dataset < datasets_; ++dataset) {
      auto const before = said.size();
      try {
        ask_about(dataset, tried);
        answering.push_back(dataset);
      } catch (ProgramFailed const& failed) {
        if (names_.empty()) throw;
        failures_.emplace(dataset, failed.what());
        said.resize(before);
      }
    }
    if (said.empty()) throw ProgramFailed{failures_.begin()->second};
    hello_ = respondent_->hello();
    reading_.expect(std::max(numbers_, hello_.numbers), hello_.columns);
    auto const most = std::max(tried, 2 * most_tried / answering.size());
    for (auto each = tried; reading_.learn(said) && each < most;) {
      auto const more = std::min(each, most - each);
      for (auto const dataset : answering) ask_about(dataset, more);
      each += more;
    }
  }

  std::shared_ptr<Respondent> respondent_;
  std::size_t datasets_;
  std::vector<std::string> names_;               // of datasets
  std::size_t numbers_;                          // of a release, where that was given
  std::map<std::size_t, std::string> failures_;  // by dataset
  Hello hello_;
  Reading reading_;
};

Asked::Asked(Datasets datasets, std::optional<Guarantee> const& claim, std::shared_ptr<Respondent> respondent,
             HowRead how, std::uint64_t seed)
    : claim_{claim} {
  if (claim) validate(*claim);  // before anything is asked
  asking_ = std::make_shared<Asking>(std::move(datasets), std::move(respondent), std::move(how), seed);
}

Asked Asked::claiming(Guarantee const& claim) const {
  validate(claim);
  auto same = *this;
  same.claim_ = claim;
  return same;
}

Hello const& Asked::hello() const { return asking_->hello(); }
std::map<std::size_t, std::string> const& Asked::failures() const { return asking_->failures(); }
std::vector<Column> Asked::columns(Dataset const&) const { return asking_->reading().schema().columns(); }
void Asked::release(Dataset const& arm, sim::Stream& stream, Batch out) const { asking_->release(arm, stream, out); }
Reading const& Asked::reading() const { return asking_->reading(); }
void Asked::finish() const { asking_->finish(); }

}  // namespace warner::mechanisms::external
