#pragma once

// The only file that names a Catch2 header: version 3 where there is one, else version 2.
#if __has_include(<catch2/catch_all.hpp>)
#include <catch2/catch_all.hpp>
#else
#include <catch2/catch.hpp>
namespace Catch {
using Detail::Approx;
}
#endif

// Leaves a test that needs what is not here, in a way that ctest reports as skipped and not as passed.
#define WARNER_SKIP(reason)      \
  do {                           \
    WARN("SKIPPED: " << reason); \
    return;                      \
  } while (false)
