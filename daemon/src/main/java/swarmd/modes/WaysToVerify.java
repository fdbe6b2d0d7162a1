package swarmd.modes;

import java.util.Optional;
import swarmd.catalogue.HostProfile;
import swarmd.checks.CheckRecord;
import swarmd.checks.CheckStanding;
import swarmd.text.Cut;

/** Tells a model which verification counts in its host and project, and how to get it. */
final class WaysToVerify {
  private static final int MAX_OUTPUT = 300;

  private WaysToVerify() {}

  /** For a model that is held by ralph. */
  static String ralph(Evidence evidence, String against) {
    String reviewer =
        evidence.subagents()
            ? """
            - another agent: start a subagent that edits nothing, have it review the work %s, \
            and tell it to run, if it approves: swarm mode set ralph --verified
            """
                .formatted(against)
            : "";
    return check(evidence.check())
        + reviewer
        + "- the person, in a terminal of their own: swarm mode set ralph --verified\n";
  }

  /** The line about the check; empty if there is none. */
  static String check(CheckStanding standing) {
    return runnable(standing)
        .map(name -> "- a check run by swarmd%s: swarm check %s\n".formatted(last(standing), name))
        .orElseGet(
            () ->
                standing instanceof CheckStanding.Untrusted untrusted
                    ? "- check '%s', once the person has trusted it: swarm hooks trust\n"
                        .formatted(untrusted.name())
                    : "");
  }

  /** The check that can be run. */
  static Optional<String> runnable(CheckStanding standing) {
    if (standing instanceof CheckStanding.NotRun notRun) {
      return Optional.of(notRun.name());
    }
    if (standing instanceof CheckStanding.Failed failed) {
      return Optional.of(failed.last().name());
    }
    if (standing instanceof CheckStanding.Outdated outdated) {
      return Optional.of(outdated.last().name());
    }
    return standing instanceof CheckStanding.Passed passed
        ? Optional.of(passed.last().name())
        : Optional.empty();
  }

  /** The check that counts, whether or not it can be run; empty if it is open which one does. */
  static Optional<String> name(CheckStanding standing) {
    return standing instanceof CheckStanding.Untrusted untrusted
        ? Optional.of(untrusted.name())
        : runnable(standing);
  }

  private static String last(CheckStanding standing) {
    if (standing instanceof CheckStanding.Failed failed) {
      return " (it last " + ending(failed.last()) + ")";
    }
    return standing instanceof CheckStanding.Outdated outdated
        ? " (it passed, but " + Cut.toLine(120, outdated.why()) + ")"
        : "";
  }

  static String ending(CheckRecord record) {
    return switch (record.ending()) {
      case PASSED -> "passed";
      case FAILED -> "failed with exit code " + record.exitCode().orElse(1);
      case TIMED_OUT -> "ran into its time limit";
      case STOPPED -> "was stopped";
    };
  }

  /** For a model that is held by ultraqa. */
  static String ultraqa(CheckStanding standing) {
    if (standing instanceof CheckStanding.Failed failed) {
      return "Check '%s' %s. Find the cause in its output, fix it, and run it again: swarm check %s\nIts last lines: %s"
          .formatted(
              failed.last().name(),
              ending(failed.last()),
              failed.last().name(),
              lastLines(failed.last()));
    }
    if (standing instanceof CheckStanding.Outdated outdated) {
      return "Check '%s' passed, but %s. Run it again: swarm check %s"
          .formatted(
              outdated.last().name(), Cut.toLine(200, outdated.why()), outdated.last().name());
    }
    if (standing instanceof CheckStanding.NotRun notRun) {
      return "Only a check that swarmd runs after the last edit shows that it is. Run: swarm check %s\nIf it fails, find the cause, fix it and run it again."
          .formatted(notRun.name());
    }
    if (standing instanceof CheckStanding.Several several) {
      return "This project has several checks (%s). Name the one that shows it: swarm mode set ultraqa --check NAME\nThen run it: swarm check NAME"
          .formatted(StopReason.list(several.names(), 40, several.names().size()));
    }
    if (standing instanceof CheckStanding.Unknown unknown) {
      return "There is no check '%s'; the checks are %s. Name another: swarm mode set ultraqa --check NAME"
          .formatted(
              Cut.toLine(60, unknown.name()),
              StopReason.list(unknown.names(), 40, unknown.names().size()));
    }
    if (standing instanceof CheckStanding.Untrusted untrusted) {
      return "Check '%s' is not trusted yet. Ask the person to review it in a terminal: swarm hooks trust\nThen run: swarm check %s"
          .formatted(untrusted.name(), untrusted.name());
    }
    return """
    This project has no check, so nothing shows that it is reached. Ask the person to add one to \
    .swarmd/settings.json, such as "checks": {"test": {"command": "npm test"}}, and to trust it: \
    swarm hooks trust
    Or the person tests it and runs in a terminal: swarm mode set ultraqa --passing\
    """;
  }

  /** What a failed check printed last, on one line. */
  static String lastLines(CheckRecord record) {
    String output = record.output().strip();
    return Cut.toLine(MAX_OUTPUT, output.substring(Math.max(0, output.length() - MAX_OUTPUT)));
  }

  /** On one line, for the command that is refused. */
  static String refusal(Mode mode, HostProfile host, CheckStanding standing) {
    Optional<String> check = runnable(standing);
    if (mode == Mode.ULTRAQA) {
      return check
          .map(name -> "run: swarm check " + name)
          .orElse(
              "the person adds a check to .swarmd/settings.json, or runs this in a terminal of"
                  + " their own");
    }
    String reviewer =
        Evidence.hasSubagents(host)
            ? "have a subagent that edited nothing review the work and run this itself, "
            : "";
    return check.map(name -> "run: swarm check " + name + ", ").orElse("")
        + reviewer
        + (reviewer.isEmpty() && check.isEmpty() ? "ask" : "or ask")
        + " the person to run this in a terminal of their own";
  }
}
