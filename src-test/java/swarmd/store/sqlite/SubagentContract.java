package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.Subagent;

/** The agents that a session's main agent has started. */
interface SubagentContract {
  Optional<String> NO_TYPE = Optional.empty();

  TestStore store();

  private Optional<Subagent> find(String project, String session, String id) {
    return store().read(all -> all.get(SessionRepository.class).findSubagent(project, session, id));
  }

  private Subagent subagent() {
    return find(PROJECT, "s1", "a1").orElseThrow();
  }

  private List<String> running(String project, String session) {
    return store()
        .read(all -> all.get(SessionRepository.class).runningSubagents(project, session))
        .stream()
        .map(Subagent::id)
        .toList();
  }

  private static void seen(SessionRepository sessions, String id, long now) {
    sessions.subagentSeen(PROJECT, "s1", id, NO_TYPE, now);
  }

  @Test
  default void a_subagent_is_made_by_its_first_sign_of_life() {
    assertThat(find(PROJECT, "s1", "a1")).isEmpty();

    store().sessions(all -> all.subagentSeen(PROJECT, "s1", "a1", Optional.of("Explore"), 7));

    assertThat(subagent())
        .isEqualTo(
            new Subagent(PROJECT, "s1", "a1", Optional.of("Explore"), 7, 7, Optional.empty(), 0));
  }

  @Test
  default void a_further_sign_of_life_of_a_subagent_changes_the_time_and_tells_its_type() {
    store().sessions(all -> seen(all, "a1", 7));
    store().sessions(all -> all.setSubagentHolds(PROJECT, "s1", "a1", 2));
    store().sessions(all -> all.subagentSeen(PROJECT, "s1", "a1", Optional.of("Plan"), 8));
    store().sessions(all -> seen(all, "a1", 9));

    assertThat(subagent())
        .isEqualTo(
            new Subagent(PROJECT, "s1", "a1", Optional.of("Plan"), 7, 9, Optional.empty(), 2));
  }

  @Test
  default void the_end_of_a_subagent_is_the_last_that_is_heard_of_it() {
    store().sessions(all -> seen(all, "a1", 7));
    store().sessions(all -> all.subagentEnded(PROJECT, "s1", "a1", 9));
    store().sessions(all -> all.subagentEnded(PROJECT, "s1", "a1", 10));

    assertThat(subagent().endedAt()).contains(9L);
    assertThat(subagent().lastSeen()).isEqualTo(9);
  }

  @Test
  default void a_subagent_that_is_seen_after_its_end_lives_again() {
    store().sessions(all -> seen(all, "a1", 7));
    store().sessions(all -> all.subagentEnded(PROJECT, "s1", "a1", 8));
    store().sessions(all -> all.setSubagentHolds(PROJECT, "s1", "a1", 1));
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 9));
    store().sessions(all -> all.started(PROJECT, "s1", "claude", 10));
    assertThat(running(PROJECT, "s1")).isEmpty();

    store().sessions(all -> seen(all, "a1", 11));

    assertThat(subagent().endedAt()).isEqualTo(Optional.empty());
    assertThat(subagent().startedAt()).isEqualTo(7);
    assertThat(running(PROJECT, "s1")).containsExactly("a1");
  }

  @Test
  default void a_late_sign_from_before_its_end_does_not_bring_a_subagent_back() {
    store().sessions(all -> seen(all, "a1", 7));
    store().sessions(all -> all.subagentEnded(PROJECT, "s1", "a1", 9));
    store().sessions(all -> seen(all, "a1", 8));

    assertThat(subagent().endedAt()).contains(9L);
    assertThat(subagent().lastSeen()).isEqualTo(9);
  }

  @Test
  default void running_subagents_are_told_oldest_first() {
    store()
        .sessions(
            all -> {
              seen(all, "z", 1);
              seen(all, "b", 2);
              seen(all, "a", 2);
              seen(all, "ended", 2);
              all.subagentEnded(PROJECT, "s1", "ended", 3);
              seen(all, "z", 4);
            });

    assertThat(running(PROJECT, "s1")).containsExactly("z", "a", "b");
  }

  @Test
  default void subagents_of_the_same_id_in_other_sessions_and_projects_are_others() {
    store()
        .sessions(
            all -> {
              seen(all, "a1", 7);
              all.subagentSeen(PROJECT, "s2", "a1", NO_TYPE, 7);
              all.subagentSeen(OTHER_PROJECT, "s1", "a1", NO_TYPE, 7);
            });
    Subagent ofOtherSession = find(PROJECT, "s2", "a1").orElseThrow();
    Subagent ofOtherProject = find(OTHER_PROJECT, "s1", "a1").orElseThrow();

    store()
        .sessions(
            all -> {
              seen(all, "a1", 8);
              all.setSubagentHolds(PROJECT, "s1", "a1", 3);
              all.subagentEnded(PROJECT, "s1", "a1", 9);
            });

    assertThat(find(PROJECT, "s2", "a1")).contains(ofOtherSession);
    assertThat(find(OTHER_PROJECT, "s1", "a1")).contains(ofOtherProject);
    assertThat(running(PROJECT, "s1")).isEmpty();
    assertThat(running(PROJECT, "s2")).containsExactly("a1");
    assertThat(running(OTHER_PROJECT, "s1")).containsExactly("a1");
  }
}
