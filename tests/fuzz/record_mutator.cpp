// Changes one value in a JSON document at a time: most changes of bytes are no JSON any more, and get no further than
// the parser.
#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <random>
#include <string>
#include <vector>

#include <nlohmann/json.hpp>

using Json = nlohmann::ordered_json;

extern "C" std::size_t LLVMFuzzerMutate(std::uint8_t* data, std::size_t size, std::size_t most);

namespace {

void collect(Json& value, std::vector<Json*>& all) {
  all.push_back(&value);
  if (value.is_structured())
    for (auto& item : value) collect(item, all);
}

Json const& hostile(std::uint32_t choice) {
  static Json const values{0,
                           1,
                           -1,
                           0.5,
                           1e300,
                           -1e300,
                           5e-324,
                           4096,
                           4294967296,
                           9007199254740993,
                           18446744073709551615u,
                           "inf",
                           "-inf",
                           "nan",
                           "",
                           "laplace",
                           "gaussian",
                           "sum",
                           "gap",
                           "distinct",
                           "distance",
                           "combination",
                           "log_combination",
                           "quadratic",
                           "product",
                           "angle",
                           "labelled",
                           "sum_of_two",
                           "repeated",
                           "remainder",
                           "remainder_of_sum",
                           "decimals",
                           "argmax",
                           "likelihood",
                           nullptr,
                           true,
                           Json::array(),
                           Json::object(),
                           Json::array({0}),
                           Json::array({0, 1, 2}),
                           Json::array({"inf"})};
  return values[choice % values.size()];
}

void change(Json& document, std::minstd_rand& random) {
  std::vector<Json*> all;
  collect(document, all);
  auto& target = *all[random() % all.size()];
  auto const& other = *all[random() % all.size()];
  switch (random() % 4) {
    case 0: target = hostile(static_cast<std::uint32_t>(random())); break;
    case 1: target = Json(other); break;
    case 2:
      if (target.is_structured() && !target.empty())
        target.erase(std::next(target.begin(), static_cast<std::ptrdiff_t>(random() % target.size())));
      break;
    default:
      if (target.is_array()) target.push_back(target.empty() ? Json(0) : Json(target.back()));
      else if (target.is_number_unsigned()) target = target.get<std::uint64_t>() + random() % 3 - 1;
      else if (target.is_number()) target = -target.get<double>();
  }
}

}  // namespace

extern "C" std::size_t LLVMFuzzerCustomMutator(std::uint8_t* data, std::size_t size, std::size_t most,
                                               unsigned int seed) {
  std::minstd_rand random{seed};
  auto document = Json::parse(data, data + size, nullptr, false);
  if (document.is_discarded() || random() % 8 == 0) return LLVMFuzzerMutate(data, size, most);
  for (auto changes = 1 + random() % 3; changes > 0; --changes) change(document, random);
  auto const text = document.dump(-1, ' ', false, Json::error_handler_t::replace);
  if (text.size() > most) return LLVMFuzzerMutate(data, size, most);
  std::memcpy(data, text.data(), text.size());
  return text.size();
}
