#include "results/audit/fingerprint.hpp"

#include <fmt/format.h>

#include "sim/byte_hash.hpp"

namespace warner::results {

std::string fingerprint(std::string_view bytes) { return fmt::format("{:016x}", sim::hash_of_bytes(bytes)); }

}  // namespace warner::results
