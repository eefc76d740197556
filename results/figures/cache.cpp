#include "results/figures/cache.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"
#include "results/audit/json.hpp"
#include "results/audit/provenance.hpp"

namespace warner::results {
namespace {

constexpr auto schema = "warner/made/1";

std::filesystem::path place(std::filesystem::path const& folder, std::string const& figure) {
  return folder / ".made" / (figure + ".json");
}

Json json_of(MadeFiles const& made) {
  Json json{{"request", made.request}, {"files", Json::object()}};
  for (auto const& [name, print] : made.files) json["files"][name] = print;
  return json;
}

MadeFiles files_from(JsonReader const& json) {
  MadeFiles made{json["request"].text()};
  for (auto const& [name, print] : json["files"].members()) made.files.emplace_back(name, print.text());
  return made;
}

}  // namespace

MadeFiles MadeFiles::of(std::string request, std::vector<std::filesystem::path> const& paths) {
  MadeFiles made{std::move(request)};
  for (auto const& path : paths) made.files.emplace_back(path.filename().string(), fingerprint(read_file(path)));
  return made;
}

bool MadeFiles::stand(std::filesystem::path const& folder, std::string const& wanted) const {
  if (request != wanted) return false;
  return std::ranges::all_of(files, [&](auto const& file) {
    std::error_code error;
    auto const path = folder / file.first;
    return std::filesystem::is_regular_file(path, error) && fingerprint(read_file(path)) == file.second;
  });
}

std::vector<std::filesystem::path> MadeFiles::paths(std::filesystem::path const& folder) const {
  std::vector<std::filesystem::path> all;
  for (auto const& [name, _] : files) all.push_back(folder / name);
  return all;
}

std::optional<Made> read_made(std::filesystem::path const& folder, std::string const& figure) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(place(folder, figure), error)) return std::nullopt;
  try {
    auto const document = parse_json(read_file(place(folder, figure)));
    JsonReader const json{document, "made"};
    if (json["schema"].text() != schema) return std::nullopt;
    return Made{files_from(json["numbers"]), files_from(json["drawing"]), json["agrees"].truth(),
                json["summary"].text()};
  } catch (std::invalid_argument const&) {
    return std::nullopt;  // then it is made again
  }
}

void write_made(std::filesystem::path const& folder, std::string const& figure, Made const& made) {
  Json const json{{"schema", schema},
                  {"numbers", json_of(made.numbers)},
                  {"drawing", json_of(made.drawing)},
                  {"agrees", made.agrees},
                  {"summary", made.summary}};
  write_file(place(folder, figure), json.dump(2, ' ', false, Json::error_handler_t::replace) + "\n");
}

std::string const& this_program() {
  static std::string const name = [] {
    try {
      return fingerprint(read_file("/proc/self/exe"));
    } catch (std::invalid_argument const&) {
      return fmt::format("{} {}", provenance().version, provenance().commit);
    }
  }();
  return name;
}

}  // namespace warner::results
