#include "mechanisms/external/program.hpp"

#include <algorithm>
#include <array>
#include <chrono>
#include <cmath>
#include <mutex>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/agreement.hpp"
#include "mechanisms/external/arms.hpp"
#include "sim/byte_hash.hpp"
#include "sim/driver.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t tried = 100;           // releases of each dataset, for a start
constexpr std::chrono::seconds patience{1};  // for programs to end by themselves
constexpr double chance = 1e-9;              // of agreement, below which two processes are not independent

}  // namespace

class Program::Processes {
 public:
  Processes(WrittenPair const& datasets, Launch launch, std::uint64_t seed)
      : launch_{std::move(launch)}, requests_{datasets, launch_.once}, reading_{launch_.numbers, launch_.ideal} {
    launch_.given_up = &given_up_;
    if (launch_.schema) reading_.know(*launch_.schema);
    launch_.preface = requests_.preface();
    try_out(seed);
    is_tried_out_ = true;
  }

  ~Processes() {
    for (auto& idle : idle_) idle->let_go();  // all of them before the first is waited for
  }
  Processes(Processes const&) = delete;
  Processes& operator=(Processes const&) = delete;

  Reading const& reading() const { return reading_; }

  void release(Dataset const& arm, sim::Stream& stream, Batch out) {
    if (out.releases() == 0) return;
    Reading::Hand hand{reading_};
    ask(arm_of(arm), out.releases(), stream.word() >> 11,
        [&](std::size_t i, std::string_view release) { hand.place(release, out, i); });
  }

  void finish() {
    for (auto& idle : idle_) idle->hang_up();
    auto const until = std::chrono::steady_clock::now() + patience;
    for (auto& idle : idle_) idle->wait_for_end(until);
    for (auto& idle : idle_) idle->let_go();
    idle_.clear();
    if (auto const said = reading_.said_nothing_but())
      throw ProgramFailed{fmt::format("{}: every release was the same, '{}' (is that a message, and no release?)",
                                      launch_.name, *said)};
  }

 private:
  /// A hundred releases of each dataset say what releases are. As long as half of them would have said less, as many
  /// again are asked for.
  void try_out(std::uint64_t seed) {
    std::vector<Said> said;
    sim::Stream stream{{seed, sim::Purpose::try_out}, 0};
    Hashes first;
    for (std::size_t each = 0, more = tried; more > 0;) {
      for (std::size_t arm = 0; arm < 2; ++arm)
        for (std::size_t done = 0; done < more; done += sim::block_size)
          ask(arm, std::min(more - done, sim::block_size), stream.word() >> 11,
              [&](std::size_t, std::string_view release) {
                said.push_back({std::string{release}, arm});
              });
      if (each == 0)
        for (auto const& [text, arm] : said) first[arm].push_back(sim::hash_of_bytes(text));
      each += more;
      auto const says_more = reading_.learn(said);
      more = says_more && each < launch_.most_tried ? std::min(each, launch_.most_tried - each) : 0;
    }
    said_.push_back(std::move(first));
  }

  void ask(std::size_t arm, std::size_t n, std::uint64_t seed, Conversation::Take const& take) {
    if (!launch_.crash_is_a_release) return ask_whole(arm, n, seed, take);
    // What a process has said and not yet handed over dies with it: only where one release is asked for at a time does
    // every release keep its own chance of being a death.
    sim::Stream seeds{{seed, sim::Purpose::try_out}, 1};
    for (std::size_t i = 0; i < n; ++i) try {
        ask_whole(arm, 1, seeds.word() >> 11, [&](std::size_t, std::string_view release) { take(i, release); });
      } catch (ProgramDied const& died) {
        take(i, fmt::format("!error it {}", died.how));
      }
  }

  void ask_whole(std::size_t arm, std::size_t n, std::uint64_t seed, Conversation::Take const& take) {
    std::unique_ptr<Conversation> conversation;
    try {
      conversation = free_one();
      conversation->ask(requests_(arm, n, seed), n, take);
    } catch (sim::Interrupted const&) {
      throw;
    } catch (ProgramDied const&) {
      given_up_ = given_up_ || !launch_.crash_is_a_release;
      throw;
    } catch (...) {
      given_up_ = true;
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
    if (is_tried_out_ && !launch_.crash_is_a_release) greet(*conversation);
    return conversation;
  }

  /// Every process but the first is asked for what the first was asked for, with other seeds.
  void greet(Conversation& conversation) {
    Hashes said;
    for (std::size_t arm = 0; arm < 2; ++arm)
      conversation.ask(requests_(arm, tried, ++greeting_), tried, [&](std::size_t, std::string_view release) {
        said[arm].push_back(sim::hash_of_bytes(release));
      });
    std::scoped_lock const lock{mutex_};
    if (std::ranges::find(said_, said) != said_.end() &&
        log_chance_of_agreement(said[0]) + log_chance_of_agreement(said[1]) < std::log(chance))
      throw ProgramFailed{
          fmt::format("{}: two processes of it give the same releases for different seeds (draw from the request's "
                      "seed, or begin with fresh randomness; --threads 1 starts one process)",
                      launch_.name)};
    said_.push_back(std::move(said));
  }

  using Hashes = std::array<std::vector<std::uint64_t>, 2>;  // hashes of a process' first releases, of either dataset

  Launch launch_;
  Requests requests_;
  Reading reading_;
  bool is_tried_out_ = false;
  std::vector<Hashes> said_;  // by each process
  std::atomic<std::uint64_t> greeting_{0};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Conversation>> idle_;
  std::atomic<bool> given_up_{false};
};

Program::Program(WrittenPair const& datasets, Guarantee const& claim, Launch launch, std::uint64_t seed)
    : claim_{claim}, processes_{std::make_shared<Processes>(datasets, std::move(launch), seed)} {
  validate(claim);
}

std::vector<Column> Program::columns(Dataset const&) const { return processes_->reading().schema().columns(); }
void Program::release(Dataset const& arm, sim::Stream& stream, Batch out) const {
  processes_->release(arm, stream, out);
}
Reading const& Program::reading() const { return processes_->reading(); }
void Program::finish() const { processes_->finish(); }

}  // namespace warner::mechanisms::external
