#include "bench/sim/numpy.hpp"

#include <csignal>
#include <fcntl.h>
#include <spawn.h>
#include <stdexcept>
#include <unistd.h>
#include <vector>

#include <sys/wait.h>

extern char** environ;

namespace warner::bench {
namespace {

constexpr auto worker = R"(
import sys, time
try:
    import numpy
except ImportError:
    sys.exit(3)
g, n = numpy.random.Generator(numpy.random.PCG64(1)), 32768
out, flags = numpy.empty(n), numpy.empty(n, dtype=bool)

def bernoulli():
    g.random(out=out)
    return numpy.less(out, 0.3, out=flags)

laws = {
    "words": lambda: g.bit_generator.random_raw(n),
    "uniform": lambda: g.random(out=out),
    "exponential": lambda: g.standard_exponential(out=out),
    "laplace": lambda: g.laplace(size=n),
    "gaussian": lambda: g.standard_normal(out=out),
    "gumbel": lambda: g.gumbel(size=n),
    "geometric": lambda: g.geometric(0.3, n),
    "two-sided geometric": lambda: g.geometric(0.3, n) - g.geometric(0.3, n),
    "bernoulli": bernoulli,
    "bernoulli, counted": lambda: numpy.count_nonzero(bernoulli()),
    "laplace event, counted": lambda: numpy.count_nonzero(g.laplace(size=n) >= 1),
}

def mean(law):
    drawn = laws[law]()
    if law == "geometric":  # numpy's counts from one
        drawn -= 1
    return float(numpy.mean(drawn)) if isinstance(drawn, numpy.ndarray) else drawn / n

print(numpy.__version__, flush=True)
for line in sys.stdin:
    law, buffers = line.rstrip("\n").split("\t")
    draw, buffers = laws[law], int(buffers)
    if buffers == 0:
        print(sum(mean(law) for _ in range(32)) / 32, flush=True)
        continue
    start = time.clock_gettime_ns(time.CLOCK_THREAD_CPUTIME_ID)
    for _ in range(buffers):
        draw()
    print((time.clock_gettime_ns(time.CLOCK_THREAD_CPUTIME_ID) - start) / (buffers * n), flush=True)
)";

}  // namespace

Numpy::Numpy() {
  std::signal(SIGPIPE, SIG_IGN);  // a worker that has gone is an answer that does not come
  int down[2], up[2];
  if (::pipe2(down, O_CLOEXEC) != 0) throw std::runtime_error{"numpy: no pipe"};
  if (::pipe2(up, O_CLOEXEC) != 0) throw std::runtime_error{"numpy: no pipe"};
  posix_spawn_file_actions_t actions;
  posix_spawn_file_actions_init(&actions);
  posix_spawn_file_actions_adddup2(&actions, down[0], STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&actions, up[1], STDOUT_FILENO);
  std::vector<std::string> words{"/usr/bin/python3", "-E", "-s", "-c", worker};
  std::vector<char*> argv;
  for (auto& word : words) argv.push_back(word.data());
  argv.push_back(nullptr);
  auto const failed = posix_spawn(&pid_, argv[0], &actions, nullptr, argv.data(), environ);
  posix_spawn_file_actions_destroy(&actions);
  ::close(down[0]);
  ::close(up[1]);
  questions_ = down[1];
  answers_ = up[0];
  if (failed == 0) version_ = ask("");
  else pid_ = 0;
}

Numpy::~Numpy() {
  ::close(questions_);  // the worker reads the end of its input and leaves
  ::close(answers_);
  if (pid_ > 0) ::waitpid(pid_, nullptr, 0);
}

std::string Numpy::ask(std::string const& question) {
  if (!question.empty() &&
      ::write(questions_, question.data(), question.size()) != static_cast<ssize_t>(question.size()))
    throw std::runtime_error{"numpy: the worker process has gone"};
  std::string answer;
  for (char c; ::read(answers_, &c, 1) == 1 && c != '\n';) answer += c;
  if (!question.empty() && answer.empty())
    throw std::runtime_error{"numpy: the worker process did not answer " + question};
  return answer;
}

double Numpy::nanoseconds(std::string const& law, unsigned buffers) {
  return std::stod(ask(law + "\t" + std::to_string(buffers) + "\n"));
}
double Numpy::mean(std::string const& law) { return std::stod(ask(law + "\t0\n")); }

}  // namespace warner::bench
