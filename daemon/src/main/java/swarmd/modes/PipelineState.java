package swarmd.modes;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.HostProfile;
import swarmd.hooks.StopMarker;
import swarmd.text.Cut;
import swarmd.text.ShellWord;

/** Works through stages, one after the other. */
record PipelineState(Optional<String> prompt, List<Stage> stages) implements ModeState {

  /** A stage; those that are done come before the others. */
  record Stage(String name, boolean done) {

    Map<String, Object> fields() {
      Map<String, Object> fields = new LinkedHashMap<>();
      fields.put("name", name);
      fields.put("done", done);
      return Collections.unmodifiableMap(fields);
    }
  }

  static final PipelineState INITIAL = new PipelineState(Optional.empty(), List.of());

  private static final int MAX_STAGES = 50;
  private static final List<String> FIELDS = List.of("prompt", "stages", "done");
  private static final Set<String> STAGE_KEYS = Set.of("name", "done");

  private static final List<ModeOption> OPTIONS =
      List.of(
          ModeOption.text("--stages", "A,B,C", "stages", "its stages, in order"),
          ModeOption.text("--done", "STAGE", "done", "the stage is finished"));

  private static final ModeTrigger TRIGGER =
      new ModeTrigger(
          List.of("pipeline", "chain "),
          "pipeline(?=[ -]mode\\b(?! (?:for|on) (?!this\\b|it\\b|these\\b)))",
          "(?:use|run|start|launch|set up) (?:(?:an?|the) )?agent pipeline"
              + "(?=$|[,:]| (?:to|that|with|of|and|now|please|until)\\b| (?:for|on) "
              + OrderWords.OBJECT
              + ")"
              + "|agent pipeline: ?(?:[^\\s,]++(?: [^\\s,]++)?,|"
              + OrderWords.IMPERATIVE
              + ")"
              + "|chain (?:(?:\\d+|the|these|several) )?agents(?: together)?"
              + "(?=$|[,:]| (?:please|now)\\b| to (?!"
              + OrderWords.OBJECT
              + ")| (?:for|on) "
              + OrderWords.OBJECT
              + ")(?! "
              + OrderWords.STATEMENT
              + ")");

  @Override
  public Mode mode() {
    return Mode.PIPELINE;
  }

  @Override
  public int maxHolds() {
    return 15;
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    prompt.ifPresent(text -> fields.put("prompt", text));
    fields.put("stages", stages.stream().map(Stage::fields).toList());
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public PipelineState with(Map<String, ?> values) {
    FieldChanges changes = FieldChanges.of(mode(), FIELDS, values);
    PipelineState changed =
        new PipelineState(
            changes.prompt(prompt),
            changes.list("stages", MAX_STAGES).map(PipelineState::read).orElse(stages));
    return changes.name("done").map(changed::finish).orElse(changed);
  }

  private static List<Stage> read(List<?> list) {
    List<Stage> stages = new ArrayList<>();
    Set<String> names = new HashSet<>();
    for (Object item : list) {
      Stage stage = stage(item);
      if (!names.add(stage.name())) {
        throw new InvalidModeField("field 'stages' has two stages named " + stage.name());
      }
      if (stage.done() && stages.stream().anyMatch(before -> !before.done())) {
        throw new InvalidModeField(
            "field 'stages': " + stage.name() + " cannot be done before the stages in front of it");
      }
      stages.add(stage);
    }
    return List.copyOf(stages);
  }

  private static Stage stage(Object item) {
    if (item instanceof String name) {
      return new Stage(FieldChanges.name("stages", name), false);
    }
    if (item instanceof Map<?, ?> map && STAGE_KEYS.containsAll(map.keySet())) {
      return new Stage(
          FieldChanges.name("stages.name", map.get("name")),
          map.containsKey("done") && FieldChanges.flag("stages.done", map.get("done")));
    }
    throw FieldChanges.wrong("stages", "takes names, or objects with name and done", item);
  }

  private PipelineState finish(String name) {
    Stage next =
        next()
            .orElseThrow(
                () -> new InvalidModeField("field 'done': there is no stage left to be done"));
    if (!next.name().equals(name)) {
      throw FieldChanges.wrong("done", "must be the next stage, " + next.name(), name);
    }
    return new PipelineState(
        prompt,
        stages.stream().map(stage -> stage.equals(next) ? new Stage(name, true) : stage).toList());
  }

  private Optional<Stage> next() {
    return stages.stream().filter(stage -> !stage.done()).findFirst();
  }

  @Override
  public String guide(HostProfile host) {
    return """
    - Declare the stages in their order:
      swarm mode set pipeline --stages plan,implement,test,review
    - Give each stage to one agent, with what the stage before it handed over.
    - After each stage: swarm mode set pipeline --done plan
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
    return true;
  }

  @Override
  public StopDecision onStop(StopInputs inputs) {
    if (stages.isEmpty()) {
      String left =
          """
          pipeline has no stages yet. Declare them in their order: \
          swarm mode set pipeline --stages plan,implement,test,review
          If there is nothing to do, end the mode: swarm mode stop pipeline\
          """;
      return new StopDecision.Hold(
          StopReason.of(StopMarker.of(mode().label()), left, prompt), this);
    }
    Optional<Stage> next = next();
    if (next.isEmpty()) {
      return new StopDecision.Over("pipeline is over: all " + stages.size() + " stages are done.");
    }
    List<String> left = stages.stream().filter(stage -> !stage.done()).map(Stage::name).toList();
    String text =
        """
        Stages left: %s. Work on %s now, with what the stage before it handed over.
        When it is done: swarm mode set pipeline --done %s\
        """
            .formatted(
                StopReason.list(left, 40, left.size()),
                Cut.toLine(40, next.get().name()),
                ShellWord.of(next.get().name()));
    String marker = StopMarker.of(mode().label(), stages.size() - left.size() + 1L, stages.size());
    return new StopDecision.Hold(StopReason.of(marker, text, prompt), this);
  }
}
