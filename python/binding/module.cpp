// warner._core: what the Python package has compiled. Python callers use the modules beside it.

#include <dlfcn.h>
#include <filesystem>
#include <new>

#include <nanobind/nanobind.h>

#include "cli/program_folder.hpp"
#include "mechanisms/external/process/program_failed.hpp"
#include "python/binding/parts.hpp"
#include "results/audit/provenance.hpp"
#include "sim/driver.hpp"

namespace {

/// The program that comes with the package, beside this library: the one that runs is Python.
void name_the_program_beside() {
  Dl_info here{};
  if (::dladdr(reinterpret_cast<void const*>(&name_the_program_beside), &here) == 0) return;
  warner::cli::name_own_program(std::filesystem::path{here.dli_fname}.parent_path() / "_command" / "bin" / "warner");
}

}  // namespace

NB_MODULE(_core, module) {
  namespace nb = nanobind;
  name_the_program_beside();
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
