#include "cli/program_fingerprint.hpp"

#include <algorithm>
#include <filesystem>
#include <vector>

#include <fmt/format.h>

#include "mechanisms/external/process/command_line.hpp"
#include "results/audit/file.hpp"
#include "results/audit/fingerprint.hpp"
#include "results/audit/provenance.hpp"
#include "sim/require.hpp"

namespace warner::cli {
namespace {

namespace fs = std::filesystem;

void add_source(std::vector<fs::path>& files, std::string const& source) {
  std::error_code error;
  if (fs::is_regular_file(source, error)) files.emplace_back(source);
  else if (fs::is_directory(source, error)) {
    for (auto const& entry : fs::recursive_directory_iterator{source})
      if (entry.is_regular_file() && entry.path().extension() != ".pyc") files.push_back(entry.path());
  } else {
    require(false, fmt::format("sources: there is no {}", source));
  }
}

/// The file of a module that `python -m warner.respond MODULE:FUNCTION` imports from the current folder.
fs::path file_of_module(std::string module) {
  module.resize(std::min(module.size(), module.find(':')));
  std::ranges::replace(module, '.', '/');
  return fs::exists(module + ".py") ? fs::path{module + ".py"} : fs::path{module} / "__init__.py";
}

/// The files that a command names.
void add_command(std::vector<fs::path>& files, std::string const& command) {
  std::error_code error;
  auto const words = mechanisms::external::words_of(command);
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (fs::is_regular_file(words[i], error)) files.emplace_back(words[i]);
    if (i > 0 && words[i - 1] == "warner.respond")
      if (auto const file = file_of_module(words[i]); fs::is_regular_file(file, error)) files.push_back(file);
  }
}

}  // namespace

std::string program_fingerprint(Case const& of) {
  std::vector<fs::path> files;
  std::string text;
  for (auto const& word : of.words) text += word + '\n';
  for (auto const& source : of.sources) add_source(files, source);
  auto outside = false;
  for (std::size_t i = 0; i + 1 < of.words.size(); ++i) {
    auto const program = of.words[i] == "--exec", library = of.words[i] == "--plugin";
    outside = outside || program || library;
    if (!of.sources.empty()) continue;
    if (program) add_command(files, of.words[i + 1]);
    if (library) add_source(files, of.words[i + 1]);
  }
  if (!outside) text += results::provenance().version + '\n' + results::provenance().commit + '\n';
  std::ranges::sort(files);
  for (auto const& file : files) text += file.string() + '\n' + results::fingerprint(results::read_file(file)) + '\n';
  return results::fingerprint(text);
}

}  // namespace warner::cli
