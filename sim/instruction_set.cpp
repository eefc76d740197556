#include "sim/instruction_set.hpp"

#include <algorithm>
#include <cctype>
#include <cstdlib>

#include <hwy/highway.h>
#include <hwy/targets.h>

#include "sim/require.hpp"

namespace warner::sim {
namespace {

std::string lower(std::string name) {
  std::ranges::transform(name, name.begin(), [](unsigned char c) { return static_cast<char>(std::tolower(c)); });
  return name;
}

std::vector<int64_t> supported_targets() {
  hwy::SetSupportedTargetsForTest(0);  // what the machine has, not what a test chose
  auto left = hwy::SupportedTargets() & HWY_TARGETS;
  std::vector<int64_t> targets;
  for (; left != 0; left &= left - 1) targets.push_back(left & -left);  // a lower bit is a better target
  return targets;
}

void choose(int64_t target) {
  hwy::SetSupportedTargetsForTest(target);
  hwy::GetChosenTarget().Update(hwy::SupportedTargets());
}

std::string& chosen_name() {
  static std::string name;
  return name;
}

}  // namespace

std::vector<std::string> instruction_sets() {
  std::vector<std::string> names;
  for (auto const target : supported_targets()) names.push_back(lower(hwy::TargetName(target)));
  auto const again = chosen_name();
  if (!again.empty()) use_instruction_set(again);
  return names;
}

void use_instruction_set(std::string const& name) {
  auto const targets = supported_targets();
  if (name.empty()) {
    chosen_name().clear();
    choose(0);
    return;
  }
  for (auto const target : targets)
    if (lower(hwy::TargetName(target)) == lower(name)) {
      chosen_name() = lower(name);
      choose(target);
      return;
    }
  std::string known;
  for (auto const target : targets) known += (known.empty() ? "" : ", ") + lower(hwy::TargetName(target));
  require(false, "WARNER_ISA: '" + name + "' is not to be had here (" + known + ")");
}

void obey_environment() {
  static bool const obeyed = [] {
    if (auto const* name = std::getenv("WARNER_ISA"); name && *name) use_instruction_set(name);
    return true;
  }();
  (void)obeyed;
}

std::string active_instruction_set() {
  obey_environment();
  return chosen_name().empty() ? instruction_sets().front() : chosen_name();
}

}  // namespace warner::sim
