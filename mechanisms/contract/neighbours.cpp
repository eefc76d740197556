#include "mechanisms/contract/neighbours.hpp"

#include <algorithm>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::mechanisms {
namespace {

void require_inside(Dataset const& dataset, std::size_t index) {
  require(index < dataset.size(), fmt::format("index: {} is outside the dataset of {} records", index, dataset.size()));
}

}  // namespace

std::string_view name_of(Relation relation) {
  switch (relation) {
    case Relation::substitute: return "substitute";
    case Relation::add_remove: return "add/remove";
    case Relation::one_differs: return "one differ";
    case Relation::all_differ: return "all differ";
    case Relation::value: return "value";
  }
  return "";
}

Relation relation_from(std::string_view name) {
  for (auto const relation :
       {Relation::substitute, Relation::add_remove, Relation::one_differs, Relation::all_differ, Relation::value})
    if (name_of(relation) == name) return relation;
  require(false, fmt::format("relation: '{}' is unknown", name));
  return Relation::substitute;
}

std::vector<Pair> eight_patterns(std::size_t length, double step, double base) {
  require(length >= 1, "length: 0 answers have no pattern");
  auto const n = static_cast<std::ptrdiff_t>(length), half = n / 2;
  Dataset const all(length, base);
  auto const with = [&](auto change) {
    auto copy = all;
    change(copy.begin());
    return copy;
  };
  auto const up = [&](auto from, auto to) { std::transform(from, to, from, [&](double x) { return x + step; }); };
  auto const down = [&](auto from, auto to) { std::transform(from, to, from, [&](double x) { return x - step; }); };
  auto const zero_half = [&](bool first) {
    Dataset copy(length, base - step);
    std::fill(copy.begin() + (first ? 0 : half), copy.begin() + (first ? half : n), base);
    return copy;
  };
  using enum Relation;
  std::vector<Pair> patterns{
      {all, with([&](auto it) { up(it, it + 1); }), one_differs, "one above"},
      {all, with([&](auto it) { down(it, it + 1); }), one_differs, "one below"},
      {all, with([&](auto it) { up(it, it + 1), down(it + 1, it + n); }), all_differ, "one above rest below"},
      {all, with([&](auto it) { down(it, it + 1), up(it + 1, it + n); }), all_differ, "one below rest above"},
      {all, with([&](auto it) { up(it, it + half), down(it + half, it + n); }), all_differ, "half and half"},
      {all, with([&](auto it) { up(it, it + n); }), all_differ, "all above"},
      {all, with([&](auto it) { down(it, it + n); }), all_differ, "all below"},
      {zero_half(true), zero_half(false), all_differ, "X shape"},
  };
  std::vector<Pair> distinct;
  for (auto& pattern : patterns) {
    auto const seen =
        std::ranges::any_of(distinct, [&](Pair const& p) {  // the game is symmetric: either order is the same question
          return (p.d == pattern.d && p.d_prime == pattern.d_prime) ||
                 (p.d == pattern.d_prime && p.d_prime == pattern.d);
        });
    if (!seen && pattern.d != pattern.d_prime) distinct.push_back(std::move(pattern));
  }
  return distinct;
}

Pair rest_above_last_below(std::size_t length, std::size_t c, double step, double base) {
  require(c >= 1 && c < length, fmt::format("c: the last {} of {} answers leave no rest", c, length));
  Dataset other(length, base + step);
  std::fill_n(other.rbegin(), c, base - step);
  return {Dataset(length, base), std::move(other), Relation::all_differ, fmt::format("rest above last {} below", c)};
}

Pair all_but_last_above(std::size_t length, double step, double base) {
  require(length >= 2, fmt::format("length: {} answers, and all but the last are none", length));
  Dataset other(length, base + step);
  other.back() = base;
  return {Dataset(length, base), std::move(other), Relation::all_differ, "all but the last above"};
}

Pair add(Dataset const& dataset, double record, std::string label) {
  auto more = dataset;
  more.push_back(record);
  return {dataset, std::move(more), Relation::add_remove, std::move(label)};
}

Pair remove(Dataset const& dataset, std::size_t index) {
  require_inside(dataset, index);
  auto fewer = dataset;
  fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(index));
  return {dataset, std::move(fewer), Relation::add_remove, {}};
}

Pair substitute(Dataset const& dataset, std::size_t index, double record, std::string label) {
  require_inside(dataset, index);
  auto other = dataset;
  other[index] = record;
  return {dataset, std::move(other), Relation::substitute, std::move(label)};
}

Pair group(Dataset const& dataset, std::size_t k, double record) {
  require(k <= dataset.size(), fmt::format("k: a group of {} is larger than the dataset of {}", k, dataset.size()));
  auto other = dataset;
  std::fill_n(other.begin(), k, record);
  return {dataset, std::move(other), Relation::substitute, fmt::format("group of {}", k)};
}

}  // namespace warner::mechanisms
