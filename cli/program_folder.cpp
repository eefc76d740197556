#include "cli/program_folder.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::cli {

namespace {

/// What came with the program: ../share/warner/NAME beside its own folder, unless the variable names another place.
std::filesystem::path shared(char const* name, char const* variable, std::string_view what) {
  std::error_code error;
  auto const* chosen = std::getenv(variable);
  auto const program = std::filesystem::read_symlink("/proc/self/exe", error);
  auto const folder =
      chosen ? std::filesystem::path{chosen} : program.parent_path().parent_path() / "share" / "warner" / name;
  require(std::filesystem::is_directory(folder, error),
          fmt::format("{}: {} is no folder ({} are installed beside the program; {} names another place)", name,
                      folder.string(), what, variable));
  return folder;
}

}  // namespace

std::filesystem::path plots_folder() { return shared("plots", "WARNER_PLOTS", "the plot scripts"); }
std::filesystem::path reference_folder() { return shared("reference", "WARNER_REFERENCE", "the references"); }

}  // namespace warner::cli
