#include "sim/progress.hpp"

#include <cstdio>
#include <unistd.h>

#include "tests/support/catch.hpp"

using warner::sim::ProgressBar;

TEST_CASE("the bar is silent where stderr is no terminal", "[sim]") {
  std::fflush(stderr);
  auto* const file = std::tmpfile();
  REQUIRE(file);
  auto const stderr_was = dup(STDERR_FILENO);
  dup2(fileno(file), STDERR_FILENO);
  {
    ProgressBar bar{"measure"};
    bar(0, 10);
    bar(10, 10);
    bar(0, 0);
  }
  std::fflush(stderr);
  dup2(stderr_was, STDERR_FILENO);
  close(stderr_was);
  CHECK(lseek(fileno(file), 0, SEEK_END) == 0);
  std::fclose(file);
}
