#include "sim/ars.hpp"
#include "sim/philox.hpp"

#include "tests/support/catch.hpp"

using namespace warner::sim;

// Known answers of Random123 1.14.0. Its kat_vectors have Philox4x32-10; those of ARS4x32-7 were computed with its ars.h.
TEST_CASE("Philox4x32-10 has Random123's known answers", "[sim][golden]") {
  using Counter = std::array<std::uint32_t, 4>;
  constexpr auto ones = 0xffffffffu;
  CHECK(philox4x32_10({0, 0, 0, 0}, {0, 0}) == Counter{0x6627e8d5, 0xe169c58d, 0xbc57ac4c, 0x9b00dbd8});
  CHECK(philox4x32_10({ones, ones, ones, ones}, {ones, ones}) == Counter{0x408f276d, 0x41c83b0e, 0xa20bc7c6, 0x6d5451fd});
  CHECK(philox4x32_10({0x243f6a88, 0x85a308d3, 0x13198a2e, 0x03707344}, {0xa4093822, 0x299f31d0}) ==
        Counter{0xd16cfe09, 0x94fdcceb, 0x5001e420, 0x24126ea1});
}

TEST_CASE("ARS4x32-7 has Random123's known answers", "[sim][golden]") {
  constexpr auto ones = ~std::uint64_t{0};
  CHECK(ars4x32_7({}, {}) == Word128{0xc45798f3dacf61ff, 0x101e27f3113c7eeb});
  CHECK(ars4x32_7({ones, ones}, {}) == Word128{0xb246b0028a1a8159, 0xa986448603e4b870});
  CHECK(ars4x32_7({0x85a308d3243f6a88, 0x0370734413198a2e}, {0x299f31d0a4093822, 0xec4e6c89082efa98}) ==
        Word128{0xf67d43bad1df87af, 0x393dcb2d4f66afdb});
}
