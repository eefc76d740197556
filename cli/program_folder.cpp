#include "cli/program_folder.hpp"

#include <cstdlib>

#include <fmt/format.h>

#include "sim/require.hpp"

namespace warner::cli {

std::filesystem::path plots_folder() {
  std::error_code error;
  auto const* chosen = std::getenv("WARNER_PLOTS");
  auto const program = std::filesystem::read_symlink("/proc/self/exe", error);
  auto const folder = chosen ? std::filesystem::path{chosen} : program.parent_path().parent_path() / "share" / "warner" / "plots";
  require(std::filesystem::is_directory(folder, error),
          fmt::format("plots: {} is no folder (the plot scripts are installed beside the program; WARNER_PLOTS names another place)", folder.string()));
  return folder;
}

}  // namespace warner::cli
