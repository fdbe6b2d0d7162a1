package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import swarmd.catalogue.HostProfiles;
import swarmd.hooks.StopMarker;
import swarmd.swarm.SwarmId;
import swarmd.swarm.SwarmSummary;
import swarmd.swarm.TaskStatus;

/** Properties of modes after any changes and any number of holds. */
class ModeStateProperties {
  private static final int MAX_REASON = 1_500;

  @Property(tries = 300)
  void a_state_can_be_restored_from_its_fields(
      @ForAll Mode mode, @ForAll("changes") List<Map<String, Object>> changes) {
    ModeState state = reached(mode, changes);

    assertThat(ModeState.initial(mode).with(state.fields())).isEqualTo(state);
    assertThat(state.fields().values()).allMatch(ModeStateProperties::canBeStored);
  }

  @Property(tries = 300)
  void a_reason_is_marked_and_short(
      @ForAll Mode mode,
      @ForAll("changes") List<Map<String, Object>> changes,
      @ForAll("inputs") StopInputs inputs) {
    ModeState state = reached(mode, changes);

    if (state.onStop(inputs) instanceof StopDecision.Hold hold) {
      assertThat(hold.reason()).hasSizeLessThan(MAX_REASON);
      assertThat(StopMarker.isOn(hold.reason())).isTrue();
      assertThat(ModeState.initial(mode).with(hold.state().fields())).isEqualTo(hold.state());
    }
  }

  @Property(tries = 50)
  void a_guide_is_short(@ForAll Mode mode, @ForAll("changes") List<Map<String, Object>> changes) {
    assertThat(ModeGuide.text(mode, reached(mode, changes), HostProfiles.CLAUDE))
        .hasSizeLessThan(MAX_REASON);
  }

  /** Changes that do not fit the mode, or the state, leave it as it is. */
  private static ModeState reached(Mode mode, List<Map<String, Object>> changes) {
    ModeState state = ModeState.initial(mode);
    for (Map<String, Object> change : changes) {
      for (Map.Entry<String, Object> field : change.entrySet()) {
        try {
          state = state.with(Map.of(field.getKey(), field.getValue()));
        } catch (InvalidModeField e) {
          assertThat(e).hasMessageContaining(field.getKey());
        }
      }
      if (state.onStop(StopInputs.NONE) instanceof StopDecision.Hold hold) {
        state = hold.state();
      }
    }
    return state;
  }

  private static boolean canBeStored(Object value) {
    if (value instanceof List<?> list) {
      return list.stream().allMatch(ModeStateProperties::canBeStored);
    }
    if (value instanceof Map<?, ?> map) {
      return map.values().stream().allMatch(ModeStateProperties::canBeStored);
    }
    return value instanceof String || value instanceof Integer || value instanceof Boolean;
  }

  @Provide
  Arbitrary<List<Map<String, Object>>> changes() {
    Arbitrary<Object> name = Arbitraries.of("a", "b", "c", "long name ".repeat(9) + "end");
    Arbitrary<Object> number = Arbitraries.integers().between(0, 1_100).map(n -> n);
    Arbitrary<Object> flag = Arbitraries.of(true, false);
    Map<String, Arbitrary<Object>> fields = new LinkedHashMap<>();
    fields.put("prompt", text().map(t -> t));
    fields.put("iteration", number);
    fields.put("max_iterations", number);
    fields.put("extensions", Arbitraries.integers().between(0, 5).map(n -> n));
    fields.put("prd", Arbitraries.of("a/b.json", "x".repeat(200), "/x"));
    fields.put("verification", Arbitraries.of("none", "pending", "approved", "rejected"));
    fields.put(
        "phase",
        Arbitraries.of("expansion", "planning", "execution", "qa", "validation", "complete"));
    fields.put("workers", Arbitraries.of("a,b", "a", List.of(Map.of("name", "c"))));
    fields.put("worker", Arbitraries.of("a=x,y", "b", "c=*.{x,y}", "d".repeat(100) + "=z"));
    fields.put("finished", name);
    fields.put("failed", name);
    fields.put("swarm", Arbitraries.of("x y", "z".repeat(99) + " ", "default"));
    fields.put("agents", Arbitraries.integers().between(1, 100).map(n -> n));
    fields.put("stages", Arbitraries.of("a,b,c", List.of("c", "b"), "s ".repeat(49) + "s,t"));
    fields.put("done", name);
    fields.put("goal", text().map(t -> t));
    fields.put("cycle", number);
    fields.put("max_cycles", number);
    fields.put("passing", flag);
    fields.put("failure", text().map(t -> t));
    return Arbitraries.of(fields.keySet())
        .flatMap(field -> fields.get(field).map(value -> Map.of(field, value)))
        .list()
        .ofMaxSize(60);
  }

  @Provide
  Arbitrary<StopInputs> inputs() {
    Arbitrary<StopInputs.Story> story =
        Combinators.combine(text(), text(), Arbitraries.of(true, false)).as(StopInputs.Story::new);
    Arbitrary<Optional<StopInputs.Prd>> prd =
        Combinators.combine(text(), story.list().ofMaxSize(4)).as(StopInputs.Prd::new).optional();
    return Combinators.combine(
            prd,
            Arbitraries.of(SwarmSummary.State.class).optional(),
            text().list().ofMaxSize(8),
            Arbitraries.longs().between(0, Long.MAX_VALUE / 8))
        .as(ModeStateProperties::inputs);
  }

  private static StopInputs inputs(
      Optional<StopInputs.Prd> prd,
      Optional<SwarmSummary.State> state,
      List<String> titles,
      long count) {
    List<swarmd.swarm.Task> tasks = new ArrayList<>();
    titles.forEach(title -> tasks.add(Stops.task(count + tasks.size(), title)));
    Map<TaskStatus, Long> counts =
        Map.of(TaskStatus.PENDING, count, TaskStatus.CLAIMED, count, TaskStatus.BLOCKED, count);
    return new StopInputs(
        prd,
        state.map(s -> new SwarmSummary(new SwarmId(1, "/p", "default"), s, 0, counts)),
        tasks);
  }

  private static Arbitrary<String> text() {
    return Arbitraries.oneOf(
        Arbitraries.strings().ofMaxLength(20),
        Arbitraries.strings().alpha().ofMinLength(100).ofMaxLength(3_000),
        Arbitraries.of("a title", "x\ny", "", "  "));
  }
}
