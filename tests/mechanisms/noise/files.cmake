set(NOISE_TESTS
  noise/batch_path.test.cpp noise/bernoulli.test.cpp noise/discrete_gaussian.test.cpp noise/discrete_laplace.test.cpp noise/exact.test.cpp noise/exponential.test.cpp
  noise/gaussian.test.cpp noise/geometric.test.cpp noise/gumbel.test.cpp noise/laplace.test.cpp noise/poisson_binomial.test.cpp
  noise/tabulated.test.cpp noise/uniform.test.cpp)
