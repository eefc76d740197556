#include "mechanisms/external/asked.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/freshness.hpp"
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
        seed_{seed},
        reading_{how.numbers, how.ideal} {
    if (how.schema) reading_.know(*std::move(how.schema));
    try_out(how.most_tried, seed);
    respondent_->tried_out();
  }

  Reading const& reading() const { return reading_; }
  std::vector<std::string> notes() const {
    auto notes = reading_.notes();
    if (names_.empty() && says_one_thing_of_each_)
      notes.push_back(
          "the first releases of each dataset were all the same (is that meant, or are its draws always the same?)");
    return notes;
  }
  Hello const& hello() const { return hello_; }
  std::map<std::size_t, std::string> const& failures() const { return failures_; }

  void release(Dataset const& arm, sim::Stream& stream, Batch out) {
    if (out.releases() == 0) return;
    Reading::Hand hand{reading_};
    auto const dataset = arm_of(arm);
    auto const seed = stream.word() >> 11;
    auto const compares = freshness_.wants(dataset);
    FirstReleases first;
    try {
      respondent_->ask(dataset, out.releases(), seed, [&](std::size_t i, std::string_view release) {
        if (compares) first.take(release, bytes_of_release(hello_));
        hand.place(release, out, i);
      });
      if (compares) require_fresh(freshness_.hear(dataset, seed, first.hashes()));
    } catch (ProgramFailed const& failed) {
      if (names_.empty()) throw;
      throw ProgramFailed{fmt::format("{} (it was asked about this dataset: {})", failed.what(), names_.at(dataset))};
    }
  }

  void finish() {
    compare_the_rest();
    respondent_->finish();
    if (auto const said = reading_.said_nothing_but();
        said && (respondent_->may_say_messages() || reading_.gave_no_answer()))
      throw ProgramFailed{fmt::format(
          "{}: every release was the same, '{}' ({})", respondent_->name(), *said,
          respondent_->may_say_messages() ? "is that a message, and no release?" : "does it return what it releases?")};
  }

 private:
  /// An audit that was soon over compared few releases: as many as at first are asked for once more.
  void compare_the_rest() {
    sim::Stream stream{{seed_, sim::Purpose::try_out}, 2};
    for (std::size_t dataset = 0; dataset < datasets_ && names_.empty() && respondent_->may_share_draws(); ++dataset) {
      if (!freshness_.wants(dataset)) continue;
      auto const seed = stream.word() >> 11;
      FirstReleases first;
      respondent_->ask(dataset, tried, seed,
                       [&](std::size_t, std::string_view release) { first.take(release, bytes_of_release(hello_)); });
      require_fresh(freshness_.hear(dataset, seed, first.hashes()));
    }
  }

  /// 0 where releases are lines.
  std::size_t bytes_of_release(Hello const& hello) const { return 8 * std::max(numbers_, hello.numbers); }

  void require_fresh(Freshness::Finding finding) const {
    auto const name = respondent_->name();
    if (finding == Freshness::Finding::said_again)
      throw ProgramFailed{
          fmt::format("{}: it gives the same releases for different seeds ({})", name, respondent_->how_to_be_fresh())};
    if (finding == Freshness::Finding::one_for_all)
      throw ProgramFailed{
          fmt::format("{}: all releases of a request are the same, and those of the next one are others "
                      "(draw noise for each of them)",
                      name)};
  }

  /// A hundred releases of each dataset say what releases are. As long as half of them would have said less, as many
  /// again are asked for: of all datasets together as many as of two.
  void try_out(std::size_t most_tried, std::uint64_t seed) {
    std::vector<Said> said;
    std::vector<std::size_t> answering;
    sim::Stream stream{{seed, sim::Purpose::try_out}, 0};
    auto const ask_about = [&](std::size_t dataset, std::size_t many) {
      for (std::size_t done = 0; done < many; done += sim::block_size) {
        auto const of_request = stream.word() >> 11;
        FirstReleases first;
        respondent_->ask(dataset, std::min(many - done, sim::block_size), of_request,
                         [&](std::size_t, std::string_view releases) {
                           auto const bytes = bytes_of_release(respondent_->hello());  // it came before
                           first.take(releases, bytes);
                           for_each_release(releases, bytes, [&](std::string_view release) {
                             said.push_back({std::string{release}, dataset});
                           });
                         });
        require_fresh(freshness_.hear(dataset, of_request, first.hashes()));
      }
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
    says_one_thing_of_each_ = freshness_.says_one_thing_of_each();
  }

  std::shared_ptr<Respondent> respondent_;
  std::size_t datasets_;
  std::vector<std::string> names_;  // of datasets
  std::size_t numbers_;             // of a release, where that was given
  std::uint64_t seed_;
  bool says_one_thing_of_each_ = false;  // as far as it was tried out, which is the same on any number of threads
  std::map<std::size_t, std::string> failures_;  // by dataset
  Hello hello_;
  Reading reading_;
  Freshness freshness_;
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
std::vector<std::string> Asked::notes() const { return asking_->notes(); }
void Asked::finish() const { asking_->finish(); }

}  // namespace warner::mechanisms::external
