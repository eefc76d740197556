#include "cli/program_folder.hpp"

#include <cstdlib>
#include <utility>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::cli {

namespace {

std::filesystem::path& named_program() {
  static std::filesystem::path program;
  return program;
}

/// What came with the program: ../share/warner/NAME beside its own folder, unless the variable names another place.
std::filesystem::path shared(char const* name, char const* variable, std::string_view what) {
  std::error_code error;
  auto const* chosen = std::getenv(variable);
  auto const folder =
      chosen ? std::filesystem::path{chosen} : own_program().parent_path().parent_path() / "share" / "warner" / name;
  require(std::filesystem::is_directory(folder, error),
          fmt::format("{}: {} is no folder ({} are installed beside the program; {} names another place)", name,
                      folder.string(), what, variable));
  return folder;
}

}  // namespace

std::filesystem::path own_program() {
  std::error_code error;
  return named_program().empty() ? std::filesystem::read_symlink("/proc/self/exe", error) : named_program();
}

void name_own_program(std::filesystem::path program) { named_program() = std::move(program); }

std::filesystem::path plots_folder() { return shared("plots", "WARNER_PLOTS", "the plot scripts"); }
std::filesystem::path reference_folder() { return shared("reference", "WARNER_REFERENCE", "the references"); }

}  // namespace warner::cli
