#include "python/binding/spoken.hpp"

#include <cmath>
#include <iterator>
#include <string_view>
#include <utility>

#include <fmt/format.h>
#include <nanobind/stl/string.h>

namespace warner::python {
namespace {

namespace nb = nanobind;

constexpr int deepest = 200;

void raise(PyObject* kind, char const* message) {
  PyErr_SetString(kind, message);
  throw nb::python_error{};
}

/// UTF-8, surrogates that stand alone replaced.
void speak_text(nb::handle text, std::string& out) {
  Py_ssize_t size = 0;
  auto const* bytes = PyUnicode_AsUTF8AndSize(text.ptr(), &size);
  nb::object kept;
  if (!bytes) {
    PyErr_Clear();
    kept = nb::steal(PyUnicode_AsEncodedString(text.ptr(), "utf-8", "replace"));
    if (!kept.is_valid()) throw nb::python_error{};
    char* buffer = nullptr;
    if (PyBytes_AsStringAndSize(kept.ptr(), &buffer, &size) != 0) throw nb::python_error{};
    bytes = buffer;
  }
  out += '"';
  for (auto const c : std::string_view{bytes, static_cast<std::size_t>(size)}) {
    if (c == '"' || c == '\\') out += '\\', out += c;
    else if (c == '\n') out += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20) fmt::format_to(std::back_inserter(out), "\\u{:04x}", c);
    else out += c;
  }
  out += '"';
}

void speak_float(double value, std::string& out) {
  if (std::isnan(value)) out += "NaN";
  else if (std::isinf(value)) out += value > 0 ? "Infinity" : "-Infinity";
  else {  // as Python writes it: 1.0 is no 1
    auto* const written = PyOS_double_to_string(value, 'r', 0, Py_DTSF_ADD_DOT_0, nullptr);
    if (!written) throw nb::python_error{};
    out += written;
    PyMem_Free(written);
  }
}

void speak_integer(nb::handle object, std::string& out) {
  int overflow = 0;
  auto const value = PyLong_AsLongLongAndOverflow(object.ptr(), &overflow);
  if (overflow == 0) {
    out += fmt::format_int{value}.c_str();
    return;
  }
  auto const digits = nb::steal(PyObject_Str(object.ptr()));
  if (!digits.is_valid()) throw nb::python_error{};
  out += nb::cast<std::string>(digits);
}

void speak_at(nb::handle object, nb::handle simplified, std::string& out, int depth) {
  if (depth > deepest) raise(PyExc_RecursionError, "a release is nested more than 200 deep");
  auto* const it = object.ptr();
  if (object.is_none()) out += "null";
  else if (PyBool_Check(it)) out += it == Py_True ? "true" : "false";
  else if (PyFloat_CheckExact(it)) speak_float(PyFloat_AsDouble(it), out);
  else if (PyLong_CheckExact(it)) speak_integer(object, out);
  else if (PyUnicode_CheckExact(it)) speak_text(object, out);
  else if (PyTuple_CheckExact(it) || PyList_CheckExact(it)) {
    out += '[';
    auto const size = PySequence_Size(it);
    for (Py_ssize_t i = 0; i < size; ++i) {
      if (i > 0) out += ", ";
      auto const item = nb::steal(PySequence_GetItem(it, i));
      if (!item.is_valid()) throw nb::python_error{};
      speak_at(item, simplified, out, depth + 1);
    }
    out += ']';
  } else if (PyDict_CheckExact(it)) {
    out += '{';
    auto first = true;
    for (auto const [key, value] : nb::borrow<nb::dict>(object)) {
      if (!std::exchange(first, false)) out += ", ";
      if (PyUnicode_CheckExact(key.ptr())) speak_text(key, out);
      else {
        std::string said;
        speak_at(key, simplified, said, depth + 1);
        speak_text(nb::str(said.c_str(), said.size()), out);
      }
      out += ": ";
      speak_at(value, simplified, out, depth + 1);
    }
    out += '}';
  } else {
    speak_at(simplified(object), simplified, out, depth + 1);
  }
}

}  // namespace

void speak(nb::handle object, nb::handle simplified, std::string& text) { speak_at(object, simplified, text, 0); }

}  // namespace warner::python
