package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.store.sqlite.TestStore.OTHER_PROJECT;
import static swarmd.store.sqlite.TestStore.PROJECT;

import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.sessions.SignsOfLife;
import swarmd.sessions.SignsOfLife.ToolCall;

/** The start, activity and end of a session. */
interface SessionContract {

  TestStore store();

  private Optional<Session> find(String project, String id) {
    return store().read(all -> all.get(SessionQueries.class).find(project, id));
  }

  private Session session() {
    return find(PROJECT, "s1").orElseThrow();
  }

  private List<String> live(Optional<String> project, long since, int limit) {
    return store().read(all -> all.get(SessionQueries.class).live(project, since, limit)).stream()
        .map(Session::id)
        .toList();
  }

  @Test
  default void the_first_sign_of_life_creates_the_session() {
    assertThat(find(PROJECT, "s1")).isEmpty();

    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 7));

    assertThat(session())
        .isEqualTo(new Session(PROJECT, "s1", "claude", 7, 7, Optional.empty(), 0, 0, 0));
  }

  @Test
  default void what_a_session_is_doing_is_stored_until_nothing_is_under_way() {
    Optional<String> main = Optional.empty();
    SignsOfLife busy =
        SignsOfLife.NONE
            .callOpened(main, new ToolCall("t1", true), 5)
            .permissionAwaited(Optional.of("sub1"), 7);
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", Optional.of(busy), 7));
    assertThat(underWay()).containsExactly(new SessionQueries.UnderWay(PROJECT, "s1", busy));

    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 9));
    assertThat(underWay()).hasSize(1);

    SignsOfLife idle = busy.turnEnded(main, SignsOfLife.Subagents.ENDED, 9);
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", Optional.of(idle), 9));
    assertThat(underWay()).isEmpty();
  }

  @Test
  default void a_session_that_has_ended_has_nothing_under_way() {
    SignsOfLife busy = SignsOfLife.NONE.turnStarted(Optional.empty(), 7);
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", Optional.of(busy), 7));
    store().sessions(all -> all.ended(PROJECT, "s1", 8));

    assertThat(underWay()).isEmpty();
  }

  private List<SessionQueries.UnderWay> underWay() {
    return store().read(all -> all.get(SessionQueries.class).underWay());
  }

  @Test
  default void a_further_sign_of_life_changes_only_the_time() {
    store()
        .sessions(
            all -> {
              all.seen(PROJECT, "s1", "claude", 7);
              all.setIdleHolds(PROJECT, "s1", 1);
              all.setReminders(PROJECT, "s1", 2);
              all.setOpenTodos(PROJECT, "s1", 3);
            });

    store().sessions(all -> all.seen(PROJECT, "s1", "generic", 9));

    assertThat(session())
        .isEqualTo(new Session(PROJECT, "s1", "claude", 7, 9, Optional.empty(), 1, 2, 3));
  }

  @Test
  default void a_sign_of_life_that_comes_late_does_not_make_the_session_older() {
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 9));
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 7));

    assertThat(session().lastSeen()).isEqualTo(9);
  }

  @Test
  default void an_ended_session_stays_ended_after_a_sign_of_life() {
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 7));
    store().sessions(all -> all.ended(PROJECT, "s1", 8));
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 9));

    assertThat(session().endedAt()).contains(8L);
    assertThat(session().lastSeen()).isEqualTo(9);
  }

  @Test
  default void the_first_of_two_reported_ends_counts() {
    store().sessions(all -> all.seen(PROJECT, "s1", "gemini", 7));
    store().sessions(all -> all.ended(PROJECT, "s1", 8));
    store().sessions(all -> all.ended(PROJECT, "s1", 9));

    assertThat(session().endedAt()).contains(8L);
  }

  @Test
  default void the_end_of_an_unknown_session_is_ignored() {
    store().sessions(all -> all.ended(PROJECT, "s1", 8));

    assertThat(find(PROJECT, "s1")).isEmpty();
  }

  @Test
  default void a_session_that_starts_again_keeps_only_its_todos() {
    store()
        .sessions(
            all -> {
              all.started(PROJECT, "s1", "claude", 7);
              all.setIdleHolds(PROJECT, "s1", 1);
              all.setReminders(PROJECT, "s1", 2);
              all.setOpenTodos(PROJECT, "s1", 3);
              all.ended(PROJECT, "s1", 8);
            });

    store().sessions(all -> all.started(PROJECT, "s1", "generic", 9));

    assertThat(session())
        .isEqualTo(new Session(PROJECT, "s1", "generic", 9, 9, Optional.empty(), 0, 0, 3));
  }

  @Test
  default void each_count_can_be_set_and_set_back() {
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 7));
    for (int count : List.of(0, 4, 4, 0)) {
      store()
          .sessions(
              all -> {
                all.setIdleHolds(PROJECT, "s1", count);
                all.setReminders(PROJECT, "s1", count + 1);
                all.setOpenTodos(PROJECT, "s1", count + 2);
              });

      assertThat(session())
          .isEqualTo(
              new Session(
                  PROJECT, "s1", "claude", 7, 7, Optional.empty(), count, count + 1, count + 2));
    }
  }

  @Test
  default void sessions_with_the_same_id_in_two_projects_are_separate() {
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 7));
    store().sessions(all -> all.seen(OTHER_PROJECT, "s1", "gemini", 8));
    Session other = find(OTHER_PROJECT, "s1").orElseThrow();

    store()
        .sessions(
            all -> {
              all.seen(PROJECT, "s1", "claude", 20);
              all.setIdleHolds(PROJECT, "s1", 1);
              all.setReminders(PROJECT, "s1", 1);
              all.setOpenTodos(PROJECT, "s1", 1);
              all.ended(PROJECT, "s1", 21);
              all.started(PROJECT, "s1", "claude", 22);
            });

    assertThat(find(OTHER_PROJECT, "s1")).contains(other);
    assertThat(session().host()).isEqualTo("claude");
  }

  @Test
  default void live_sessions_have_not_ended_and_were_seen_recently_and_the_latest_come_first() {
    store()
        .sessions(
            all -> {
              all.seen(PROJECT, "silent", "claude", 9);
              all.seen(PROJECT, "just", "claude", 10);
              all.seen(PROJECT, "latest", "claude", 30);
              all.seen(PROJECT, "over", "claude", 31);
              all.ended(PROJECT, "over", 31);
              all.seen(OTHER_PROJECT, "elsewhere", "claude", 20);
            });

    assertThat(live(Optional.empty(), 10, 9)).containsExactly("latest", "elsewhere", "just");
    assertThat(live(Optional.empty(), 10, 2)).containsExactly("latest", "elsewhere");
    assertThat(live(Optional.of(PROJECT), 10, 9)).containsExactly("latest", "just");
    assertThat(live(Optional.of("/unknown"), 0, 9)).isEmpty();
  }

  @Test
  default void a_live_session_is_listed_as_it_is_stored() {
    store().sessions(all -> all.seen(PROJECT, "s1", "claude", 7));
    store().sessions(all -> all.setReminders(PROJECT, "s1", 2));

    assertThat(
            store()
                .<List<Session>>read(
                    all -> all.get(SessionQueries.class).live(Optional.empty(), 0, 9)))
        .containsExactly(session());
  }
}
