package swarmd.hooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostProfiles;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.testing.SettableTime;

/** Nothing is said twice to the same model. */
class ToldTest {
  private final SqliteFile file = new SqliteFile();
  private final SettableTime time = new SettableTime();
  private SqliteStore store = file.open();
  private DeliveryLog told = new DeliveryLog(store, new RetriedWrites(store, time), time);

  @AfterEach
  void close() {
    file.close();
  }

  private static HookEvent event(String session, Optional<String> agent) {
    return new HookEvent(
        HostProfiles.CLAUDE,
        "PostToolUse",
        EventKind.AFTER_TOOL,
        Optional.of(session),
        agent,
        Optional.empty(),
        Optional.of("/p"),
        Set.of(),
        Map.of());
  }

  private static HookEvent main(String session) {
    return event(session, Optional.empty());
  }

  private List<String> news(HookEvent event, String... what) {
    return told.news(event, List.of(what)).join();
  }

  @Test
  void what_a_model_knows_is_left_out_and_the_order_stays() {
    assertThat(news(main("s1"), "b")).containsExactly("b");
    assertThat(news(main("s1"), "c", "b", "a")).containsExactly("c", "a");
    assertThat(news(main("s1"), "a", "b", "c")).isEmpty();
  }

  @Test
  void another_session_and_a_subagent_know_nothing_of_it() {
    news(main("s1"), "a");

    assertThat(news(main("s2"), "a")).containsExactly("a");
    assertThat(news(event("s1", Optional.of("sub")), "a")).containsExactly("a");
    assertThat(news(event("s1", Optional.of("sub")), "a")).isEmpty();
  }

  @Test
  void it_is_still_known_after_a_restart() {
    news(main("s1"), "a");
    file.close(store);
    store = file.open();
    told = new DeliveryLog(store, new RetriedWrites(store, time), time);

    assertThat(news(main("s1"), "a", "b")).containsExactly("b");
  }

  @Test
  void a_model_that_has_forgotten_is_told_again() {
    news(main("s1"), "a");
    news(main("s2"), "a");

    told.forget("/p", "s1");

    assertThat(news(main("s1"), "a")).containsExactly("a");
    assertThat(news(main("s2"), "a")).isEmpty();
  }
}
