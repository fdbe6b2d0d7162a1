package swarmd.modes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.StopMarker;
import swarmd.text.ShellWord;

/**
 * Several workers build side by side, each on its own files.
 *
 * @param integrated whether what they made was put together
 */
record UltrapilotState(Optional<String> prompt, List<Worker> workers, boolean integrated)
    implements ModeState {

  static final UltrapilotState INITIAL = new UltrapilotState(Optional.empty(), List.of(), false);

  private static final int MAX_WORKERS = 50;
  private static final List<String> FIELDS =
      List.of("prompt", "workers", "worker", "finished", "failed", "integrated");

  private static final List<ModeOption> OPTIONS =
      List.of(
          ModeOption.text(
              "--worker",
              "NAME[=GLOBS]",
              "worker",
              "a worker begins; the files it owns, with commas"),
          ModeOption.text("--finished", "NAME", "finished", "a worker is done"),
          ModeOption.text("--failed", "NAME", "failed", "a worker failed"),
          ModeOption.flag(
              "--integrated", "integrated", true, "the workers' results were put together"));

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
    fields.put("integrated", integrated);
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
    List<Worker> all = List.copyOf(byName.values());
    refuseOverlap(all);
    boolean sameWorkers = all.equals(workers);
    boolean done = changes.flag("integrated").orElse(integrated && sameWorkers);
    UltrapilotState next = new UltrapilotState(changes.prompt(prompt), all, done);
    List<String> running = next.names(Worker.Status.RUNNING);
    if (done && !running.isEmpty()) {
      throw new InvalidModeField(
          "field 'integrated' needs all workers to have ended; still running: "
              + StopReason.list(running, 40, running.size()));
    }
    return next;
  }

  /** Two workers on one file would undo each other's work. */
  private static void refuseOverlap(List<Worker> workers) {
    for (int i = 0; i < workers.size(); i++) {
      for (int j = i + 1; j < workers.size(); j++) {
        Worker one = workers.get(i);
        Worker other = workers.get(j);
        if (one.isRunning() && other.isRunning()) {
          one.overlapWith(other)
              .ifPresent(
                  both -> {
                    throw new InvalidModeField(
                        "workers %s and %s overlap in %s; give each file to one of them"
                            .formatted(one.name(), other.name(), both));
                  });
        }
      }
    }
  }

  /** The workers whose files nobody else may change now. */
  List<Worker> running() {
    return workers.stream().filter(Worker::isRunning).toList();
  }

  @Override
  public String unfinished() {
    return failed();
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
  public String guide(HostProfile host) {
    return """
    - Split the work into parts that share no files, one worker each.
    - Declare each worker with its files before you start it:
      swarm mode set ultrapilot --worker 'api=src/api/**,test/api/**'
    - Start all workers side by side as subagents. Tell each to stay within its files: while it
      runs, nobody else can edit them.
    - As each ends: swarm mode set ultrapilot --finished api (or --failed api)
    - Shared files are yours. At the end put the results together, build and run all tests, and
      tell the person which workers failed. Then: swarm mode set ultrapilot --integrated
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
  public boolean agentMayEnd() {
    return workers.isEmpty() || integrated;
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
    if (running.isEmpty() && integrated) {
      return new StopDecision.Over(
          "ultrapilot is over: %d of %d workers are done and their results integrated.%s"
              .formatted(names(Worker.Status.DONE).size(), workers.size(), failed));
    }
    if (running.isEmpty()) {
      return hold(integrate(failed));
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

  private static String integrate(String failed) {
    String missing =
        failed.isEmpty()
            ? ""
            : failed.strip()
                + """
                 Do what they left out, start them again (--worker), or tell the person what is \
                missing.
                """;
    return """
    All workers have ended, but their results are not integrated. %s\
    Put them together, build and run all tests. Then: swarm mode set ultrapilot --integrated\
    """
        .formatted(missing);
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
