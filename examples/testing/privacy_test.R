# Privacy as a test, in base R; with testthat, write expect_equal(check(..), 0) in a test_that().
#
#   Rscript examples/testing/privacy_test.R
#
# `warner` ends with 0 where the claim is not refuted, with 1 where it is, and with 2 or 4 where no audit took place.
check <- function(epsilon, program = "Rscript examples/external/laplace.R")
  system2("warner", c("check", "--exec", shQuote(program), "--d", shQuote("[0]"), "--d-prime", shQuote("[1]"),
                      "--claim-epsilon", epsilon, "--level", "1e-6", "--budget", "1e5"))

stopifnot("the count is as private as it claims" = check(epsilon = 1) == 0)
stopifnot("the test can fail: half the epsilon is refuted" = check(epsilon = 0.5) == 1)
