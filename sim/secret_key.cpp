#include "sim/secret_key.hpp"

#include <cerrno>
#include <system_error>

#include <sys/random.h>

namespace warner::sim {

Key secret_key() {
  Word128 key;
  auto* const bytes = reinterpret_cast<unsigned char*>(&key);
  for (std::size_t have = 0; have < sizeof key;) {
    auto const got = getrandom(bytes + have, sizeof key - have, 0);
    if (got >= 0) have += static_cast<std::size_t>(got);
    else if (errno != EINTR) throw std::system_error{errno, std::generic_category(), "getrandom"};
  }
  return aes_key(key);
}

}  // namespace warner::sim
