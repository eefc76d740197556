#include "mechanisms/external/program.hpp"

#include <algorithm>
#include <bit>
#include <chrono>
#include <cmath>
#include <cstring>
#include <mutex>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/layout.hpp"
#include "sim/driver.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t tried = 100;  // releases of each dataset
constexpr std::chrono::seconds patience{1};  // for programs to end by themselves
constexpr std::size_t telling = 20;  // different ones among them; two such answers do not agree by chance

std::string json_of(Dataset const& dataset) {
  std::string text;
  for (auto const x : dataset) text += fmt::format("{}{}", text.empty() ? "" : ", ", std::isfinite(x) ? fmt::format("{}", x) : fmt::format("\"{}\"", x));
  return "[" + text + "]";
}

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
  Processes(Pair const& pair, Launch launch, std::uint64_t seed) : launch_{std::move(launch)}, pair_{pair}, texts_{json_of(pair.d), json_of(pair.d_prime)} {
    launch_.given_up = &given_up_;
    auto const rows = try_out(seed);
    try {
      layout_.emplace(rows, launch_.ideal);
    } catch (Misfit const& misfit) {
      throw ProgramFailed{fmt::format("{}: {}", launch_.name, misfit.what())};
    }
    first_words_.assign(tried_.begin(), tried_.begin() + tried);
    tried_.clear();
  }

  ~Processes() {
    for (auto& idle : idle_) idle->let_go();  // all of them before the first is waited for
  }
  Processes(Processes const&) = delete;
  Processes& operator=(Processes const&) = delete;

  Layout const& layout() const { return *layout_; }

  void release(Dataset const& dataset, sim::Stream& stream, Batch out) {
    if (out.releases() == 0) return;
    std::vector<Field> row;
    std::uint64_t not_numbers = 0;
    ask(dataset, out.releases(), stream.word() >> 11, [&](std::size_t i, std::string_view release) {
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
      throw ProgramFailed{fmt::format("{}: {} of the numbers that it released were NaN, and the claim was not refuted (no release may be NaN; a word such as none says that there is no number)",
                                      launch_.name, not_numbers_.load())};
    if (layout_->says_one_thing() && !says_more_)
      throw ProgramFailed{fmt::format("{}: every release was the same, '{}' (is that a message, and no release?)", launch_.name, layout_->words().begin()->first)};
  }

 private:
  /// A hundred releases of each dataset. Their text is kept as long as their words are looked at.
  std::vector<std::vector<Field>> try_out(std::uint64_t seed) {
    std::vector<std::vector<Field>> rows;
    tried_.reserve(2 * tried);
    sim::Stream stream{{seed, sim::Purpose::try_out}, 0};
    for (auto const* dataset : {&pair_.d, &pair_.d_prime})
      ask(*dataset, tried, stream.word() >> 11, [&](std::size_t, std::string_view release) {
        tried_.emplace_back(release);
        read(tried_.back(), rows.emplace_back());
      });
    return rows;
  }

  /// The same request gives the same answer; the lines of both datasets are equally long, so that their length takes no time of its own.
  std::string request(Dataset const& dataset, std::size_t n, std::uint64_t seed) const {
    auto const& text = texts_[dataset == pair_.d ? 0 : 1];
    auto const padding = std::max(texts_[0].size(), texts_[1].size()) - text.size();
    return fmt::format("{{\"dataset\": {}, \"trials\": {}, \"seed\": {}}}{:{}}\n", text, n, seed, "", padding);
  }

  void read(std::string_view release, std::vector<Field>& row) const {
    if (launch_.numbers == 0) {
      if (auto const problem = read_fields(release, row); !problem.empty()) throw Misfit{problem};
      return;
    }
    row.clear();
    for (std::size_t j = 0; j < launch_.numbers; ++j) row.push_back({number_of(release.data() + 8 * j), {}});
  }

  void ask(Dataset const& dataset, std::size_t n, std::uint64_t seed, Conversation::Take const& take) {
    std::unique_ptr<Conversation> conversation;
    try {
      conversation = free_one();
      conversation->ask(request(dataset, n, seed), n, take);
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
    if (!first_words_.empty()) greet(*conversation);
    return conversation;
  }

  /// Every process but the first is asked for what the first was asked for, with another seed.
  void greet(Conversation& conversation) {
    std::vector<std::string> said;
    conversation.ask(request(pair_.d, tried, ++greeting_), tried, [&](std::size_t, std::string_view release) { said.emplace_back(release); });
    if (said == first_words_ && std::set<std::string>{said.begin(), said.end()}.size() >= telling)
      throw ProgramFailed{fmt::format("{}: two processes of it give the same releases for different seeds (draw from the request's seed, or begin with fresh randomness; --threads 1 starts one process)",
                                      launch_.name)};
  }

  void note_another_word(Batch releases) {
    for (std::size_t j = 0; j < releases.width(); ++j)
      for (auto const y : releases.column(j))
        if (!std::ranges::any_of(layout_->words(), [&](auto const& word) { return word.second == y; })) says_more_ = true;
  }

  Launch launch_;
  Pair pair_;
  std::string texts_[2];
  std::optional<Layout> layout_;
  std::vector<std::string> tried_, first_words_;
  std::atomic<std::uint64_t> greeting_{0};
  std::mutex mutex_;
  std::vector<std::unique_ptr<Conversation>> idle_;
  std::atomic<bool> given_up_{false}, says_more_{false};
  std::atomic<std::uint64_t> not_numbers_{0};
};

Program::Program(Pair const& pair, Guarantee const& claim, Launch launch, std::uint64_t seed)
    : claim_{claim}, processes_{std::make_shared<Processes>(pair, std::move(launch), seed)} {
  validate(claim);
}

std::vector<Column> Program::columns(Dataset const&) const { return processes_->layout().columns(); }
void Program::release(Dataset const& dataset, sim::Stream& stream, Batch out) const { processes_->release(dataset, stream, out); }
std::map<std::string, double> const& Program::words() const { return processes_->layout().words(); }
void Program::finish(bool refuted) const { processes_->finish(refuted); }

}  // namespace warner::mechanisms::external
