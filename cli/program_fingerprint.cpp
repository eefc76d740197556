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
    fs::recursive_directory_iterator entries{source, error};
    for (; !error && entries != fs::recursive_directory_iterator{}; entries.increment(error)) {
      std::error_code dangling;
      if (entries->is_regular_file(dangling) && entries->path().extension() != ".pyc") files.push_back(entries->path());
    }
    require(!error, fmt::format("sources: {} can not be read whole ({})", source, error.message()));
  } else {
    require(false, fmt::format("sources: there is no {}", source));
  }
}

/// A file, and all of its kind beside it and below: what a script may import. What has no extension stands alone.
void add_with_its_kind(std::vector<fs::path>& files, fs::path const& file) {
  std::error_code error;
  if (!fs::is_regular_file(file, error)) return;
  files.push_back(file);
  if (!file.has_extension()) return;
  auto const folder = file.has_parent_path() ? file.parent_path() : fs::path{"."};
  for (auto const& entry :
       fs::recursive_directory_iterator{folder, fs::directory_options::skip_permission_denied, error})
    if (entry.path().extension() == file.extension() && entry.is_regular_file(error)) files.push_back(entry.path());
}

/// The file of a module that `python -m warner.respond MODULE:FUNCTION` imports from the current folder.
fs::path file_of_module(std::string module) {
  module.resize(std::min(module.size(), module.find(':')));
  std::ranges::replace(module, '.', '/');
  return fs::exists(module + ".py") ? fs::path{module + ".py"} : fs::path{module} / "__init__.py";
}

/// The files that a command names.
void add_command(std::vector<fs::path>& files, std::string const& command) {
  auto const words = mechanisms::external::words_of(command);
  for (std::size_t i = 0; i < words.size(); ++i) {
    add_with_its_kind(files, words[i]);
    if (i > 0 && words[i - 1] == "warner.respond") add_with_its_kind(files, file_of_module(words[i]));
  }
}

}  // namespace

std::string program_fingerprint(Case const& of) {
  auto const ours = results::provenance();
  return program_fingerprint(of, ours.version, ours.commit);
}

std::string program_fingerprint(Case const& of, std::string const& version, std::string const& commit) {
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
    if (library && fs::is_regular_file(of.words[i + 1])) files.emplace_back(of.words[i + 1]);
  }
  if (!outside) text += version + '\n' + commit + '\n';
  for (auto& file : files) file = file.lexically_normal();
  std::ranges::sort(files);
  files.erase(std::unique(files.begin(), files.end()), files.end());
  for (auto const& file : files) text += file.string() + '\n' + results::fingerprint(results::read_file(file)) + '\n';
  return results::fingerprint(text);
}

}  // namespace warner::cli
