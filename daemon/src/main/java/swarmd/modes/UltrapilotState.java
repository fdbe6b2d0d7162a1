package swarmd.modes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hooks.StopMarker;
import swarmd.text.ShellWord;

/** Several workers build side by side, each on its own files. */
record UltrapilotState(Optional<String> prompt, List<Worker> workers) implements ModeState {

  static final UltrapilotState INITIAL = new UltrapilotState(Optional.empty(), List.of());

  private static final int MAX_WORKERS = 50;
  private static final List<String> FIELDS =
      List.of("prompt", "workers", "worker", "finished", "failed");

  private static final List<ModeOption> OPTIONS =
      List.of(
          ModeOption.text(
              "--worker",
              "NAME[=GLOBS]",
              "worker",
              "a worker begins; the files it owns, with commas"),
          ModeOption.text("--finished", "NAME", "finished", "a worker is done"),
          ModeOption.text("--failed", "NAME", "failed", "a worker failed"));

  private static final ModeTrigger TRIGGER =
      new ModeTrigger(
          List.of("ultrapilot", "parallel build"),
          "ultrapilot",
          "parallel build(?:: ?(?!\\d)\\S| (?:the|all|this|these|those|my|our|every|both) (?!"
              + OrderWords.STATEMENT
              + "))"
              + "|(?:do|run|start|launch|use) (?:a )?parallel build"
              + "(?=$|[,:]| (?:of|for|to|until|and|please|now)\\b)");

  @Override
  public Mode mode() {
    return Mode.ULTRAPILOT;
  }

  @Override
  public int maxHolds() {
    return 20;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    prompt.ifPresent(text -> fields.put("prompt", text));
    fields.put("workers", workers.stream().map(Worker::fields).toList());
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public UltrapilotState with(Map<String, ?> values) {
    FieldChanges changes = FieldChanges.of(mode(), FIELDS, values);
    Map<String, Worker> byName = new LinkedHashMap<>();
    workers.forEach(worker -> byName.put(worker.name(), worker));
    changes.list("workers", MAX_WORKERS).ifPresent(list -> replace(byName, list));
    changes
        .newText("worker")
        .map(text -> Worker.declared("worker", text))
        .ifPresent(worker -> byName.put(worker.name(), worker));
    changes.name("finished").ifPresent(name -> end(byName, "finished", name, Worker.Status.DONE));
    changes.name("failed").ifPresent(name -> end(byName, "failed", name, Worker.Status.FAILED));
    FieldChanges.checkSize("workers", byName.size(), MAX_WORKERS);
    return new UltrapilotState(changes.prompt(prompt), List.copyOf(byName.values()));
  }

  private static void replace(Map<String, Worker> byName, List<?> list) {
    byName.clear();
    for (Object item : list) {
      Worker worker = Worker.read("workers", item);
      if (byName.put(worker.name(), worker) != null) {
        throw new InvalidModeField("field 'workers' has two workers named " + worker.name());
      }
    }
  }

  private static void end(
      Map<String, Worker> byName, String field, String name, Worker.Status status) {
    if (!byName.containsKey(name)) {
      throw FieldChanges.wrong(
          field,
          "must name a worker ("
              + StopReason.list(List.copyOf(byName.keySet()), 40, byName.size())
              + ")",
          name);
    }
    byName.computeIfPresent(name, (same, worker) -> worker.withStatus(status));
  }

  @Override
  public String guide() {
    return """
    - Split the work into parts that share no files, one worker each.
    - Declare each worker with its files before you start it:
      swarm mode set ultrapilot --worker 'api=src/api/**,test/api/**'
    - Start all workers side by side as subagents. Tell each to stay within its files.
    - As each ends: swarm mode set ultrapilot --finished api (or --failed api)
    - Shared files are yours. At the end integrate, build and run all tests.
    """;
  }

  @Override
  public ModeTrigger trigger() {
    return TRIGGER;
  }

  @Override
  public List<ModeOption> options() {
    return OPTIONS;
  }

  @Override
  public StopDecision onStop(StopInputs inputs) {
    List<String> running = names(Worker.Status.RUNNING);
    String failed = failed();
    if (workers.isEmpty()) {
      String left =
          """
          ultrapilot has no workers yet. Split the work so that no two workers share a file, and \
          declare each before you start it: swarm mode set ultrapilot --worker 'NAME=GLOB,GLOB'
          If there is nothing to split, end the mode: swarm mode stop ultrapilot\
          """;
      return hold(left);
    }
    if (running.isEmpty()) {
      return new StopDecision.Over(
          "ultrapilot is over: %d of %d workers are done.%s"
              .formatted(names(Worker.Status.DONE).size(), workers.size(), failed));
    }
    return hold(
        """
        These workers are still running: %s. Wait for them, check and integrate what they made, \
        and as each ends run: swarm mode set ultrapilot --finished %s (or --failed).%s\
        """
            .formatted(
                StopReason.list(running, 40, running.size()),
                ShellWord.of(running.get(0)),
                failed));
  }

  private StopDecision hold(String left) {
    int ended = workers.size() - names(Worker.Status.RUNNING).size();
    String marker =
        workers.isEmpty()
            ? StopMarker.of(mode().label())
            : StopMarker.of(mode().label(), ended, workers.size());
    return new StopDecision.Hold(StopReason.of(marker, left, prompt), this);
  }

  private String failed() {
    List<String> names = names(Worker.Status.FAILED);
    return names.isEmpty() ? "" : " Failed: " + StopReason.list(names, 40, names.size()) + ".";
  }

  private List<String> names(Worker.Status status) {
    List<String> names = new ArrayList<>();
    for (Worker worker : workers) {
      if (worker.status() == status) {
        names.add(worker.name());
      }
    }
    return names;
  }
}
