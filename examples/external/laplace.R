# A count with Laplace noise. Needs the package jsonlite.
#
#   warner measure --exec 'Rscript examples/external/laplace.R' --d '[0]' --d-prime '[1]' --claim-epsilon 1
#
# R's seeds have 31 bits; a program that ignores the seed may be audited, too, but then no run repeats another.
input <- file("stdin", open = "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  request <- jsonlite::fromJSON(line)
  set.seed(request$seed %% 2147483647)
  n <- request$trials
  noise <- rexp(n) - rexp(n)
  noisy <- sum(request$dataset) + noise
  writeLines(format(round(noisy * 1024) / 1024, digits = 17, trim = TRUE))  # a grid: the last bits of a sum tell the count
  flush(stdout())
}
