#pragma once

#include <cstdint>

namespace warner::mechanisms::external {

/// Lets this process have as many descriptors as its hard limit allows. Programs that it starts get back the number
/// that it had. To be called before there are threads.
void raise_descriptor_limit();

/// Descriptors that this process may have open.
std::uint64_t most_descriptors();

/// Descriptors that a program which it starts may have open.
std::uint64_t most_descriptors_of_programs();

/// As long as one lives, what is started gets the number of programs by itself; other threads may have no more, either.
class DescriptorsOfPrograms {
 public:
  DescriptorsOfPrograms();
  ~DescriptorsOfPrograms();
  DescriptorsOfPrograms(DescriptorsOfPrograms const&) = delete;
  DescriptorsOfPrograms& operator=(DescriptorsOfPrograms const&) = delete;

 private:
  std::uint64_t ours_;
};

}  // namespace warner::mechanisms::external
