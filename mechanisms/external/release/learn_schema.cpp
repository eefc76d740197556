#include "mechanisms/external/release/learn_schema.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

#include <fmt/format.h>

#include "mechanisms/external/release/limits.hpp"
#include "mechanisms/external/release/number_form.hpp"
#include "mechanisms/external/release/shown.hpp"
#include "mechanisms/external/release/telling.hpp"
#include "mechanisms/external/release/text_parts.hpp"
#include "mechanisms/external/release/usual_order.hpp"

namespace warner::mechanisms::external {
namespace {

using Kind = Value::Kind;

constexpr std::size_t most_members = 1'000, most_words = 1'000, most_counted = 32;
/// Of a text: as many positions as there are columns of which single ones are looked at; parts, and characters of one.
constexpr std::size_t most_positions = 64, deepest_text = 2;
constexpr std::size_t most_from_end = 4;

/// What stands at one place of one example; nothing of an example that lacks it.
struct Found {
  Value const* value;
  std::size_t at;
  std::size_t dataset;

  bool is_there() const { return value != nullptr; }
  Value::Node const& node() const { return (*value)[at]; }
};
using Finds = std::vector<Found>;

bool is_identifier(std::string_view key) {
  auto const fits = [](char c) { return std::isalnum(static_cast<unsigned char>(c)) || c == '_'; };
  return !key.empty() && !std::isdigit(static_cast<unsigned char>(key[0])) && std::ranges::all_of(key, fits);
}

std::string name_below(std::string const& name, std::string_view key) {
  return is_identifier(key) ? fmt::format("{}.{}", name, key) : fmt::format("{}[\"{}\"]", name, visible(key));
}

std::string name_of_row(std::string const& name, std::string_view label, std::string_view word) {
  auto const is_index = std::ranges::all_of(label, [](char c) { return std::isdigit(static_cast<unsigned char>(c)); });
  return is_index ? fmt::format("{}[\"{}\"]", name, visible(word))
                  : fmt::format("{}[{} = \"{}\"]", name, visible(label), visible(word));
}

class Learner {
 public:
  Learner(std::size_t datasets, bool ideal, std::vector<std::string> const& names)
      : datasets_{datasets}, ideal_{ideal}, names_{names} {}

  /// @param lack_is_told: whether something else says where there is nothing.
  /// @param skipped: the label of a row.
  /// @param shared: the words of all items of a list, where they are told apart alike in all of them.
  Place learn(std::string name, Finds const& finds, bool lack_is_told, std::string const& skipped = {},
              std::optional<std::vector<std::string>> const& shared = {}) {
    Place place;
    place.name = std::move(name);
    place.skipped = skipped;
    auto const lacked = lacking_;
    for (auto const& found : finds)
      place.may_be[static_cast<std::size_t>(found.is_there() ? found.node().kind : Kind::absent)] = true;
    lacking_ = lacking_ || std::ranges::count(place.may_be, true) > 1;
    if (learn_words(place, finds, lack_is_told, lacked, shared)) learn_text(place, finds);
    if (is(place, Kind::number)) learn_numbers(place, finds);
    if (is(place, Kind::list)) {
      place.label = skipped.empty() ? label_of(finds) : "";
      if (place.label.empty()) learn_items(place, finds);
    }
    if (is(place, Kind::map) || is(place, Kind::error) || !place.label.empty()) learn_members(place, finds);
    lacking_ = lacked;
    return place;
  }

  std::vector<Column> take_columns() { return std::move(columns_); }
  /// What readers should know of what is not looked at.
  std::vector<std::string> take_notes() {
    for (auto const& name : free_texts_)
      left_out_.push_back(
          fmt::format("{} hardly ever says the same twice: its length, what it consists of, and the words that came "
                      "twice are looked at, and little else",
                      name));
    return std::move(left_out_);
  }

 private:
  static bool is(Place const& place, Kind kind) { return place.may_be[static_cast<std::size_t>(kind)]; }

  /// @return the place of the first; none where there is no room for all.
  std::size_t add(std::vector<Column> more) {
    if (columns_.size() + more.size() > most_columns) {
      if (!std::exchange(is_full_, true))
        left_out_.push_back(fmt::format("only {} columns are looked at, up to {}", columns_.size(),
                                        columns_.empty() ? more.front().name : columns_.back().name));
      return Place::none;
    }
    auto const first = columns_.size();
    std::ranges::move(more, std::back_inserter(columns_));
    return first;
  }
  std::size_t add(std::string name, Column::Kind kind) {
    return add({Column{std::move(name), kind, {}, lacking_ && kind != Column::Kind::category}});
  }

  /// @return whether they hardly ever come twice.
  bool learn_words(Place& place, Finds const& finds, bool lack_is_told, bool lacking_above,
                   std::optional<std::vector<std::string>> const& shared) {
    auto const words = is(place, Kind::word);
    std::vector<std::string> kinds{"absent"};
    for (std::size_t k = 1; k < Place::kinds; ++k)
      if (place.may_be[k] && k != static_cast<std::size_t>(Kind::word))
        kinds.emplace_back(word_of(static_cast<Kind>(k)));
    auto const may_lack = is(place, Kind::absent) && !lack_is_told;
    if (!words && kinds.size() - 1 + may_lack < 2) return false;
    if (!words && kinds.size() == 2) kinds.back() = "present";
    auto shown = kinds;
    if (!is(place, Kind::absent) && !lacking_above) shown.front().clear();
    auto are_free = false;
    std::size_t shortest = SIZE_MAX, longest = 0;
    if (words) {
      WordCounts counts{datasets_};
      for (auto const& found : finds) {
        counts.note_example(found.dataset);
        if (!found.is_there() || found.node().kind != Kind::word) continue;
        counts.count(found.node().text, found.dataset);
        shortest = std::min(shortest, found.node().text.size());
        longest = std::max(longest, found.node().text.size());
      }
      are_free = counts.different() > most_counted && 2 * counts.different() > counts.occurrences();
      place.words = Words{shared && !are_free ? *shared : counts.most_telling(most_words, are_free ? 2 : 1)};
      for (auto const& word : place.words.list()) shown.push_back(fmt::format("\"{}\"", visible(word)));
    }
    place.what = add({Column{place.name, Column::Kind::category, shown}});
    if (are_free && !is_in_text()) free_texts_.push_back(place.name);
    if (are_free && shortest < longest)
      place.length = add(fmt::format("length of {}", place.name), Column::Kind::integer);
    place.kind_words = Words{std::move(kinds)};
    return are_free;
  }

  void learn_text(Place& place, Finds const& finds) {
    if (depth_of_text_ == deepest_text) return;
    auto const is_text = [](Found const& found) { return found.is_there() && found.node().kind == Kind::word; };
    place.by_characters =
        std::ranges::none_of(finds, [&](Found const& found) { return is_text(found) && has_parts(found.node().text); });
    std::vector<Value> taken_apart(finds.size());
    Finds texts;
    for (std::size_t k = 0; k < finds.size(); ++k) {
      if (is_text(finds[k])) take_apart(finds[k].node().text, place.by_characters, taken_apart[k]);
      texts.push_back({is_text(finds[k]) ? &taken_apart[k] : nullptr, 0, finds[k].dataset});
    }
    if (depth_of_text_++ == 0) positions_left_ = most_positions;
    place.text.push_back(learn(place.name, texts, true));
    --depth_of_text_;
  }

  bool is_in_text() const { return depth_of_text_ > 0; }

  /// Whether all have a word there, and the same one.
  static bool is_one_word(Finds const& finds) {
    return std::ranges::all_of(finds, [&](Found const& found) {
      return found.is_there() && found.node().kind == Kind::word && found.node().text == finds.front().node().text;
    });
  }

  void learn_numbers(Place& place, Finds const& finds) {
    auto all_flags = true, all_whole = true, rounded = false, all_dates = true;
    unsigned seen = 0, seen_not = 0;  // forms
    for (auto const& found : finds) {
      if (!found.is_there() || found.node().kind != Kind::number) continue;
      auto const y = found.node().number;
      all_flags = all_flags && (y == 0 || y == 1);
      all_whole = all_whole && std::isfinite(y) && std::trunc(y) == y;
      rounded = rounded || found.node().rounded;
      all_dates = all_dates && found.node().is_date;
      auto const form = form_of(found.node());
      seen |= form.is;
      seen_not |= form.could & ~form.is;
    }
    using Numbers = Column::Kind;
    auto const kind = all_flags   ? Numbers::flag
                      : all_whole ? Numbers::integer
                      : ideal_    ? Numbers::real
                                  : Numbers::floating;
    place.number = add(all_dates ? fmt::format("days of {}", place.name) : place.name, kind);
    place.forms_vary = seen & seen_not;
    if (place.forms_vary > 0) {
      std::vector<std::string> forms{""};
      for (unsigned bits = 0; bits <= place.forms_vary; ++bits)
        forms.push_back((bits & ~place.forms_vary) == 0 ? form_in_words(bits) : "");
      place.form = add({Column{fmt::format("the form of {}", place.name), Column::Kind::category, forms}});
    }
    if (rounded) place.last_digits = add(fmt::format("{} mod 1e9", place.name), Numbers::integer);
  }

  /// What tells the rows of lists apart, where all have it and it says more than their position does.
  std::string label_of(Finds const& finds) const {
    auto const first = first_item(finds);
    if (!first || (first->node().kind != Kind::list && first->node().kind != Kind::map)) return {};
    std::vector<std::string> candidates;
    for_each_child(*first->value, first->at, [&](std::size_t child, std::size_t index) {
      candidates.push_back(key_of(*first->value, first->at, child, index));
    });
    for (auto const& candidate : candidates) {
      auto const naming = naming_of(candidate, finds);
      if (naming != Naming::none) return naming == Naming::by_label ? candidate : "";
    }
    return {};
  }

  static std::optional<Found> first_item(Finds const& finds) {
    for (auto const& list : lists_among(finds))
      if (children_of(*list.value, list.at) > 0) return Found{list.value, list.at + 1, list.dataset};
    return std::nullopt;
  }

  static Finds lists_among(Finds const& finds) {
    Finds lists;
    std::ranges::copy_if(finds, std::back_inserter(lists),
                         [](Found const& found) { return found.is_there() && found.node().kind == Kind::list; });
    return lists;
  }

  /// How a word in each row names them: not at all, as their position does, or in any order.
  enum class Naming { none, by_position, by_label };

  static Naming naming_of(std::string const& label, Finds const& finds) {
    std::set<std::string, std::less<>> names;
    std::vector<std::string_view> by_position;
    std::size_t rows = 0;
    auto fits = true, follows_position = true;
    for (auto const& found : lists_among(finds)) {
      std::set<std::string_view> of_this;
      for_each_child(*found.value, found.at, [&](std::size_t row, std::size_t index) {
        if (!fits) return;
        auto const at = child_of(*found.value, row, label);
        fits = at != Place::none && (*found.value)[at].kind == Kind::word &&
               of_this.insert((*found.value)[at].text).second;
        if (!fits) return;
        auto const name = (*found.value)[at].text;
        if (index >= by_position.size()) by_position.push_back(name);
        follows_position = follows_position && by_position[index] == name;
        names.emplace(name);
        ++rows;
      });
      if (!fits) return Naming::none;
    }
    if (rows == 0) return Naming::none;
    if (follows_position) return Naming::by_position;
    return 2 * names.size() <= rows ? Naming::by_label : Naming::none;
  }

  void learn_items(Place& place, Finds const& finds) {
    auto const lists = lists_among(finds);
    std::vector<Finds> items_of(lists.size());
    std::size_t shortest = SIZE_MAX, longest = 0;
    auto only_words = true, any_maps = false;
    for (std::size_t k = 0; k < lists.size(); ++k) {
      auto const& [value, at, dataset] = lists[k];
      for_each_child(*value, at, [&, value = value, dataset = dataset](std::size_t item, std::size_t) {
        auto const kind = (*value)[item].kind;
        only_words = only_words && kind == Kind::word;
        any_maps = any_maps || kind == Kind::map;
        items_of[k].push_back({value, item, dataset});
      });
      shortest = std::min(shortest, items_of[k].size());
      longest = std::max(longest, items_of[k].size());
    }
    if (shortest < longest) place.length = add(fmt::format("length of {}", place.name), Column::Kind::integer);
    place.may_lack = shortest < longest || longest > most_columns;
    if (shortest < longest || (longest > 1 && (only_words || any_maps)) ||
        (is_in_text() && any_word_varies(items_of, shortest)))
      learn_tallies(place, items_of);
    auto const shared = words_of_all(items_of);
    for (std::size_t index = 0; index < std::min(longest, most_columns); ++index) {
      if (columns_.size() >= most_columns || (is_in_text() && positions_left_ == 0)) {
        place.may_lack = true;
        break;
      }
      if (!place.skipped.empty() && std::to_string(index) == place.skipped) {
        place.items.emplace_back();
        continue;
      }
      Finds items;
      for (std::size_t k = 0; k < lists.size(); ++k)
        items.push_back(index < items_of[k].size() ? items_of[k][index] : Found{nullptr, 0, lists[k].dataset});
      if (is_in_text() && is_one_word(items)) {
        place.items.emplace_back();
        continue;
      }
      if (is_in_text()) --positions_left_;
      auto const named = place.name == "y" && index < names_.size();
      auto name = named ? name_below(place.name, names_[index]) : fmt::format("{}[{}]", place.name, index);
      place.items.push_back(learn(std::move(name), items, true, {}, shared));
    }
    if (shortest < longest && place.skipped.empty()) learn_from_end(place, lists, items_of, shared);
  }

  /// The last items of lists that begin with more or fewer others.
  void learn_from_end(Place& place, Finds const& lists, std::vector<Finds> const& items_of,
                      std::optional<std::vector<std::string>> const& shared) {
    auto const some_are_longer = [&](std::size_t behind) {
      return std::ranges::any_of(items_of, [&](Finds const& items) { return items.size() > behind + 1; });
    };
    for (std::size_t behind = 0; behind < most_from_end && some_are_longer(behind); ++behind) {
      if (columns_.size() >= most_columns || (is_in_text() && positions_left_ == 0)) return;
      Finds items;
      for (std::size_t k = 0; k < lists.size(); ++k) {
        auto const& of_one = items_of[k];
        items.push_back(behind < of_one.size() ? of_one[of_one.size() - 1 - behind]
                                               : Found{nullptr, 0, lists[k].dataset});
      }
      if (is_in_text()) --positions_left_;
      place.from_end.push_back(learn(fmt::format("{}[-{}]", place.name, behind + 1), items, true, {}, shared));
    }
  }

  /// The words of all items, where most of what stands at one place stands at others, too; nothing else.
  /// Then a word has the same number at every place, and what follows what can be told.
  std::optional<std::vector<std::string>> words_of_all(std::vector<Finds> const& items_of) const {
    WordCounts counts{datasets_};
    std::map<std::string_view, std::pair<std::size_t, bool>> places;  // the first, and whether there are more
    for (auto const& items : items_of)
      for (std::size_t index = 0; index < items.size(); ++index) {
        auto const& found = items[index];
        if (index == 0) counts.note_example(found.dataset);
        if (found.node().kind != Kind::word) continue;
        counts.count(found.node().text, found.dataset);
        auto& [first, is_at_others] = places.try_emplace(found.node().text, index, false).first->second;
        is_at_others = is_at_others || first != index;
      }
    std::size_t elsewhere = 0;
    for (auto const& items : items_of)
      elsewhere += static_cast<std::size_t>(std::ranges::count_if(items, [&](Found const& found) {
        return found.node().kind == Kind::word && places.at(found.node().text).second;
      }));
    if (2 * elsewhere <= counts.occurrences() || counts.different() > most_words) return std::nullopt;
    return counts.most_telling(most_words);
  }

  /// Whether there is a place among the first so many, which all have, where some have a word, and not all the same.
  static bool any_word_varies(std::vector<Finds> const& items_of, std::size_t places) {
    for (std::size_t index = 0; index < places; ++index) {
      Finds items;
      for (auto const& of_one : items_of) items.push_back(of_one[index]);
      auto const is_word = [](Found const& found) { return found.node().kind == Kind::word; };
      if (std::ranges::any_of(items, is_word) && !is_one_word(items)) return true;
    }
    return false;
  }

  /// Items of a list, or what all of them have under a path of keys.
  void learn_tallies(Place& place, std::vector<Finds> const& items_of) {
    Finds items;
    for (auto const& of_one : items_of) items.insert(items.end(), of_one.begin(), of_one.end());
    WordCounts wholes{datasets_};
    for (auto const& item : items) wholes.note_example(item.dataset);
    for (auto const& item : items)
      if (item.node().kind == Kind::list || item.node().kind == Kind::map) wholes.count(item.node().text, item.dataset);
    if (auto const often = wholes.most_telling(most_counted, 2); !often.empty()) {
      Place::Tally tally{.whole = true, .words = Words{often}};
      std::vector<Column> columns;
      for (auto const& word : often)
        columns.push_back(
            {fmt::format("number of {} in {}", visible(word, false), place.name), Column::Kind::integer, {}});
      tally.first_word = add(std::move(columns));
      place.tallies.push_back(std::move(tally));
    }
    tally_below(place, {}, items, 0);
  }

  void tally_below(Place& place, std::vector<std::string> const& path, Finds const& finds, std::size_t depth) {
    constexpr std::size_t deepest = 4;
    WordCounts words{datasets_}, numbers{datasets_};
    std::vector<std::string> keys;
    std::set<std::string, std::less<>> seen;
    for (auto const& found : finds) {
      words.note_example(found.dataset);
      numbers.note_example(found.dataset);
      auto const& node = found.node();
      if (node.kind == Kind::word) words.count(node.text, found.dataset);
      if (node.kind == Kind::number && numbers.different() <= most_counted) numbers.count(node.text, found.dataset);
      if (node.kind != Kind::list && node.kind != Kind::map) continue;
      for_each_child(*found.value, found.at, [&](std::size_t child, std::size_t index) {
        auto key = key_of(*found.value, found.at, child, index);
        if (seen.size() < most_counted && seen.insert(key).second) keys.push_back(std::move(key));
      });
    }
    auto counted = words.most_telling(most_counted);
    if (numbers.different() <= most_counted)
      std::ranges::move(numbers.most_telling(most_counted), std::back_inserter(counted));
    auto suffix = place.name + "[*]";
    for (auto const& key : path) suffix = name_below(suffix, key);
    if (!counted.empty() || numbers.occurrences() > 0) {
      Place::Tally tally{.path = path, .words = Words{counted}};
      std::vector<Column> columns;
      for (auto const& word : counted)
        columns.push_back(
            {fmt::format("number of {} that are \"{}\"", suffix, visible(word)), Column::Kind::integer, {}});
      if (!columns.empty()) tally.first_word = add(std::move(columns));
      if (numbers.occurrences() > 0) {
        auto const kind = ideal_ ? Column::Kind::real : Column::Kind::floating;
        tally.numbers = add({Column{fmt::format("sum of {}", suffix), kind, {}},
                             Column{fmt::format("least of {}", suffix), kind, {}},
                             Column{fmt::format("largest of {}", suffix), kind, {}}});
      }
      place.tallies.push_back(std::move(tally));
    }
    if (depth == deepest) return;
    for (auto const& key : keys) {
      Finds below;
      for (auto const& found : finds)
        if (auto const child = child_of(*found.value, found.at, key); child != Place::none)
          below.push_back({found.value, child, found.dataset});
      auto longer = path;
      longer.push_back(key);
      tally_below(place, longer, below, depth + 1);
    }
  }

  void learn_members(Place& place, Finds const& finds) {
    WordCounts counts{datasets_};
    std::size_t shortest = SIZE_MAX, longest = 0;
    for_each_with_members(place, finds, [&](Found const& found) {
      counts.note_example(found.dataset);
      std::size_t many = 0;
      for_each_member(place, found,
                      [&](std::string_view name, std::size_t) { counts.count(name, found.dataset), ++many; });
      shortest = std::min(shortest, many);
      longest = std::max(longest, many);
    });
    auto const names = counts.most_telling(most_members);
    for (std::size_t k = 0; k < names.size(); ++k) place.at.emplace(names[k], k);
    std::vector<std::vector<std::size_t>> sequences;
    std::vector<Finds> members(names.size());
    place.may_lack = place.may_lack || counts.different() > names.size();
    if (counts.different() > names.size())
      left_out_.push_back(fmt::format("{} of {} keys of {} are counted and not looked at",
                                      counts.different() - names.size(), counts.different(), place.name));
    for_each_with_members(place, finds, [&](Found const& found) {
      auto& sequence = sequences.emplace_back();
      for (auto& of_one : members) of_one.push_back({nullptr, 0, found.dataset});
      for_each_member(place, found, [&](std::string_view name, std::size_t at) {
        auto const known = place.at.find(name);
        if (known == place.at.end()) return;
        if (!members[known->second].back().is_there()) sequence.push_back(known->second);
        members[known->second].back() = {found.value, at, found.dataset};
      });
      place.may_lack = place.may_lack || sequence.size() < names.size();
    });
    auto order = usual_order(names.size(), sequences);
    place.ranks = std::move(order.ranks);
    if (shortest < longest) place.length = add(fmt::format("length of {}", place.name), Column::Kind::integer);
    if (place.may_lack)
      place.others = add(fmt::format("number of unknown keys of {}", place.name), Column::Kind::integer);
    if (!order.always) {
      std::vector<std::string> shown;
      for (auto const& name : names) shown.push_back(fmt::format("\"{}\"", visible(name)));
      place.first = add({Column{fmt::format("first key of {}", place.name), Column::Kind::category, shown}});
      place.disorder =
          add(fmt::format("number of neighbours in {} that have changed places", place.name), Column::Kind::integer);
      learn_orders(place, finds, names, sequences);
    }
    for (std::size_t k = 0; k < names.size(); ++k) {
      auto name = names[k].empty()      ? fmt::format("error of {}", place.name)
                  : place.label.empty() ? name_below(place.name, names[k])
                                        : name_of_row(place.name, place.label, names[k]);
      place.members.push_back(
          is_in_text() && is_one_word(members[k]) ? Place{} : learn(std::move(name), members[k], false, place.label));
    }
  }

  /// Which order the members come in, where orders repeat.
  void learn_orders(Place& place, Finds const& finds, std::vector<std::string> const& names,
                    std::vector<std::vector<std::size_t>> const& sequences) {
    WordCounts counts{datasets_};
    std::size_t k = 0;
    for_each_with_members(place, finds, [&](Found const& found) {
      counts.note_example(found.dataset);
      counts.count(order_of(sequences[k++]), found.dataset);
    });
    place.orders = Words{counts.most_telling(most_words, 2)};
    if (place.orders.list().empty()) return;
    std::vector<std::string> shown(place.orders.list().size());
    for (auto const& sequence : sequences) {
      auto const number = place.orders.number_of(order_of(sequence));
      if (number >= Column::first_unknown_word) continue;
      auto& text = shown[static_cast<std::size_t>(number)];
      if (text.empty())
        for (auto const member : sequence) text += (text.empty() ? "" : ", ") + visible(names[member]);
    }
    place.order = add({Column{fmt::format("order of {}", place.name), Column::Kind::category, shown}});
  }

  template <class Visit>
  static void for_each_with_members(Place const& place, Finds const& finds, Visit const& visit) {
    for (auto const& found : finds) {
      if (!found.is_there()) continue;
      auto const kind = found.node().kind;
      if (kind == Kind::map || kind == Kind::error || (kind == Kind::list && !place.label.empty())) visit(found);
    }
  }

  template <class Visit>
  static void for_each_member(Place const& place, Found const& found, Visit const& visit) {
    auto const label = found.node().kind == Kind::list ? place.label : std::string{};
    for_each_child(*found.value, found.at, [&](std::size_t child, std::size_t) {
      auto const name = name_of_member(*found.value, child, label);
      if (place.skipped.empty() || name != place.skipped) visit(name, child);
    });
  }

  std::size_t datasets_;
  bool ideal_;
  std::vector<std::string> const& names_;
  std::size_t depth_of_text_ = 0, positions_left_ = 0;
  bool lacking_ = false;  // whether what is looked at is missing at times
  std::vector<Column> columns_;
  std::vector<std::string> free_texts_, left_out_;
  bool is_full_ = false;
};

}  // namespace

Schema learn_schema(std::span<Example const> examples, bool ideal, std::vector<std::string> const& names) {
  std::size_t datasets = 0;
  Finds finds;
  for (auto const& [release, dataset] : examples) {
    finds.push_back({release, 0, dataset});
    datasets = std::max(datasets, dataset + 1);
  }
  Learner learner{datasets, ideal, names};
  auto whole = learner.learn("y", finds, false);
  auto columns = learner.take_columns();
  if (columns.empty()) columns.push_back({"y", Column::Kind::flag, {}});  // every release is an empty one
  return {std::move(whole), std::move(columns), learner.take_notes()};
}

}  // namespace warner::mechanisms::external
