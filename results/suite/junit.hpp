#pragma once

#include <string>

#include "results/suite/run.hpp"

namespace warner::results {

/// JUnit XML, as Jenkins, GitLab and others read it: a testsuite a group, a testcase a case. Failed is a failure, not
/// tested an error, inconclusive skipped. Numbers stand in the texts, for GitLab passes properties over; of a case that
/// passed they are its output.
std::string to_junit(Run const& run);

}  // namespace warner::results
