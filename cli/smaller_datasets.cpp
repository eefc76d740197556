#include "cli/smaller_datasets.hpp"

#include <algorithm>
#include <functional>
#include <utility>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "mechanisms/external/data/json_text.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

using Json = nlohmann::ordered_json;

/// The items that both lists have, as positions in each: those before and after what tells them apart.
struct Common {
  std::vector<std::pair<std::size_t, std::size_t>> items;
};

Common common_items(Json const& d, Json const& d_prime) {
  Common common;
  std::size_t front = 0;
  for (auto const least = std::min(d.size(), d_prime.size()); front < least && d[front] == d_prime[front]; ++front)
    common.items.emplace_back(front, front);
  auto i = d.size(), j = d_prime.size();
  std::vector<std::pair<std::size_t, std::size_t>> back;
  while (i > front && j > front && d[i - 1] == d_prime[j - 1]) back.emplace_back(--i, --j);
  if (d.size() == d_prime.size())
    for (auto k = front; k < i; ++k)  // substituted items may lie apart
      if (d[k] == d_prime[k]) common.items.emplace_back(k, k);
  common.items.insert(common.items.end(), back.rbegin(), back.rend());
  return common;
}

using Visit = std::function<void(Json const& d, Json const& d_prime)>;

/// Calls `found` with each simpler form of these two, which stand at the same place.
void simpler(Json const& d, Json const& d_prime, Visit const& found) {
  if (d.is_object() && d_prime.is_object()) {
    for (auto const& [key, value] : d.items())
      if (d_prime.contains(key))
        simpler(value, d_prime[key], [&, name = key](Json const& one, Json const& other) {
          auto left = d, right = d_prime;
          left[name] = one, right[name] = other;
          found(left, right);
        });
    return;
  }
  if (!d.is_array() || !d_prime.is_array()) return;
  auto const [common] = common_items(d, d_prime);
  for (auto length = common.size(); length >= 1; length /= 2)
    for (std::size_t from = 0; from + length <= common.size(); from += length) {
      auto left = d, right = d_prime;
      for (auto k = from + length; k-- > from;) {
        left.erase(left.begin() + static_cast<std::ptrdiff_t>(common[k].first));
        right.erase(right.begin() + static_cast<std::ptrdiff_t>(common[k].second));
      }
      found(left, right);
    }
  for (std::size_t k = 1; k < common.size(); ++k) {
    auto const& first = d[common[0].first];
    if (d[common[k].first] == first) continue;
    auto left = d, right = d_prime;
    left[common[k].first] = first, right[common[k].second] = first;
    found(left, right);
  }
  if (d.size() != d_prime.size()) return;
  for (std::size_t k = 0; k < d.size(); ++k)  // lists of lists
    if (d[k] != d_prime[k])
      simpler(d[k], d_prime[k], [&](Json const& one, Json const& other) {
        auto left = d, right = d_prime;
        left[k] = one, right[k] = other;
        found(left, right);
      });
}

}  // namespace

std::vector<mechanisms::external::WrittenPair> simpler_pairs(mechanisms::external::WrittenPair const& pair) {
  std::vector<mechanisms::external::WrittenPair> all;
  using namespace mechanisms::external;
  auto const read = [](std::string const& text) {
    require(is_json(text) && !is_too_deep(text),
            fmt::format("datasets: '{}' is no JSON, or its lists lie more than {} deep in each other", shortened(text),
                        deepest_json));
    return Json::parse(literals_as_texts(text));
  };
  simpler(read(pair.d), read(pair.d_prime), [&](Json const& d, Json const& d_prime) {
    all.push_back({texts_as_literals(d.dump()), texts_as_literals(d_prime.dump())});
  });
  std::ranges::stable_sort(all, {}, [](auto const& one) { return one.d.size() + one.d_prime.size(); });
  return all;
}

}  // namespace warner::cli
