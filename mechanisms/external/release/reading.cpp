#include "mechanisms/external/release/reading.hpp"

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include <fmt/format.h>
#include <fmt/ranges.h>

#include "mechanisms/external/release/learn_schema.hpp"
#include "mechanisms/external/release/read_value.hpp"
#include "mechanisms/external/release/shown.hpp"

namespace warner::mechanisms::external {
namespace {

constexpr std::size_t few = 5;

/// Little-endian, whatever machine we are on.
double number_of(char const* bytes) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, bytes, sizeof bits);
  if constexpr (std::endian::native == std::endian::big) bits = __builtin_bswap64(bits);
  return std::bit_cast<double>(bits);
}

/// What a schema says, whatever the order of its columns and words.
std::set<std::string> content_of(Schema const& schema) {
  std::set<std::string> content;
  for (auto const& column : schema.columns()) {
    content.insert(fmt::format("{} {}", static_cast<int>(column.kind), column.name));
    for (auto const& word : column.words) content.insert(column.name + " " + word);
  }
  return content;
}

bool is_no_number(Value const& value) {
  return std::ranges::any_of(
      value.nodes(), [](auto const& node) { return node.kind == Value::Kind::number && std::isnan(node.number); });
}

/// Whether a value that never changes is rather a message than an answer.
bool may_be_a_message(Value const& value) {
  return std::ranges::none_of(
      value.nodes(), [](auto const& node) { return node.kind == Value::Kind::number && !std::isnan(node.number); });
}

/// Whether there is nothing in a value but nulls and NaN: what comes of a forgotten return, or of 0 / 0.
bool is_no_answer(Value const& value) {
  auto const is_void = [](auto const& node) {
    return node.kind == Value::Kind::null || (node.kind == Value::Kind::number && std::isnan(node.number));
  };
  auto const is_around = [](auto const& node) {
    return node.kind == Value::Kind::list || node.kind == Value::Kind::map;
  };
  return std::ranges::any_of(value.nodes(), is_void) &&
         std::ranges::all_of(value.nodes(), [&](auto const& node) { return is_void(node) || is_around(node); });
}

bool is_digit(char c) { return c >= '0' && c <= '9'; }

/// Whether a text is a whole number as people write it, its thousands parted by commas where it has any.
bool may_have_thousands(std::string_view text) {
  if (!text.empty() && (text.front() == '-' || text.front() == '+')) text.remove_prefix(1);
  auto const first = std::min(text.find(','), text.size());
  if (first == 0 || first > 3 || !std::ranges::all_of(text.substr(0, first), is_digit)) return false;
  for (text.remove_prefix(first); !text.empty(); text.remove_prefix(4))
    if (text.size() < 4 || text[0] != ',' || !std::ranges::all_of(text.substr(1, 3), is_digit)) return false;
  return true;
}

/// The first release that has a comma, where all may be numbers whose thousands are parted by commas; else nothing.
std::string one_in_thousands(std::vector<Said> const& said) {
  if (!std::ranges::all_of(said, [](Said const& one) { return may_have_thousands(one.text); })) return {};
  auto const parted = std::ranges::find_if(said, [](Said const& one) { return one.text.find(',') != one.text.npos; });
  return parted == said.end() ? std::string{} : std::string{parted->text};
}

}  // namespace

void Reading::read(std::string_view release, Value& value) const {
  if (numbers_ == 0 || release.size() != 8 * numbers_) return read_value(release, value);
  value.clear();
  value.add({.kind = Value::Kind::list});
  for (std::size_t j = 0; j < numbers_; ++j)
    value.add({.kind = Value::Kind::number, .number = number_of(release.data() + 8 * j)});
  value.close(0);
}

bool Reading::learn(std::vector<Said> const& said) {
  std::vector<Value> values(said.size());
  std::vector<Example> examples, half;
  for (std::size_t i = 0; i < said.size(); ++i) {
    read(said[i].text, values[i]);
    examples.push_back({&values[i], said[i].dataset});
    if (i % 2 == 0) half.push_back(examples.back());
  }
  sample_.clear();
  std::map<std::size_t, std::size_t> kept;
  for (auto const& one : said)
    if (numbers_ == 0 && kept[one.dataset]++ < few) sample_.push_back(one);
  if (!is_known_) schema_ = learn_schema(examples, ideal_, names_);
  is_no_answer_ = !values.empty() && is_no_answer(values.front());
  is_constant_ = !values.empty() && (numbers_ == 0 ? may_be_a_message(values.front()) : is_no_answer_) &&
                 std::ranges::all_of(said, [&](Said const& one) { return one.text == said.front().text; });
  if (is_constant_) constant_ = said.front().text;
  grouped_for_one_ = numbers_ == 0 ? one_in_thousands(said) : "";
  return !is_known_ && content_of(learn_schema(half, ideal_, names_)) != content_of(schema_);
}

bool Reading::are_columns() const {
  return schema_.columns().size() == numbers_ && schema_.whole().what == Place::none;
}

void Reading::place_numbers(std::string_view releases, Batch out, std::size_t first) {
  std::uint64_t with_nan = 0;
  auto const* bytes = releases.data();
  for (auto i = first; i < first + releases.size() / (8 * numbers_); ++i) {
    auto any_nan = false;
    for (std::size_t j = 0; j < numbers_; ++j, bytes += 8) {
      out(i, j) = number_of(bytes);
      any_nan = any_nan || std::isnan(out(i, j));
    }
    with_nan += any_nan;
  }
  if (with_nan > 0) not_numbers_ += with_nan;
  if (!is_constant_ || says_more_) return;
  auto const size = bytes - releases.data();
  for (std::ptrdiff_t from = 0; from < size; from += std::ssize(constant_))
    if (!std::equal(constant_.begin(), constant_.end(), releases.data() + from)) says_more_ = true;
}

void Reading::Hand::place(std::string_view releases, Batch out, std::size_t i) {
  auto const bytes = 8 * reading_.numbers_;
  if (bytes == 0 || releases.size() % bytes != 0) return place_one(releases, out, i);
  if (reading_.are_columns()) return reading_.place_numbers(releases, out, i);
  for (std::size_t from = 0; from < releases.size(); from += bytes) place_one(releases.substr(from, bytes), out, i++);
}

void Reading::Hand::place_one(std::string_view release, Batch out, std::size_t i) {
  auto const is_never_again = not_found_ > known_.size() + found_;
  if (is_never_again || reading_.numbers_ > 0 || release.empty() || release.size() > Known::longest ||
      out.width() > Known::widest) {
    read_and_place(release, out, i);
    return;
  }
  auto const first = static_cast<unsigned char>(release.front()), last = static_cast<unsigned char>(release.back());
  auto& known = known_[(first + 7 * last + 31 * release.size()) % known_.size()];
  if (known.size == release.size() && std::memcmp(known.text.data(), release.data(), release.size()) == 0) {
    for (std::size_t j = 0; j < out.width(); ++j) out(i, j) = known.numbers[j];
    ++found_;
    return;
  }
  ++not_found_;
  if (!read_and_place(release, out, i)) return;
  known.size = release.size();
  std::memcpy(known.text.data(), release.data(), release.size());
  for (std::size_t j = 0; j < out.width(); ++j) known.numbers[j] = out(i, j);
}

bool Reading::Hand::read_and_place(std::string_view release, Batch out, std::size_t i) {
  auto& of = reading_;
  if (of.is_constant_ && !of.says_more_ && release != of.constant_) of.says_more_ = true;
  of.read(release, value_);
  auto const is_nan = is_no_number(value_);
  if (is_nan) ++of.not_numbers_;
  if (of.schema_.place(value_, out, i)) return !is_nan;
  ++of.unlike_;
  std::scoped_lock const lock{of.mutex_};
  if (of.unlike_for_one_.empty() || release < of.unlike_for_one_) of.unlike_for_one_ = release;
  return false;
}

std::vector<std::string> Reading::notes() const {
  std::vector<std::string> notes;
  if (not_numbers_ > 0)
    notes.push_back(
        fmt::format("NaN was released, in {} releases: an outcome like others here, but hardly what is meant",
                    not_numbers_.load()));
  if (unlike_ > 0)
    notes.push_back(
        fmt::format("{} releases were unlike all that their columns were learned from, '{}' for one: they "
                    "are one outcome, NaN in every column",
                    unlike_.load(), shown(unlike_for_one_)));
  if (!grouped_for_one_.empty())
    notes.push_back(
        fmt::format("releases such as '{}' are read as lists of numbers, whose later ones always have three digits: "
                    "where the comma parts thousands, print them without it",
                    shown(grouped_for_one_)));
  std::ranges::copy(schema_.notes(), std::back_inserter(notes));
  return notes;
}

std::optional<std::string> Reading::said_nothing_but() const {
  if (!is_constant_ || says_more_) return std::nullopt;
  auto const words =
      numbers_ == 0 ? constant_ : fmt::format("{}", fmt::join(std::vector<std::string>(numbers_, "nan"), ", "));
  return shown(words);
}

}  // namespace warner::mechanisms::external
