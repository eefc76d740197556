#include "mechanisms/external/release/schema.hpp"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <limits>
#include <utility>

#include "mechanisms/external/release/number_form.hpp"
#include "mechanisms/external/release/text_parts.hpp"
#include "sim/byte_hash.hpp"

namespace warner::mechanisms::external {
namespace {

using Kind = Value::Kind;

constexpr double modulus = 1e9;  // of last digits

/// Column::first_unknown_word to 2^53, by a hash: two unknown words share one number with probability 2^-52.
double unknown_word(std::string_view word) {
  auto hash = sim::hash_of_bytes(word);
  hash ^= hash >> 32;  // the low bits of the hash of a short word are its best ones, the high bits hardly move
  return static_cast<double>((hash * 0x9e3779b97f4a7c15u >> 11) | std::uint64_t{1} << 32);
}

double last_digits_of(std::string_view text) {
  auto const digits = text.substr(text.size() - std::min<std::size_t>(text.size(), 9));
  double number = 0;
  std::from_chars(digits.data(), digits.data() + digits.size(), number);
  return number;
}

/// Writes one release into one row of a batch.
class Placing {
 public:
  Placing(Value const& value, Batch out, std::size_t i) : value_{value}, out_{out}, i_{i} {}

  /// @return whether what stands there could be expected.
  bool put(Place const& place, std::size_t at) {
    auto const& node = value_[at];
    auto const expected = place.may_be[static_cast<std::size_t>(node.kind)];
    if (place.what != Place::none) set(place.what, what_of(place, node));
    else if (!expected) return false;
    if (!expected) return true;
    switch (node.kind) {
      case Kind::number:
        set(place.number, node.number);
        if (place.form != Place::none) set(place.form, 1.0 + (form_of(node).is & place.forms_vary));
        if (place.last_digits != Place::none)
          set(place.last_digits, node.rounded ? last_digits_of(node.text) : std::fmod(node.number, modulus));
        return true;
      case Kind::word:
        set(place.length, static_cast<double>(node.text.size()));
        if (!place.text.empty()) put_text(place, node.text);
        return true;
      case Kind::list:
        if (place.label.empty()) return put_items(place, at);
        [[fallthrough]];
      case Kind::map:
      case Kind::error: return put_members(place, at);
      default: return true;
    }
  }

 private:
  void set(std::size_t column, double value) {
    if (column != Place::none) out_(i_, column) = value;
  }
  void add(std::size_t column, double value) { out_(i_, column) += value; }

  static double what_of(Place const& place, Value::Node const& node) {
    if (node.kind == Kind::word && place.may_be[static_cast<std::size_t>(Kind::word)]) {
      auto const number = place.words.number_of(node.text);
      return number < Column::first_unknown_word ? number + static_cast<double>(place.kind_words.list().size())
                                                 : number;
    }
    auto const number = place.kind_words.number_of(word_of(node.kind));
    auto const is_present = place.kind_words.list().size() == 2 && place.may_be[static_cast<std::size_t>(node.kind)];
    return is_present ? 1 : number;
  }

  /// Of parts that none of the examples had nothing is said: the text itself is known to be new.
  void put_text(Place const& place, std::string_view text) {
    Value parts;
    take_apart(text, place.by_characters, parts);
    Placing{parts, out_, i_}.put(place.text.front(), 0);
  }

  bool put_items(Place const& place, std::size_t at) {
    auto const all = place.from_end.empty() ? 0 : children_of(value_, at);
    std::size_t many = 0;
    auto fits = true;
    for (auto& tally : place.tallies) put_tally(tally, at);
    for_each_child(value_, at, [&](std::size_t item, std::size_t index) {
      ++many;
      auto const key = place.skipped.empty() ? std::string{} : std::to_string(index);
      if (index < place.items.size() && (place.skipped.empty() || key != place.skipped))
        fits = put(place.items[index], item) && fits;
      if (auto const behind = all - 1 - index; behind < place.from_end.size())
        fits = put(place.from_end[behind], item) && fits;
    });
    set(place.length, static_cast<double>(many));
    return fits && (place.may_lack || many == place.items.size());
  }

  bool put_members(Place const& place, std::size_t at) {
    std::size_t many = 0, known = 0, before = Place::none;
    double others = 0, disorder = 0;
    std::vector<std::size_t> order;
    auto fits = true;
    for_each_child(value_, at, [&](std::size_t member, std::size_t) {
      auto const name = name_of_member(value_, member, place.label);
      if (!place.skipped.empty() && name == place.skipped) return;
      ++many;
      auto const found = place.at.find(name);
      if (found == place.at.end()) {
        ++others;
        return;
      }
      ++known;
      auto const rank = place.ranks[found->second];
      if (before == Place::none) set(place.first, static_cast<double>(found->second));
      else disorder += rank < before;
      before = rank;
      if (place.order != Place::none) order.push_back(found->second);
      fits = put(place.members[found->second], member) && fits;
    });
    set(place.length, static_cast<double>(many));
    set(place.others, others);
    set(place.disorder, disorder);
    if (place.order != Place::none) set(place.order, place.orders.number_of(order_of(order)));
    if (known < place.members.size() && !place.may_lack) return false;
    return fits && (others == 0 || place.others != Place::none);
  }

  void put_tally(Place::Tally const& tally, std::size_t list) {
    double sum = 0, least = 0, largest = 0;
    auto any = false;
    for_each_child(value_, list, [&](std::size_t item, std::size_t) {
      auto const at = tally.whole ? item : below(item, tally.path);
      if (at == Place::none) return;
      auto const& node = value_[at];
      if (tally.first_word != Place::none)
        if (auto const number = tally.words.number_of(node.text); number < Column::first_unknown_word)
          add(tally.first_word + static_cast<std::size_t>(number), 1);
      if (tally.numbers == Place::none || node.kind != Kind::number) return;
      sum += node.number;
      least = any ? std::min(least, node.number) : node.number;
      largest = any ? std::max(largest, node.number) : node.number;
      any = true;
    });
    if (tally.numbers == Place::none) return;
    set(tally.numbers, sum);
    set(tally.numbers + 1, least);
    set(tally.numbers + 2, largest);
  }

  std::size_t below(std::size_t at, std::vector<std::string> const& path) const {
    for (auto key = path.begin(); key != path.end() && at != Place::none; ++key) at = child_of(value_, at, *key);
    return at;
  }

  Value const& value_;
  Batch out_;
  std::size_t i_;
};

}  // namespace

std::string order_of(std::vector<std::size_t> const& members) {
  std::string order;
  for (auto const member : members) order += std::to_string(member) + ",";
  return order;
}

Words::Words(std::vector<std::string> words) : list_{std::move(words)} {
  for (std::size_t i = 0; i < list_.size(); ++i) numbers_.emplace(list_[i], static_cast<double>(i));
}

double Words::number_of(std::string_view word) const {
  constexpr std::size_t few = 8;
  if (list_.size() <= few) {
    auto const at = std::ranges::find(list_, word) - list_.begin();
    return static_cast<std::size_t>(at) < list_.size() ? static_cast<double>(at) : unknown_word(word);
  }
  auto const found = numbers_.find(word);
  return found == numbers_.end() ? unknown_word(word) : found->second;
}

Schema::Schema(Place whole, std::vector<Column> columns, std::vector<std::string> notes)
    : whole_{std::move(whole)}, columns_{std::move(columns)}, notes_{std::move(notes)} {}

bool Schema::place(Value const& release, Batch out, std::size_t i) const {
  for (std::size_t j = 0; j < out.width(); ++j) out(i, j) = 0;
  if (Placing{release, out, i}.put(whole_, 0)) return true;
  for (std::size_t j = 0; j < out.width(); ++j) out(i, j) = std::numeric_limits<double>::quiet_NaN();
  return false;
}

std::string_view word_of(Value::Kind kind) {
  constexpr std::array<std::string_view, Place::kinds> words{"absent", "null",  "a number", "a word",
                                                             "a list", "a map", "an error"};
  return words[static_cast<std::size_t>(kind)];
}

std::string key_of(Value const& value, std::size_t parent, std::size_t child, std::size_t index) {
  return value[parent].kind == Kind::list ? std::to_string(index) : std::string{value[child].key};
}

std::size_t child_of(Value const& value, std::size_t parent, std::string_view key) {
  auto const is_list = value[parent].kind == Kind::list;
  if (!is_list && value[parent].kind != Kind::map) return Place::none;
  auto wanted = Place::none, found = Place::none;
  if (is_list) std::from_chars(key.data(), key.data() + key.size(), wanted);
  for_each_child(value, parent, [&](std::size_t child, std::size_t index) {
    if (is_list ? index == wanted : value[child].key == key) found = child;
  });
  return found;
}

std::string_view name_of_member(Value const& value, std::size_t member, std::string_view label) {
  if (label.empty()) return value[member].key;
  auto const at = child_of(value, member, label);
  return at == Place::none ? std::string_view{} : value[at].text;
}

}  // namespace warner::mechanisms::external
