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

Json json_of(CachedFiles const& cached) {
  Json json{{"request", cached.request}, {"files", Json::object()}};
  for (auto const& [name, print] : cached.files) json["files"][name] = print;
  return json;
}

CachedFiles files_from(JsonReader const& json) {
  CachedFiles cached{json["request"].text()};
  for (auto const& [name, print] : json["files"].members()) cached.files.emplace_back(name, print.text());
  return cached;
}

}  // namespace

CachedFiles CachedFiles::of(std::string request, std::vector<std::filesystem::path> const& paths) {
  CachedFiles cached{std::move(request)};
  for (auto const& path : paths) cached.files.emplace_back(path.filename().string(), fingerprint(read_file(path)));
  return cached;
}

bool CachedFiles::stand(std::filesystem::path const& folder, std::string const& wanted) const {
  if (request != wanted) return false;
  return std::ranges::all_of(files, [&](auto const& file) {
    std::error_code error;
    auto const path = folder / file.first;
    return std::filesystem::is_regular_file(path, error) && fingerprint(read_file(path)) == file.second;
  });
}

std::vector<std::filesystem::path> CachedFiles::paths(std::filesystem::path const& folder) const {
  std::vector<std::filesystem::path> all;
  for (auto const& [name, _] : files) all.push_back(folder / name);
  return all;
}

std::optional<FigureCache> read_cache(std::filesystem::path const& folder, std::string const& figure) {
  std::error_code error;
  if (!std::filesystem::is_regular_file(place(folder, figure), error)) return std::nullopt;
  try {
    auto const document = parse_json(read_file(place(folder, figure)));
    JsonReader const json{document, "cache"};
    if (json["schema"].text() != schema) return std::nullopt;
    return FigureCache{files_from(json["numbers"]), files_from(json["drawing"]), json["agrees"].truth(),
                       json["summary"].text()};
  } catch (std::invalid_argument const&) {
    return std::nullopt;  // then it is made again
  }
}

void write_cache(std::filesystem::path const& folder, std::string const& figure, FigureCache const& cache) {
  Json const json{{"schema", schema},
                  {"numbers", json_of(cache.numbers)},
                  {"drawing", json_of(cache.drawing)},
                  {"agrees", cache.agrees},
                  {"summary", cache.summary}};
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
