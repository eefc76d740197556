#include "results/audit/fingerprint.hpp"

#include <fmt/format.h>

#include "sim/byte_hash.hpp"

namespace warner::results {

std::string fingerprint(std::string_view bytes) { return fingerprint(sim::hash_of_bytes(bytes)); }
std::string fingerprint(std::uint64_t hash) { return fmt::format("{:016x}", hash); }

}  // namespace warner::results
