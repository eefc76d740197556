// warner._core: what the Python package has compiled. Python callers use the modules beside it.

#include <new>

#include <nanobind/nanobind.h>

#include "mechanisms/external/process/program_failed.hpp"
#include "python/binding/parts.hpp"
#include "results/audit/provenance.hpp"
#include "sim/driver.hpp"

NB_MODULE(_core, module) {
  namespace nb = nanobind;
  module.attr("version") = warner::results::provenance().version.c_str();
  nb::exception<warner::mechanisms::external::ProgramFailed>(module, "MechanismFailed", PyExc_RuntimeError);
  nb::register_exception_translator([](std::exception_ptr const& thrown, void*) {
    try {
      std::rethrow_exception(thrown);
    } catch (warner::sim::Interrupted const&) {
      PyErr_SetNone(PyExc_KeyboardInterrupt);
    }
  });
  warner::python::add_audits(module);
  warner::python::add_exact(module);
  warner::python::add_noise(module);
}
