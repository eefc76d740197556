#include "python/binding/callable.hpp"

#include <algorithm>
#include <memory>
#include <mutex>
#include <queue>
#include <string_view>
#include <vector>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include "python/binding/slabs.hpp"
#include "python/binding/spoken.hpp"

namespace warner::python {
namespace {

namespace nb = nanobind;
using Rows = nb::ndarray<double const, nb::ndim<2>, nb::c_contig, nb::device::cpu>;

[[noreturn]] void raise_value_error(std::string const& message) {
  PyErr_SetString(PyExc_ValueError, message.c_str());
  throw nb::python_error{};
}

/// An object of Python's that is let go of in the calling thread, or wherever it has to be.
class Held {
 public:
  explicit Held(nb::object object) : object_{std::move(object)} {}
  ~Held() {
    nb::gil_scoped_acquire const held;
    object_.reset();
  }
  Held(Held const&) = delete;
  Held& operator=(Held const&) = delete;
  nb::object const& get() const { return object_; }

 private:
  nb::object object_;
};

/// Releases one after the other: numbers, as many bytes each, or lines.
struct Answer {
  std::size_t many = 0;
  std::shared_ptr<char const> numbers{};
  std::size_t each = 0;  // bytes of one release's numbers
  std::string lines{};
  std::vector<std::size_t> ends{};  // of lines

  /// Hands over n of them, from `first` on, as the releases from `i` on.
  void hand_over(std::size_t first, std::size_t n, std::size_t i,
                 mechanisms::external::Respondent::Take const& take) const {
    if (numbers) return take(i, std::string_view{numbers.get() + first * each, n * each});
    for (auto k = first; k < first + n; ++k) {
      auto const from = k == 0 ? 0 : ends[k - 1];
      take(i + k - first, std::string_view{lines}.substr(from, ends[k] - from));
    }
  }
};

/// The releases of one dataset that were asked for before anybody wanted them.
struct Ahead {
  struct Piece {
    std::uint64_t errand;
    std::shared_ptr<bool> failed;
    std::shared_ptr<Answer> answer;
    std::size_t many, taken = 0;
  };
  std::queue<Piece> pieces;
  std::size_t ready = 0;                ///< releases in them
  std::uint64_t taken = 0, queued = 0;  ///< releases of the dataset so far, and those ever in pieces
};

// Where nobody knows how many releases are wanted, asks ahead once 32 requests as large were made: what nobody takes in
// the end is then little beside what was taken.
constexpr std::size_t requests_before = 32;
// Where that is known, all of it is made ahead as memory allows: the search looks at the first fifth for as long as the
// rest takes.
constexpr std::size_t most_numbers_ahead = std::size_t{1} << 22;
// A piece has as many numbers as caches hold. Where nobody knows how many releases are wanted, it begins with an eighth
// more than a request, since requests differ.
constexpr std::size_t numbers_in_cache = 16'384, share_of_taken = 64;

/// What is asked ahead may be heard after the audit has ended: every errand keeps its function alive.
class Function : public mechanisms::external::Respondent, public std::enable_shared_from_this<Function> {
 public:
  Function(std::string name, bool is_batch, bool seeded, bool asks_ahead, std::uint64_t wanted, std::size_t datasets,
           std::shared_ptr<Held> answer, std::shared_ptr<Held> simplified, std::shared_ptr<Held> failed, LongWork& work)
      : name_{std::move(name)},
        is_batch_{is_batch},
        asks_ahead_{asks_ahead},
        wanted_{datasets == 2 ? wanted : 0},
        answer_{std::move(answer)},
        simplified_{std::move(simplified)},
        failed_{std::move(failed)},
        work_{work},
        ahead_(datasets) {
    hello_.seeded = seeded;
  }

  std::string name() const override { return name_; }
  mechanisms::external::Hello hello() const override { return hello_; }

  bool may_say_messages() const override { return false; }  // it returns what it means
  bool may_share_draws() const override { return is_batch_; }
  std::string how_to_be_fresh() const override { return "take rng, or seed a generator once, outside the function"; }
  void tried_out() override { is_tried_out_ = true; }

  void ask(std::size_t dataset, std::size_t n, std::uint64_t seed, Take const& take) override {
    std::unique_lock lock{mutex_, std::defer_lock};
    if (hello_.seeded) return answered(dataset, n, seed).hand_over(0, n, 0, take);
    lock.lock();
    auto& ahead = ahead_[dataset];
    ahead.taken += n;
    if (asks_ahead_ && wanted_ > 0) stock_up(n, ahead);
    else if (asks_ahead_ && ahead.taken >= requests_before * n) ask_ahead(dataset, n);
    auto const given = taken_from(ahead, n, take);
    if (given < n) answered(dataset, n - given, seed).hand_over(0, n - given, given, take);
  }

 private:
  Answer answered(std::size_t dataset, std::size_t n, std::uint64_t seed) {
    Answer answer;
    std::string failure;
    work_.call([&] {
      try {
        answer = heard(dataset, n, seed);
      } catch (nb::python_error const& error) {
        if (!error.matches(failed_->get())) throw;
        failure = nb::cast<std::string>(nb::str(error.value()));
      }
    });
    if (!failure.empty()) throw mechanisms::external::ProgramFailed{failure};
    return answer;
  }

  std::size_t in_cache() const {
    return std::max<std::size_t>(numbers_in_cache / std::max<std::size_t>(hello_.numbers, 1), 1);
  }

  /// Sees to it that while these n are looked at, more are made. What is asked follows from the requests alone.
  void ask_ahead(std::size_t dataset, std::size_t n) {
    auto const& ahead = ahead_[dataset];
    auto const piece =
        std::max<std::size_t>(n + n / 8, std::min<std::uint64_t>(ahead.taken / share_of_taken, in_cache()));
    while (ahead.ready < n + piece) make_later(dataset, piece);
  }

  /// The same where it is known how many are wanted in all, as many of both datasets: these are made in turns.
  void stock_up(std::size_t n, Ahead const& of_one) {
    if (!is_tried_out_) return;
    auto const piece = in_cache();
    auto const deep = std::min<std::uint64_t>(wanted_, most_numbers_ahead / std::max<std::size_t>(hello_.numbers, 1));
    while (of_one.ready < n + deep && of_one.queued + piece <= wanted_)
      for (std::size_t dataset = 0; dataset < ahead_.size(); ++dataset) make_later(dataset, piece);
  }

  void make_later(std::size_t dataset, std::size_t piece) {
    auto const answer = std::make_shared<Answer>();
    auto const failed = std::make_shared<bool>(false);
    auto const errand =
        work_.call_later([=, self = shared_from_this()] { *answer = self->heard(dataset, piece, 0); }, failed);
    auto& ahead = ahead_[dataset];
    ahead.pieces.push({errand, failed, answer, piece});
    ahead.ready += piece;
    ahead.queued += piece;
  }

  /// Hands over up to n of those that are ready. @return how many.
  std::size_t taken_from(Ahead& ahead, std::size_t n, Take const& take) {
    std::size_t given = 0;
    while (given < n && !ahead.pieces.empty()) {
      auto& piece = ahead.pieces.front();
      work_.wait_for(piece.errand);
      if (*piece.failed) asks_ahead_ = false;  // perhaps there are no more: what is wanted is asked for again
      auto const many = *piece.failed ? 0 : std::min(n - given, piece.many - piece.taken);
      if (many > 0) piece.answer->hand_over(piece.taken, many, given, take);
      given += many;
      piece.taken += *piece.failed ? piece.many : many;
      ahead.ready -= *piece.failed ? piece.many : many;
      if (piece.taken == piece.many) ahead.pieces.pop();
    }
    return given;
  }

  Answer heard(std::size_t dataset, std::size_t n, std::uint64_t seed) {
    auto const said = answer_->get()(dataset, n, seed);
    if (Rows rows; nb::try_cast(said, rows)) return numbers_of(rows, n);
    return lines_of(said, n);
  }

  Answer numbers_of(Rows const& rows, std::size_t n) {
    require_as_many(rows.shape(0), n);
    require_same_form(rows.shape(1));
    auto const each = 8 * rows.shape(1);
    auto const numbers = slabs_.cut(n * each);
    std::copy_n(reinterpret_cast<char const*>(rows.data()), n * each, numbers.get());
    return {.many = n, .numbers = numbers, .each = each};
  }

  Answer lines_of(nb::object const& said, std::size_t n) {
    auto const releases = nb::cast<nb::list>(said);
    require_as_many(releases.size(), n);
    require_same_form(0);
    Answer answer{.many = n};
    answer.ends.reserve(n);
    for (auto const release : releases) {
      speak(release, simplified_->get(), answer.lines);
      answer.ends.push_back(answer.lines.size());
    }
    return answer;
  }

  void require_as_many(std::size_t many, std::size_t n) const {
    if (many != n) raise_value_error(fmt::format("{} was asked for {} releases, and returned {}", name_, n, many));
  }
  /// The first answer says how all are: numbers in rows, or anything.
  void require_same_form(std::size_t numbers) {
    if (!has_answered_) hello_.numbers = numbers;
    has_answered_ = true;
    if (hello_.numbers != numbers)
      raise_value_error(fmt::format("{} returned {} before, and now {}", name_, form(hello_.numbers), form(numbers)));
  }
  static std::string form(std::size_t numbers) {
    return numbers == 0 ? "a list" : fmt::format("an array of {} numbers a release", numbers);
  }

  std::string name_;
  bool is_batch_, asks_ahead_, is_tried_out_ = false;
  std::uint64_t wanted_;  // releases of each dataset, all together; 0: nobody knows
  std::shared_ptr<Held> answer_, simplified_, failed_;
  LongWork& work_;
  mechanisms::external::Hello hello_;
  bool has_answered_ = false;
  Slabs slabs_{};  // of what was heard
  std::mutex mutex_;
  std::vector<Ahead> ahead_;  // by dataset
};

}  // namespace

std::optional<cli::Callable> callable_of(nb::object function, LongWork& work) {
  if (function.is_none()) return std::nullopt;
  auto const name = nb::cast<std::string>(function.attr("name"));
  auto const is_batch = nb::cast<bool>(function.attr("is_batch"));
  auto const seeded = nb::cast<bool>(function.attr("seeded"));
  auto const asks_ahead = nb::cast<bool>(function.attr("asks_ahead"));
  auto const wanted = nb::cast<std::uint64_t>(function.attr("wanted"));
  auto const simplified = std::make_shared<Held>(function.attr("simplified"));
  auto const about = std::make_shared<Held>(function.attr("about"));
  auto const failed = std::make_shared<Held>(nb::module_::import_("warner._core").attr("MechanismFailed"));
  return cli::Callable{name, [=, &work](std::vector<std::string> const& datasets) {
                         std::shared_ptr<Held> answer;
                         work.call([&] { answer = std::make_shared<Held>(about->get()(datasets)); });
                         return std::make_shared<Function>(name, is_batch, seeded, asks_ahead, wanted, datasets.size(),
                                                           answer, simplified, failed, work);
                       }};
}

}  // namespace warner::python
