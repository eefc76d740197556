// The one file that includes toml++, all of whose code is inline.

#include "cli/toml_file.hpp"

#include <sstream>

#include <fmt/format.h>
#include <toml++/toml.h>

#include "results/audit/file.hpp"

namespace warner::cli {
namespace {

class Reader {
 public:
  Reader(std::string file, TomlFile& into) : file_{std::move(file)}, into_{into} {}

  nlohmann::ordered_json read(toml::node const& node, std::string const& pointer) {
    auto const& begin = node.source().begin;
    into_.places[pointer] = {file_, begin.line, begin.column};
    if (auto const* table = node.as_table()) {
      auto object = nlohmann::ordered_json::object();
      for (auto const& [key, value] : *table) {
        auto const below = pointer + "/" + escaped(key.str());
        object[std::string{key.str()}] = read(value, below);
        into_.places[below] = {file_, key.source().begin.line, key.source().begin.column};
      }
      return object;
    }
    if (auto const* array = node.as_array()) {
      auto list = nlohmann::ordered_json::array();
      for (std::size_t i = 0; i < array->size(); ++i)
        list.push_back(read((*array)[i], fmt::format("{}/{}", pointer, i)));
      return list;
    }
    if (auto const* text = node.as_string()) return text->get();
    if (auto const* whole = node.as_integer()) return whole->get();
    if (auto const* real = node.as_floating_point()) return real->get();
    if (auto const* truth = node.as_boolean()) return truth->get();
    std::ostringstream date;
    node.visit([&date](auto const& value) {
      if constexpr (toml::is_chronological<decltype(value)>) date << value.get();
    });
    return date.str();
  }

 private:
  std::string file_;
  TomlFile& into_;
};

}  // namespace

std::string escaped(std::string_view key) {
  std::string text;
  for (auto const c : key) text += c == '~' ? "~0" : c == '/' ? "~1" : std::string{c};
  return text;
}

results::Place const& TomlFile::place_of(std::string pointer) const {
  for (auto found = places.find(pointer);; found = places.find(pointer)) {
    if (found != places.end()) return found->second;
    pointer.erase(pointer.rfind('/'));
  }
}

TomlFile read_toml(std::filesystem::path const& path) {
  auto const text = results::read_file(path);
  TomlFile file;
  try {
    file.document = Reader{path.string(), file}.read(toml::parse(text, path.string()), "");
  } catch (toml::parse_error const& error) {
    auto const& begin = error.source().begin;
    throw std::invalid_argument{fmt::format("{}: {} (docs/formats/suite.md has the format)",
                                            in_words({path.string(), begin.line, begin.column}), error.description())};
  }
  return file;
}

std::string in_words(results::Place const& place) {
  return fmt::format("{}:{}:{}", place.file, place.line, place.column);
}

}  // namespace warner::cli
