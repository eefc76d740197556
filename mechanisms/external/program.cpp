#include "mechanisms/external/program.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <cstdlib>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/agreement.hpp"
#include "mechanisms/external/arms.hpp"
#include "sim/byte_hash.hpp"
#include "sim/driver.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::chrono::seconds patience{1};  // for programs to end by themselves
constexpr double chance = 1e-9;              // of agreement, below which two processes are not independent

/// A death as a release (respondent.hpp): where others are numbers, its length tells it from them.
std::string release_of(std::string const& death) {
  auto const text = fmt::format("!error it {}", death);
  return text.size() % sizeof(double) == 0 ? text + " " : text;
}

/// Processes of one program.
class Processes : public Respondent {
 public:
  Processes(std::vector<std::string> datasets, Launch launch)
      : launch_{std::move(launch)}, requests_{std::move(datasets)}, said_(1) {
    launch_.given_up = &given_up_;
    launch_.greeted = [this](Hello const& hello) { take(hello); };
    static std::once_flag said;
    std::call_once(said, [] { ::setenv("WARNER_PROTOCOL", "2", 1); });  // what its programs may speak
  }

  ~Processes() override {
    for (auto& idle : idle_) idle->let_go();  // all of them before the first is waited for
  }
  Processes(Processes const&) = delete;
  Processes& operator=(Processes const&) = delete;

  std::string name() const override { return launch_.name; }
  Hello hello() const override { return hello_; }
  bool may_share_draws() const override { return !launch_.crash_is_a_release; }
  void tried_out() override { is_tried_out_ = true; }

  void ask(std::size_t arm, std::size_t n, std::uint64_t seed, Take const& take) override {
    if (is_tried_out_)
      return launch_.crash_is_a_release ? ask_singly(arm, n, seed, take) : ask_whole(arm, n, seed, take);
    std::vector<std::uint64_t> hashes;
    auto const noted = [&](std::size_t i, std::string_view release) {
      hashes.push_back(sim::hash_of_bytes(release));
      take(i, release);
    };
    launch_.crash_is_a_release ? ask_singly(arm, n, seed, noted) : ask_whole(arm, n, seed, noted);
    if (answering_.size() == 2 || std::ranges::find(answering_, arm) != answering_.end()) return;
    said_.front()[answering_.size()] = std::move(hashes);
    answering_.push_back(arm);
  }

  void finish() override {
    for (auto& idle : idle_) idle->hang_up();
    auto const until = std::chrono::steady_clock::now() + patience;
    for (auto& idle : idle_) idle->wait_for_end(until);
    for (auto& idle : idle_) idle->let_go();
    idle_.clear();
  }

 private:
  /// The first process' hello is what all others must say.
  void take(Hello const& hello) {
    std::scoped_lock const lock{mutex_};
    if (std::exchange(has_said_hello_, true)) {
      if (hello != hello_) throw Misfit{"one of its processes says another hello than the first"};
      return;
    }
    if (is_tried_out_) throw Misfit{"one of its processes says hello, and the first did not"};
    if (launch_.numbers > 0 && hello.numbers > 0 && hello.numbers != launch_.numbers)
      throw Misfit{fmt::format("its hello says that a release has {} numbers (and --binary says {})", hello.numbers,
                               launch_.numbers)};
    hello_ = hello;
    launch_.prepares = launch_.prepares || hello.prepares;
    launch_.column_by_column = hello.column_by_column;
    launch_.numbers = std::max(launch_.numbers, hello.numbers);
  }

  /// Before a pair is played, both of its datasets are there; of many, only those that are asked for.
  std::string request(Conversation& conversation, std::size_t arm, std::size_t n, std::uint64_t seed) const {
    if (!launch_.prepares) return requests_(arm, n, seed);
    std::string text;
    auto const all = requests_.datasets() == 2;
    for (std::size_t dataset = all ? 0 : arm; dataset < (all ? 2 : arm + 1); ++dataset)
      if (!conversation.hand_over(dataset)) text += requests_.prepare(dataset);
    return text + requests_.of_prepared(arm, n, seed);
  }

  void ask_singly(std::size_t arm, std::size_t n, std::uint64_t seed, Take const& take) {
    // A death after one release and before the next belongs to the former: only a process of its own for each release
    // tells. What was said and not yet handed over dies with a process, too.
    sim::Stream seeds{{seed, sim::Purpose::try_out}, 1};
    for (std::size_t i = 0; i < n; ++i) {
      std::string said;
      try {
        Conversation conversation{launch_};
        conversation.ask(request(conversation, arm, 1, seeds.word() >> 11), 1,
                         [&](std::size_t, std::string_view release) { said = release; });
        if (auto const death = conversation.death()) said = release_of("answered, and " + *death);
      } catch (ProgramDied const& died) {
        said = release_of(died.how);
      } catch (...) {
        given_up_ = is_tried_out_;
        throw;
      }
      take(i, said);
    }
  }

  void ask_whole(std::size_t arm, std::size_t n, std::uint64_t seed, Take const& take) {
    std::unique_ptr<Conversation> conversation;
    try {
      conversation = free_one();
      conversation->ask(request(*conversation, arm, n, seed), n, take);
    } catch (sim::Interrupted const&) {
      throw;
    } catch (...) {
      given_up_ = is_tried_out_;  // before, nobody else is asked
      throw;
    }
    std::scoped_lock const lock{mutex_};
    idle_.push_back(std::move(conversation));
  }

  std::unique_ptr<Conversation> free_one() {
    {
      std::scoped_lock const lock{mutex_};
      if (!idle_.empty()) {
        auto conversation = std::move(idle_.back());
        idle_.pop_back();
        return conversation;
      }
    }
    auto conversation = std::make_unique<Conversation>(launch_);
    if (is_tried_out_) greet(*conversation);
    return conversation;
  }

  /// Every process but the first is asked for what the first was asked for, with other seeds.
  void greet(Conversation& conversation) {
    Hashes said;
    for (std::size_t i = 0; i < answering_.size(); ++i) {
      auto const many = said_.front()[i].size();
      conversation.ask(request(conversation, answering_[i], many, ++greeting_), many,
                       [&](std::size_t, std::string_view release) { said[i].push_back(sim::hash_of_bytes(release)); });
    }
    std::scoped_lock const lock{mutex_};
    if (std::ranges::find(said_, said) != said_.end() &&
        log_chance_of_agreement(said[0]) + log_chance_of_agreement(said[1]) < std::log(chance))
      throw ProgramFailed{
          fmt::format("{}: two processes of it give the same releases for different seeds ({})", launch_.name,
                      says_again(conversation, said[0].size()) ? how_to_be_fresh()
                                                               : "draw from the request's seed, or begin with fresh "
                                                                 "randomness; --threads 1 starts one process")};
    said_.push_back(std::move(said));
  }

  /// Whether a process that is asked once more says what it said before.
  bool says_again(Conversation& conversation, std::size_t many) {
    std::vector<std::uint64_t> again;
    conversation.ask(request(conversation, answering_.front(), many, ++greeting_), many,
                     [&](std::size_t, std::string_view release) { again.push_back(sim::hash_of_bytes(release)); });
    return again == said_.front().front();
  }

  using Hashes = std::array<std::vector<std::uint64_t>, 2>;  // hashes of a process' first releases, of either dataset

  Launch launch_;
  Requests requests_;
  Hello hello_;
  bool has_said_hello_ = false, is_tried_out_ = false;
  std::vector<std::size_t> answering_;  // the first two datasets that it does not fail on
  std::vector<Hashes> said_;            // of these, by each process
  std::atomic<std::uint64_t> greeting_{0};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Conversation>> idle_;
  std::atomic<bool> given_up_{false};
};

}  // namespace

HowRead how_read(Launch const& launch) { return {launch.numbers, launch.ideal, launch.schema, launch.most_tried}; }

std::shared_ptr<Respondent> processes_of(std::vector<std::string> datasets, Launch launch) {
  return std::make_shared<Processes>(std::move(datasets), std::move(launch));
}

Program::Program(Datasets datasets, std::optional<Guarantee> const& claim, Launch launch, std::uint64_t seed)
    : Asked{datasets, claim, processes_of(datasets.texts, launch), how_read(launch), seed} {}

}  // namespace warner::mechanisms::external
