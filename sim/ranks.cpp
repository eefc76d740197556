#include "sim/ranks.hpp"

namespace warner::sim {
namespace {

Ranks* those_that_there_are = nullptr;

}  // namespace

Ranks* ranks() { return those_that_there_are; }
void set_ranks(Ranks* ranks) { those_that_there_are = ranks; }
bool speaks() { return !ranks() || ranks()->rank() == 0; }

}  // namespace warner::sim
