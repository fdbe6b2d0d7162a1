package swarmd.cli;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Option;
import swarmd.modes.Mode;

/** The options that set a mode's state. Whether the mode has such a field, it says itself. */
final class ModeFields {
  @Option(names = "--prompt", paramLabel = "TEXT", description = "What the work is.")
  private Optional<String> prompt = Optional.empty();

  @Option(
      names = "--max",
      paramLabel = "N",
      description = "ralph: iterations (10); ultraqa: cycles (5).")
  private Optional<Integer> max = Optional.empty();

  @Option(names = "--prd", paramLabel = "FILE", description = "ralph: the PRD, in the project.")
  private Optional<String> prd = Optional.empty();

  @Option(names = "--verified", description = "ralph: the work was verified and approved.")
  private boolean verified;

  @Option(
      names = "--verification",
      paramLabel = "STATE",
      description = "ralph: none, pending, approved or rejected.")
  private Optional<String> verification = Optional.empty();

  @Option(
      names = "--phase",
      paramLabel = "PHASE",
      description = "autopilot: expansion, planning, execution, qa, validation or complete.")
  private Optional<String> phase = Optional.empty();

  @Option(
      names = "--worker",
      paramLabel = "NAME[=GLOBS]",
      description = "ultrapilot: a worker begins; the files it owns, with commas.")
  private Optional<String> worker = Optional.empty();

  @Option(names = "--finished", paramLabel = "NAME", description = "ultrapilot: a worker is done.")
  private Optional<String> finished = Optional.empty();

  @Option(names = "--failed", paramLabel = "NAME", description = "ultrapilot: a worker failed.")
  private Optional<String> failed = Optional.empty();

  @Option(names = "--swarm", paramLabel = "NAME", description = "swarm: which one.")
  private Optional<String> swarm = Optional.empty();

  @Option(names = "--agents", paramLabel = "N", description = "swarm: how many agents (3).")
  private Optional<Integer> agents = Optional.empty();

  @Option(names = "--stages", paramLabel = "A,B,C", description = "pipeline: its stages, in order.")
  private Optional<String> stages = Optional.empty();

  @Option(names = "--done", paramLabel = "STAGE", description = "pipeline: the stage is finished.")
  private Optional<String> done = Optional.empty();

  @Option(names = "--goal", paramLabel = "TEXT", description = "ultraqa: what must pass (tests).")
  private Optional<String> goal = Optional.empty();

  @Option(names = "--failure", paramLabel = "TEXT", description = "ultraqa: what failed.")
  private Optional<String> failure = Optional.empty();

  @Option(names = "--passing", description = "ultraqa: everything passes.")
  private boolean passing;

  Map<String, Object> of(Mode mode) {
    Map<String, Object> fields = new LinkedHashMap<>();
    prompt.ifPresent(value -> fields.put("prompt", value));
    max.ifPresent(
        value -> fields.put(mode == Mode.ULTRAQA ? "max_cycles" : "max_iterations", value));
    prd.ifPresent(value -> fields.put("prd", value));
    verification.ifPresent(value -> fields.put("verification", value));
    if (verified) {
      fields.put("verification", "approved");
    }
    phase.ifPresent(value -> fields.put("phase", value));
    worker.ifPresent(value -> fields.put("worker", value));
    finished.ifPresent(value -> fields.put("finished", value));
    failed.ifPresent(value -> fields.put("failed", value));
    swarm.ifPresent(value -> fields.put("swarm", value));
    agents.ifPresent(value -> fields.put("agents", value));
    stages.ifPresent(value -> fields.put("stages", value));
    done.ifPresent(value -> fields.put("done", value));
    goal.ifPresent(value -> fields.put("goal", value));
    failure.ifPresent(value -> fields.put("failure", value));
    if (passing) {
      fields.put("passing", true);
    }
    return fields;
  }
}
