#include "python/binding/callable.hpp"

#include <mutex>
#include <string_view>

#include <fmt/format.h>
#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

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

class Function : public mechanisms::external::Respondent {
 public:
  Function(std::string name, bool seeded, std::shared_ptr<Held> answer, std::shared_ptr<Held> simplified,
           std::shared_ptr<Held> failed, LongWork& work)
      : name_{std::move(name)},
        answer_{std::move(answer)},
        simplified_{std::move(simplified)},
        failed_{std::move(failed)},
        work_{work} {
    hello_.seeded = seeded;
  }

  std::string name() const override { return name_; }
  mechanisms::external::Hello hello() const override { return hello_; }

  bool may_say_messages() const override { return false; }  // it returns what it means

  void ask(std::size_t dataset, std::size_t n, std::uint64_t seed, Take const& take) override {
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
    if (answer.ends.empty()) return take(0, answer.bytes);
    for (std::size_t i = 0, from = 0; i < n; from = answer.ends[i], ++i)
      take(i, std::string_view{answer.bytes}.substr(from, answer.ends[i] - from));
  }

 private:
  /// Releases one after the other, and, of lines, where each ends.
  struct Answer {
    std::string bytes;
    std::vector<std::size_t> ends;
  };

  Answer heard(std::size_t dataset, std::size_t n, std::uint64_t seed) {
    auto const said = answer_->get()(dataset, n, seed);
    if (Rows rows; nb::try_cast(said, rows)) return numbers_of(rows, n);
    return lines_of(said, n);
  }

  Answer numbers_of(Rows const& rows, std::size_t n) {
    require_as_many(rows.shape(0), n);
    require_same_form(rows.shape(1));
    Answer answer;
    answer.bytes.assign(reinterpret_cast<char const*>(rows.data()), 8 * n * rows.shape(1));
    return answer;
  }

  Answer lines_of(nb::object const& said, std::size_t n) {
    auto const releases = nb::cast<nb::list>(said);
    require_as_many(releases.size(), n);
    require_same_form(0);
    Answer answer;
    answer.ends.reserve(n);
    for (auto const release : releases) {
      speak(release, simplified_->get(), answer.bytes);
      answer.ends.push_back(answer.bytes.size());
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
  std::shared_ptr<Held> answer_, simplified_, failed_;
  LongWork& work_;
  mechanisms::external::Hello hello_;
  bool has_answered_ = false;
};

}  // namespace

std::optional<cli::Callable> callable_of(nb::object function, LongWork& work) {
  if (function.is_none()) return std::nullopt;
  auto const name = nb::cast<std::string>(function.attr("name"));
  auto const seeded = nb::cast<bool>(function.attr("seeded"));
  auto const simplified = std::make_shared<Held>(function.attr("simplified"));
  auto const about = std::make_shared<Held>(function.attr("about"));
  auto const failed = std::make_shared<Held>(nb::module_::import_("warner._core").attr("MechanismFailed"));
  return cli::Callable{name, [=, &work](std::vector<std::string> const& datasets) {
                         std::shared_ptr<Held> answer;
                         work.call([&] { answer = std::make_shared<Held>(about->get()(datasets)); });
                         return std::make_shared<Function>(name, seeded, answer, simplified, failed, work);
                       }};
}

}  // namespace warner::python
