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

constexpr std::size_t tried = 100;           // releases of each dataset, for a start
constexpr std::chrono::seconds patience{1};  // for programs to end by themselves
constexpr double chance = 1e-9;              // of agreement, below which two processes are not independent

}  // namespace

class Program::Processes {
 public:
  Processes(Datasets datasets, Launch launch, std::uint64_t seed)
      : launch_{std::move(launch)},
        requests_{std::move(datasets.texts)},
        names_{std::move(datasets.names)},
        reading_{launch_.numbers, launch_.ideal} {
    launch_.given_up = &given_up_;
    launch_.greeted = [this](Hello const& hello) { take(hello); };
    static std::once_flag said;
    std::call_once(said, [] { ::setenv("WARNER_PROTOCOL", "2", 1); });  // what its programs may speak
    if (launch_.schema) reading_.know(*launch_.schema);
    try_out(seed);
    is_tried_out_ = true;
  }

  ~Processes() {
    for (auto& idle : idle_) idle->let_go();  // all of them before the first is waited for
  }
  Processes(Processes const&) = delete;
  Processes& operator=(Processes const&) = delete;

  Reading const& reading() const { return reading_; }
  Hello const& hello() const { return hello_; }
  std::map<std::size_t, std::string> const& failures() const { return failures_; }

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
  /// again are asked for: of all datasets together as many as of two.
  void try_out(std::uint64_t seed) {
    std::vector<Said> said;
    sim::Stream stream{{seed, sim::Purpose::try_out}, 0};
    auto const ask_about = [&](std::size_t arm, std::size_t many) {
      for (std::size_t done = 0; done < many; done += sim::block_size)
        ask(arm, std::min(many - done, sim::block_size), stream.word() >> 11,
            [&](std::size_t, std::string_view release) {
              said.push_back({std::string{release}, arm});
            });
    };
    Hashes first;
    for (std::size_t arm = 0; arm < requests_.datasets(); ++arm) {
      auto const before = said.size();
      auto const answers = or_left_out(arm, [&] { ask_about(arm, tried); });
      if (!answers) said.resize(before);
      else if (answering_.size() <= first.size())
        for (auto i = before; i < said.size(); ++i)
          first[answering_.size() - 1].push_back(sim::hash_of_bytes(said[i].text));
    }
    if (said.empty()) throw ProgramFailed{failures_.begin()->second};
    said_.push_back(std::move(first));
    auto const most = std::max(tried, 2 * launch_.most_tried / answering_.size());
    for (auto each = tried; reading_.learn(said) && each < most;) {
      auto const more = std::min(each, most - each);
      for (auto const arm : answering_) ask_about(arm, more);
      each += more;
    }
  }

  /// Whether the program can be asked about a dataset; where datasets have names, one that it fails on is left out.
  template <class Asking>
  bool or_left_out(std::size_t arm, Asking const& asking) {
    try {
      asking();
      answering_.push_back(arm);
    } catch (ProgramFailed const& failed) {
      if (names_.empty()) throw;
      failures_.emplace(arm, failed.what());
      given_up_ = false;  // nobody else is asked yet
      return false;
    }
    return true;
  }

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
    reading_.expect(launch_.numbers, hello.columns);
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

  void ask(std::size_t arm, std::size_t n, std::uint64_t seed, Conversation::Take const& take) {
    if (!launch_.crash_is_a_release) return ask_whole(arm, n, seed, take);
    // A death after one release and before the next belongs to the former: only a process of its own for each release
    // tells. What was said and not yet handed over dies with a process, too.
    sim::Stream seeds{{seed, sim::Purpose::try_out}, 1};
    for (std::size_t i = 0; i < n; ++i) {
      std::string said;
      try {
        Conversation conversation{launch_};
        conversation.ask(request(conversation, arm, 1, seeds.word() >> 11), 1,
                         [&](std::size_t, std::string_view release) { said = release; });
        if (auto const death = conversation.death()) said = fmt::format("!error it answered, and {}", *death);
      } catch (ProgramDied const& died) {
        said = fmt::format("!error it {}", died.how);
      } catch (...) {
        given_up_ = true;
        throw;
      }
      take(i, said);
    }
  }

  void ask_whole(std::size_t arm, std::size_t n, std::uint64_t seed, Conversation::Take const& take) {
    std::unique_ptr<Conversation> conversation;
    try {
      conversation = free_one();
      conversation->ask(request(*conversation, arm, n, seed), n, take);
    } catch (sim::Interrupted const&) {
      throw;
    } catch (ProgramFailed const& failed) {
      given_up_ = true;
      if (names_.empty() || !is_tried_out_) throw;
      throw ProgramFailed{fmt::format("{} (it was asked about this dataset: {})", failed.what(), names_.at(arm))};
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
    if (is_tried_out_) greet(*conversation);
    return conversation;
  }

  /// Every process but the first is asked for what the first was asked for, with other seeds.
  void greet(Conversation& conversation) {
    Hashes said;
    for (std::size_t i = 0; i < std::min<std::size_t>(2, answering_.size()); ++i)
      conversation.ask(request(conversation, answering_[i], tried, ++greeting_), tried,
                       [&](std::size_t, std::string_view release) { said[i].push_back(sim::hash_of_bytes(release)); });
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
  std::vector<std::string> names_;               // of datasets
  std::vector<std::size_t> answering_;           // datasets that it does not fail on
  std::map<std::size_t, std::string> failures_;  // and those that it does
  Hello hello_;
  bool has_said_hello_ = false;
  Reading reading_;
  bool is_tried_out_ = false;
  std::vector<Hashes> said_;  // by each process
  std::atomic<std::uint64_t> greeting_{0};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Conversation>> idle_;
  std::atomic<bool> given_up_{false};
};

Program::Program(Datasets datasets, std::optional<Guarantee> const& claim, Launch launch, std::uint64_t seed)
    : claim_{claim} {
  if (claim) validate(*claim);  // before anything is started
  processes_ = std::make_shared<Processes>(std::move(datasets), std::move(launch), seed);
}

Program Program::claiming(Guarantee const& claim) const {
  validate(claim);
  auto same = *this;
  same.claim_ = claim;
  return same;
}

Hello const& Program::hello() const { return processes_->hello(); }
std::map<std::size_t, std::string> const& Program::failures() const { return processes_->failures(); }
std::vector<Column> Program::columns(Dataset const&) const { return processes_->reading().schema().columns(); }
void Program::release(Dataset const& arm, sim::Stream& stream, Batch out) const {
  processes_->release(arm, stream, out);
}
Reading const& Program::reading() const { return processes_->reading(); }
void Program::finish() const { processes_->finish(); }

}  // namespace warner::mechanisms::external
