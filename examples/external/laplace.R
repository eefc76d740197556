# A count with Laplace noise. Base R suffices.
#
#   warner measure --exec 'Rscript examples/external/laplace.R' --d '[0]' --d-prime '[1]'
#
# R's seeds have 31 bits; a program that ignores the seed may be audited, too, but then no run repeats another.
if (Sys.getenv("WARNER_PROTOCOL") == "2")  # version 2 lets it say what it is; without this line it speaks version 1
  writeLines('{"warner": 2, "name": "a noisy count", "version": "1", "claim": {"epsilon": 1}, "relation": "add-remove", "seeded": true}')
input <- file("stdin", open = "r")
while (length(line <- readLines(input, n = 1)) > 0) {
  numbers <- as.numeric(regmatches(line, gregexpr("-?[0-9][0-9.e+-]*", line))[[1]])  # the dataset, trials, seed; with jsonlite, fromJSON(line) names them
  n <- tail(numbers, 2)[1]
  set.seed(tail(numbers, 1) %% 2147483647)
  noise <- rexp(n) - rexp(n)
  noisy <- sum(head(numbers, -2)) + noise
  writeLines(format(round(noisy * 1024) / 1024, digits = 17, trim = TRUE))  # a grid: the last bits of a sum tell the count
  flush(stdout())
}
