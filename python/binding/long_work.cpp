#include "python/binding/long_work.hpp"

#include <array>
#include <csignal>
#include <exception>
#include <thread>
#include <utility>

#include "sim/driver.hpp"

namespace warner::python {
namespace {

namespace nb = nanobind;

// Audits of the main thread lie in each other where a function that is audited audits another one.
constexpr int deepest = 8;
std::array<std::atomic<bool>, deepest> asked_to_end{};
std::atomic<int> depth{0};
struct sigaction before {};  // what Python does about SIGINT
static_assert(std::atomic<bool>::is_always_lock_free);

extern "C" void note_and_pass_on(int signal, siginfo_t* info, void* context) {
  for (int i = 0; i < depth.load(); ++i) asked_to_end[static_cast<std::size_t>(i)] = true;
  if (before.sa_flags & SA_SIGINFO) before.sa_sigaction(signal, info, context);
  else before.sa_handler(signal);
}

/// Whether this is the thread that Python runs signal handlers in, and it has one for SIGINT.
bool is_to_hear() {
  auto const threading = nb::module_::import_("threading");
  if (!threading.attr("current_thread")().is(threading.attr("main_thread")())) return false;
  struct sigaction now {};
  ::sigaction(SIGINT, nullptr, &now);
  return (now.sa_flags & SA_SIGINFO) || (now.sa_handler != SIG_DFL && now.sa_handler != SIG_IGN);
}

}  // namespace

LongWork::LongWork(nb::object progress, bool is_beside) : progress_{std::move(progress)}, is_beside_{is_beside} {
  if (depth == deepest || (depth == 0 && !is_to_hear())) return;
  if (depth > 0 && !is_to_hear()) return;
  hears_signals_ = true;
  interrupted_ = &asked_to_end[static_cast<std::size_t>(depth.load())];
  *interrupted_ = false;
  if (depth == 0) {
    struct sigaction ours {};
    ours.sa_sigaction = note_and_pass_on;
    ours.sa_flags = SA_SIGINFO;
    ::sigaction(SIGINT, nullptr, &before);
    ++depth;
    ::sigaction(SIGINT, &ours, nullptr);
  } else {
    ++depth;
  }
}

LongWork::~LongWork() {
  if (!hears_signals_) return;
  if (depth == 1) ::sigaction(SIGINT, &before, nullptr);
  --depth;
}

void LongWork::do_now(std::function<void()> const& python) {
  nb::gil_scoped_acquire const held;
  try {
    python();
  } catch (nb::python_error& error) {
    if (!raised_) raised_.emplace(std::move(error));
    *interrupted_ = true;
  }
}

void LongWork::call(std::function<void()> const& python) {
  if (is_beside_) {
    std::exception_ptr failed;
    errands_.wait_for(errands_.add([&] {
      try {
        do_now(python);
      } catch (...) {
        failed = std::current_exception();
      }
    }));
    if (failed) std::rethrow_exception(failed);
  } else {
    do_now(python);
  }
  if (*interrupted_) throw sim::Interrupted{};
}

std::uint64_t LongWork::call_later(std::function<void()> python, std::shared_ptr<bool> failed) {
  return errands_.add([this, python = std::move(python), failed = std::move(failed)] {
    *failed = true;
    if (*interrupted_) return;
    do_now([&] {
      try {
        python();
        *failed = false;
      } catch (nb::python_error& error) {
        if (!error.matches(PyExc_Exception)) throw;
      } catch (std::exception const&) {
        return;  // as whoever asks again will hear
      }
    });
  });
}

void LongWork::wait_for(std::uint64_t number) {
  errands_.wait_for(number);
  if (*interrupted_) throw sim::Interrupted{};
}

void LongWork::note_progress(std::uint64_t done, std::uint64_t all) {
  if (!progress_.is_none()) call([&] { progress_(done, all); });
}

void LongWork::run(std::function<void()> const& work) {
  std::exception_ptr failed;
  auto const done = [&] {
    try {
      work();
    } catch (...) {
      failed = std::current_exception();
    }
    errands_.end();
  };
  {
    nb::gil_scoped_release const released;
    if (is_beside_) {
      std::thread beside{done};
      errands_.serve();
      beside.join();
    } else {
      done();
    }
  }
  if (PyErr_CheckSignals() != 0) throw nb::python_error{};  // a Ctrl-C in the compiled part
  if (raised_) throw *std::move(raised_);
  if (failed) std::rethrow_exception(failed);
}

}  // namespace warner::python
