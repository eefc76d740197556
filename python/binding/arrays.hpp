#pragma once

#include <cstddef>
#include <memory>

#include <nanobind/nanobind.h>
#include <nanobind/ndarray.h>

namespace warner::python {

using Array1 = nanobind::ndarray<nanobind::numpy, double, nanobind::ndim<1>, nanobind::c_contig>;
using Array2 = nanobind::ndarray<nanobind::numpy, double, nanobind::ndim<2>, nanobind::c_contig>;
using Input1 = nanobind::ndarray<double const, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;
/// What is written in place: an array of the caller's.
using Output1 = nanobind::ndarray<double, nanobind::ndim<1>, nanobind::c_contig, nanobind::device::cpu>;

/// Memory that Python frees.
inline nanobind::capsule owner_of(std::unique_ptr<double[]> memory) {
  return {memory.release(), [](void* it) noexcept { delete[] static_cast<double*>(it); }};
}

/// A new array, not filled.
inline Array1 array_of(std::size_t n) {
  auto memory = std::make_unique_for_overwrite<double[]>(n);
  auto* const data = memory.get();
  return {data, {n}, owner_of(std::move(memory))};
}
inline Array2 array_of(std::size_t rows, std::size_t columns) {
  auto memory = std::make_unique_for_overwrite<double[]>(rows * columns);
  auto* const data = memory.get();
  return {data, {rows, columns}, owner_of(std::move(memory))};
}

}  // namespace warner::python
