#pragma once

#include <functional>
#include <memory>
#include <string>
#include <vector>

#include "cli/command.hpp"
#include "cli/exit_code.hpp"
#include "cli/question.hpp"

namespace warner::cli {

/// The options of a verb that audits: a question, and where the answer goes.
struct AuditOptions {
  std::shared_ptr<QuestionOptions> question;
  bool json = false, all = false;
  std::vector<std::string> sweep;  ///< axes, as typed
  std::string out, journal;
};

/// Adds them to a command. @param done: what the verb does, for the help of --all.
std::shared_ptr<AuditOptions> add_audit(Command& command);

/// What answers a question: results::audit or results::check.
using Auditor = std::function<results::Record(results::Question const&)>;

/// Asks a question, with a progress bar.
results::Record answer(results::Question question, Auditor const& auditor);

/// Asks what was typed.
results::Record answer(QuestionOptions const& asked, Auditor const& auditor,
                       std::function<void(results::Question&)> const& change = {});

ExitCode decision(results::Record const& record);

/// Asks one question, prints the record, and writes it.
/// @param ended: the exit code of the record.
ExitCode audit_one(AuditOptions const& options, Auditor const& auditor,
                   std::function<ExitCode(results::Record const&)> const& ended = decision);

/// Every mechanism of the registry on its default pair; the level is shared out, so that it holds for the family. Exit
/// code 0 when the sound are spared and the broken within reach refuted.
ExitCode audit_all(AuditOptions const& options, Auditor const& auditor);

}  // namespace warner::cli
