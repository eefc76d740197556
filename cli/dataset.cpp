#include "cli/dataset.hpp"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <string_view>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

#include "cli/number.hpp"
#include "mechanisms/external/release/read_value.hpp"
#include "mechanisms/external/release/shown.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

constexpr std::string_view blanks = " \t\r\n";

/// Of a JSON list of numbers, and of words without commas: item i as it was typed.
std::vector<std::string_view> items_of(std::string_view text) {
  auto const first = text.find('[') + 1, last = text.rfind(']');
  std::vector<std::string_view> items;
  for (auto from = first; from < last;) {
    auto const comma = std::min(text.find(',', from), last);
    auto item = text.substr(from, comma - from);
    item.remove_prefix(std::min(item.find_first_not_of(blanks), item.size()));
    items.push_back(item.substr(0, item.find_last_not_of(blanks) + 1));
    from = comma + 1;
  }
  return items;
}

}  // namespace

mechanisms::Dataset dataset_from(std::string const& option, std::string const& text, LongNumbers long_numbers) {
  auto const document = nlohmann::json::parse(text, nullptr, false);
  require(document.is_array(), fmt::format("{}: '{}' is not a JSON list of numbers such as [0, 1]", option,
                                           mechanisms::external::shown(text)));
  mechanisms::Dataset dataset;
  for (auto const& item : document) {
    require(item.is_number() || item.is_string(), fmt::format("{}: '{}' is not a JSON list of numbers such as [0, 1]",
                                                              option, mechanisms::external::shown(text)));
    dataset.push_back(item.is_number() ? item.get<double>() : real_from(option, item.get<std::string>()));
  }
  if (long_numbers == LongNumbers::rounded || dataset.empty()) return dataset;
  auto const items = items_of(text);
  for (std::size_t i = 0; i < dataset.size(); ++i)
    require(!mechanisms::external::loses_digits(items.at(i), dataset[i]),
            fmt::format("{}: {} has more digits than a double, and would be rounded (to a program of --exec it is "
                        "handed on as it is)",
                        option, mechanisms::external::shown(items[i])));
  return dataset;
}

bool are_same(mechanisms::Dataset const& a, mechanisms::Dataset const& b) {
  return std::ranges::equal(a, b, {}, std::bit_cast<std::uint64_t, double>, std::bit_cast<std::uint64_t, double>);
}

}  // namespace warner::cli
