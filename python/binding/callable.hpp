#pragma once

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include <nanobind/nanobind.h>

#include "cli/external.hpp"
#include "python/binding/long_work.hpp"

namespace warner::python {

/// A function of the caller's as what is audited.
///
/// @param function: None: there is none. Else it has
///   name                     str
///   is_batch                 bool: whether one call gives all releases of a request
///   seeded                   bool: whether they follow from the seeds
///   asks_ahead               bool: whether more may be asked for while others are looked at; the work is then beside
///   wanted                   int: how many releases of each of two datasets will be asked for at least, 0 for unknown
///   about(texts)             -> answer, for datasets in JSON
///   answer(dataset, n, seed) -> n releases: a list of objects, or a float64 array of n rows
///   simplified(object)       -> what speak() can say
/// @param work: must live as long as the result.
std::optional<cli::Callable> callable_of(nanobind::object function, LongWork& work);

}  // namespace warner::python
