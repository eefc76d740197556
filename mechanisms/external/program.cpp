#include "mechanisms/external/program.hpp"

#include <algorithm>
#include <array>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <mutex>
#include <optional>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/agreement.hpp"
#include "mechanisms/external/arms.hpp"
#include "mechanisms/external/layout.hpp"
#include "sim/byte_hash.hpp"
#include "sim/driver.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t tried = 100;           // releases of each dataset
constexpr std::chrono::seconds patience{1};  // for programs to end by themselves
constexpr double chance = 1e-9;              // of agreement, below which two processes are not independent

/// Little-endian, whatever machine we are on.
double number_of(char const* bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
  return std::bit_cast<double>(bits);
}

}  // namespace

class Program::Processes {
 public:
  Processes(WrittenPair const& datasets, Launch launch, std::uint64_t seed)
      : launch_{std::move(launch)}, requests_{datasets, launch_.once} {
    launch_.given_up = &given_up_;
    launch_.preface = requests_.preface();
    auto const rows = try_out(seed);
    try {
      layout_.emplace(rows, launch_.ideal);
    } catch (Misfit const& misfit) {
      throw ProgramFailed{fmt::format("{}: {}", launch_.name, misfit.what())};
    }
    Said first;
    for (std::size_t i = 0; i < tried_.size(); ++i) first[i / tried].push_back(sim::hash_of_bytes(tried_[i]));
    said_.push_back(std::move(first));
    tried_.clear();
  }

  ~Processes() {
    for (auto& idle : idle_) idle->let_go();  // all of them before the first is waited for
  }
  Processes(Processes const&) = delete;
  Processes& operator=(Processes const&) = delete;

  Layout const& layout() const { return *layout_; }

  void release(Dataset const& arm, sim::Stream& stream, Batch out) {
    if (out.releases() == 0) return;
    std::vector<Field> row;
    std::uint64_t not_numbers = 0;
    ask(arm_of(arm), out.releases(), stream.word() >> 11, [&](std::size_t i, std::string_view release) {
      read(release, row);
      layout_->place(row, out, i);
      for (auto const& field : row) not_numbers += std::isnan(field.value);
    });
    not_numbers_ += not_numbers;
    if (layout_->says_one_thing() && !says_more_) note_another_word(out);
  }

  void finish(bool refuted) {
    for (auto& idle : idle_) idle->hang_up();
    auto const until = std::chrono::steady_clock::now() + patience;
    for (auto& idle : idle_) idle->wait_for_end(until);
    for (auto& idle : idle_) idle->let_go();
    idle_.clear();
    if (not_numbers_ > 0 && !refuted)
      throw ProgramFailed{
          fmt::format("{}: {} of the numbers that it released were NaN, and the claim was not refuted (no release may "
                      "be NaN; a word such as none says that there is no number)",
                      launch_.name, not_numbers_.load())};
    if (layout_->says_one_thing() && !says_more_)
      throw ProgramFailed{fmt::format("{}: every release was the same, '{}' (is that a message, and no release?)",
                                      launch_.name, layout_->words().begin()->first)};
  }

 private:
  /// A hundred releases of each dataset. Their text is kept as long as their words are looked at.
  std::vector<std::vector<Field>> try_out(std::uint64_t seed) {
    std::vector<std::vector<Field>> rows;
    tried_.reserve(2 * tried);
    sim::Stream stream{{seed, sim::Purpose::try_out}, 0};
    for (std::size_t arm = 0; arm < 2; ++arm)
      ask(arm, tried, stream.word() >> 11, [&](std::size_t, std::string_view release) {
        tried_.emplace_back(release);
        read(tried_.back(), rows.emplace_back());
      });
    return rows;
  }

  void read(std::string_view release, std::vector<Field>& row) const {
    if (launch_.numbers == 0) {
      if (auto const problem = read_fields(release, row); !problem.empty()) throw Misfit{problem};
      return;
    }
    row.clear();
    for (std::size_t j = 0; j < launch_.numbers; ++j) row.push_back({number_of(release.data() + 8 * j), {}});
  }

  void ask(std::size_t arm, std::size_t n, std::uint64_t seed, Conversation::Take const& take) {
    std::unique_ptr<Conversation> conversation;
    try {
      conversation = free_one();
      conversation->ask(requests_(arm, n, seed), n, take);
    } catch (sim::Interrupted const&) {
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
    if (layout_) greet(*conversation);
    return conversation;
  }

  /// Every process but the first is asked for what the first was asked for, with other seeds.
  void greet(Conversation& conversation) {
    Said said;
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

  void note_another_word(Batch releases) {
    for (std::size_t j = 0; j < releases.width(); ++j)
      for (auto const y : releases.column(j))
        if (!std::ranges::any_of(layout_->words(), [&](auto const& word) { return word.second == y; }))
          says_more_ = true;
  }

  using Said = std::array<std::vector<std::uint64_t>, 2>;  // hashes of a process' first releases, of either dataset

  Launch launch_;
  Requests requests_;
  std::optional<Layout> layout_;
  std::vector<std::string> tried_;
  std::vector<Said> said_;  // by each process
  std::atomic<std::uint64_t> greeting_{0};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Conversation>> idle_;
  std::atomic<bool> given_up_{false}, says_more_{false};
  std::atomic<std::uint64_t> not_numbers_{0};
};

Program::Program(WrittenPair const& datasets, Guarantee const& claim, Launch launch, std::uint64_t seed)
    : claim_{claim}, processes_{std::make_shared<Processes>(datasets, std::move(launch), seed)} {
  validate(claim);
}

std::vector<Column> Program::columns(Dataset const&) const { return processes_->layout().columns(); }
void Program::release(Dataset const& arm, sim::Stream& stream, Batch out) const {
  processes_->release(arm, stream, out);
}
std::map<std::string, double> const& Program::words() const { return processes_->layout().words(); }
void Program::finish(bool refuted) const { processes_->finish(refuted); }

}  // namespace warner::mechanisms::external
