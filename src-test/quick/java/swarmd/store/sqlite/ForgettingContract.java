package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import swarmd.hooks.Conversation;
import swarmd.hooks.DeliveryRepository;
import swarmd.modes.ActiveMode;
import swarmd.modes.Mode;
import swarmd.modes.ModeQueries;
import swarmd.modes.ModeState;
import swarmd.retention.DataKind;
import swarmd.sessions.Binding;
import swarmd.sessions.BindingQueries;
import swarmd.sessions.BindingRepository;
import swarmd.sessions.HostProcess;
import swarmd.sessions.Project;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.Subagent;
import swarmd.sessions.SubagentQueries;

/** Sessions that were silent for long are forgotten, with everything that belongs to them. */
interface ForgettingContract {

  TestStore store();

  private void start(String project, String session, long at) {
    ModeState state = ModeState.initial(Mode.RALPH);
    store().modes(all -> all.save(new ActiveMode(project, session, state, at, at, 0, 0)));
  }

  private long forgetBefore(long lastSeen) {
    return Prune.before(store(), lastSeen).get(DataKind.SESSIONS);
  }

  private boolean known(String project) {
    return store().read(all -> all.get(SessionQueries.class).find(project, "s1").isPresent());
  }

  private List<String> subagents(String project) {
    return store().read(all -> all.get(SubagentQueries.class).running(project, "s1")).stream()
        .map(Subagent::id)
        .toList();
  }

  private List<String> modes() {
    return store()
        .read(all -> all.get(ModeQueries.class).list(Optional.empty(), Optional.empty()))
        .stream()
        .map(ActiveMode::session)
        .toList();
  }

  @Test
  default void silent_sessions_are_forgotten_with_their_subagents_and_modes() {
    for (String project : List.of(PROJECT, OTHER_PROJECT)) {
      long seen = project.equals(PROJECT) ? 9 : 10;
      store().sessions(all -> all.seen(project, "s1", "claude", seen));
      store().subagents(all -> all.seen(project, "s1", "a1", Optional.empty(), seen));
      start(project, "s1", 1);
    }
    store().sessions(all -> all.seen(PROJECT, "s2", "claude", 1));

    assertThat(forgetBefore(10)).isEqualTo(2);

    assertThat(known(PROJECT)).isFalse();
    assertThat(known(OTHER_PROJECT)).isTrue();
    assertThat(subagents(PROJECT)).isEmpty();
    assertThat(subagents(OTHER_PROJECT)).containsExactly("a1");
    assertThat(modes()).hasSize(1);
    assertThat(forgetBefore(10)).isZero();
  }

  @Test
  default void a_silent_session_whose_host_runs_is_kept_with_all_that_belongs_to_it() {
    Conversation conversation = new Conversation(PROJECT, "s1", "");
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 1));
    start(PROJECT, "s1", 1);
    store().change(all -> all.get(DeliveryRepository.class).add(conversation, "a rule", 1));
    Binding binding =
        new Binding(
            "s1",
            Project.in(PROJECT),
            "claude",
            Optional.of(new HostProcess(7, "1")),
            Set.of(),
            false);
    store().change(all -> all.get(BindingRepository.class).save(binding, 1));

    assertThat(forgetBefore(10)).isZero();
    assertThat(modes()).containsExactly("s1");
    assertThat(delivered(conversation)).containsExactly("a rule");

    store().change(all -> all.get(BindingRepository.class).forgetProcess(binding));
    assertThat(forgetBefore(10)).isEqualTo(1);
    assertThat(modes()).isEmpty();
    assertThat(delivered(conversation)).isEmpty();
    Optional<Binding> left = store().read(all -> all.get(BindingQueries.class).find("s1"));
    assertThat(left).isEmpty();
  }

  @Test
  default void a_living_session_keeps_its_modes_however_old_they_are() {
    start(PROJECT, "s1", 1);
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 10));

    forgetBefore(10);

    assertThat(modes()).containsExactly("s1");
  }

  @Test
  default void a_living_session_forgets_its_old_subagents() {
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 10));
    store().subagents(all -> all.seen(PROJECT, "s1", "old", Optional.empty(), 9));
    store().subagents(all -> all.seen(PROJECT, "s1", "new", Optional.empty(), 10));

    forgetBefore(10);

    assertThat(subagents(PROJECT)).containsExactly("new");
  }

  @Test
  default void an_old_mode_of_a_session_that_never_started_is_forgotten() {
    start(PROJECT, "never came", 9);
    start(PROJECT, "may come", 10);

    assertThat(forgetBefore(10)).isZero();

    assertThat(modes()).containsExactly("may come");
  }

  @Test
  default void deliveries_are_forgotten_with_their_session() {
    Conversation silent = new Conversation(PROJECT, "silent", "");
    Conversation live = new Conversation(PROJECT, "live", "");
    store().sessions(all -> all.seen(PROJECT, "silent", "claude", 9));
    store().sessions(all -> all.seen(PROJECT, "live", "claude", 10));
    for (Conversation conversation : List.of(silent, live)) {
      store().change(all -> all.get(DeliveryRepository.class).add(conversation, "a rule", 1));
    }

    forgetBefore(10);

    assertThat(delivered(silent)).isEmpty();
    assertThat(delivered(live)).containsExactly("a rule");
  }

  private Set<String> delivered(Conversation conversation) {
    return store().write(all -> all.get(DeliveryRepository.class).of(conversation));
  }
}
