#include "mechanisms/external/process/descriptor_limit.hpp"

#include <optional>

#include <sys/resource.h>

namespace warner::mechanisms::external {
namespace {

std::optional<std::uint64_t> before;  ///< it was raised

rlimit limit() {
  rlimit now{0, 0};
  ::getrlimit(RLIMIT_NOFILE, &now);
  return now;
}

void limit_to(std::uint64_t most) {
  auto const now = limit();
  rlimit const wanted{static_cast<rlim_t>(most), now.rlim_max};
  if (now.rlim_cur != wanted.rlim_cur) ::setrlimit(RLIMIT_NOFILE, &wanted);
}

}  // namespace

void raise_descriptor_limit() {
  if (!before) before = most_descriptors();
  limit_to(limit().rlim_max);
}

std::uint64_t most_descriptors() { return limit().rlim_cur; }

std::uint64_t most_descriptors_of_programs() { return before.value_or(most_descriptors()); }

DescriptorsOfPrograms::DescriptorsOfPrograms() : ours_{most_descriptors()} { limit_to(most_descriptors_of_programs()); }

DescriptorsOfPrograms::~DescriptorsOfPrograms() { limit_to(ours_); }

}  // namespace warner::mechanisms::external
