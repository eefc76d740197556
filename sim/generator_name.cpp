#include "sim/generator_name.hpp"

#include "sim/require.hpp"

namespace warner::sim {

std::string generator_name(Generator generator) {
  switch (generator) {
    case Generator::ars: return "ars";
    case Generator::philox: return "philox";
    case Generator::aes: return "aes";
  }
  return "";
}

Generator generator_named(std::string_view symbol, std::string_view name) {
  for (auto const generator : {Generator::ars, Generator::philox, Generator::aes})
    if (generator_name(generator) == name) return generator;
  require(false, std::string{symbol} + ": '" + std::string{name} + "' is unknown (ars, philox or aes)");
  return {};
}

}  // namespace warner::sim
