package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.sessions.Subagent;
import swarmd.sessions.SubagentQueries;
import swarmd.sessions.SubagentRepository;

/** The subagents of a session. */
interface SubagentContract {
  Optional<String> NO_TYPE = Optional.empty();

  TestStore store();

  private Optional<Subagent> find(String project, String session, String id) {
    return store().read(all -> all.get(SubagentQueries.class).find(project, session, id));
  }

  private Subagent subagent() {
    return find(PROJECT, "s1", "a1").orElseThrow();
  }

  private List<String> running(String project, String session) {
    return store().read(all -> all.get(SubagentQueries.class).running(project, session)).stream()
        .map(Subagent::id)
        .toList();
  }

  private static void seen(SubagentRepository subagents, String id, long now) {
    subagents.seen(PROJECT, "s1", id, NO_TYPE, now);
  }

  @Test
  default void the_first_sign_of_life_creates_the_subagent() {
    assertThat(find(PROJECT, "s1", "a1")).isEmpty();

    store().subagents(all -> all.seen(PROJECT, "s1", "a1", Optional.of("Explore"), 7));

    assertThat(subagent())
        .isEqualTo(
            new Subagent(PROJECT, "s1", "a1", Optional.of("Explore"), 7, 7, Optional.empty(), 0));
  }

  @Test
  default void a_further_sign_of_life_of_a_subagent_sets_its_time_and_its_type() {
    store().subagents(all -> seen(all, "a1", 7));
    store().subagents(all -> all.setHolds(PROJECT, "s1", "a1", 2));
    store().subagents(all -> all.seen(PROJECT, "s1", "a1", Optional.of("Plan"), 8));
    store().subagents(all -> seen(all, "a1", 9));

    assertThat(subagent())
        .isEqualTo(
            new Subagent(PROJECT, "s1", "a1", Optional.of("Plan"), 7, 9, Optional.empty(), 2));
  }

  @Test
  default void the_end_of_a_subagent_is_its_last_sign_of_life() {
    store().subagents(all -> seen(all, "a1", 7));
    store().subagents(all -> all.ended(PROJECT, "s1", "a1", 9));
    store().subagents(all -> all.ended(PROJECT, "s1", "a1", 10));

    assertThat(subagent().endedAt()).contains(9L);
    assertThat(subagent().lastSeen()).isEqualTo(9);
  }

  @Test
  default void a_subagent_that_is_seen_after_its_end_is_running_again() {
    store().subagents(all -> seen(all, "a1", 7));
    store().subagents(all -> all.ended(PROJECT, "s1", "a1", 8));
    store().subagents(all -> all.setHolds(PROJECT, "s1", "a1", 1));
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 9));
    store().sessions(all -> all.started(PROJECT, "s1", "claude", 10));
    assertThat(running(PROJECT, "s1")).isEmpty();

    store().subagents(all -> seen(all, "a1", 11));

    assertThat(subagent().endedAt()).isEqualTo(Optional.empty());
    assertThat(subagent().startedAt()).isEqualTo(7);
    assertThat(running(PROJECT, "s1")).containsExactly("a1");
  }

  @Test
  default void a_late_sign_from_before_its_end_does_not_bring_a_subagent_back() {
    store().subagents(all -> seen(all, "a1", 7));
    store().subagents(all -> all.ended(PROJECT, "s1", "a1", 9));
    store().subagents(all -> seen(all, "a1", 8));

    assertThat(subagent().endedAt()).contains(9L);
    assertThat(subagent().lastSeen()).isEqualTo(9);
  }

  @Test
  default void running_subagents_are_listed_oldest_first() {
    store()
        .subagents(
            all -> {
              seen(all, "z", 1);
              seen(all, "b", 2);
              seen(all, "a", 2);
              seen(all, "ended", 2);
              all.ended(PROJECT, "s1", "ended", 3);
              seen(all, "z", 4);
            });

    assertThat(running(PROJECT, "s1")).containsExactly("z", "a", "b");
  }

  @Test
  default void subagents_of_other_sessions_and_projects_may_have_the_same_id() {
    store()
        .subagents(
            all -> {
              seen(all, "a1", 7);
              all.seen(PROJECT, "s2", "a1", NO_TYPE, 7);
              all.seen(OTHER_PROJECT, "s1", "a1", NO_TYPE, 7);
            });
    Subagent ofOtherSession = find(PROJECT, "s2", "a1").orElseThrow();
    Subagent ofOtherProject = find(OTHER_PROJECT, "s1", "a1").orElseThrow();

    store()
        .subagents(
            all -> {
              seen(all, "a1", 8);
              all.setHolds(PROJECT, "s1", "a1", 3);
              all.ended(PROJECT, "s1", "a1", 9);
            });

    assertThat(find(PROJECT, "s2", "a1")).contains(ofOtherSession);
    assertThat(find(OTHER_PROJECT, "s1", "a1")).contains(ofOtherProject);
    assertThat(running(PROJECT, "s1")).isEmpty();
    assertThat(running(PROJECT, "s2")).containsExactly("a1");
    assertThat(running(OTHER_PROJECT, "s1")).containsExactly("a1");
  }

  @Test
  default void the_subagents_that_ended_first_are_forgotten() {
    store()
        .subagents(
            all -> {
              for (int i = 1; i <= 4; i++) {
                all.started(PROJECT, "s1", "a" + i, NO_TYPE, i);
              }
              for (int i = 1; i <= 3; i++) {
                all.ended(PROJECT, "s1", "a" + i, 10 + i);
              }
              all.started(PROJECT, "s2", "a1", NO_TYPE, 1);
              all.ended(PROJECT, "s2", "a1", 2);
            });

    List<String> forgotten =
        store().write(all -> all.get(SubagentRepository.class).keepEnded(PROJECT, "s1", 2));

    assertThat(forgotten).containsExactly("a1");
    assertThat(find(PROJECT, "s1", "a1")).isEmpty();
    assertThat(find(PROJECT, "s1", "a2")).isPresent();
    assertThat(find(PROJECT, "s2", "a1")).isPresent();
    int startedSince3 =
        store().read(all -> all.get(SubagentQueries.class).countStartedSince(PROJECT, "s1", 3));
    assertThat(startedSince3).isEqualTo(2);
  }
}
