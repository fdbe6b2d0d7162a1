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
import swarmd.store.RetriedWrites;
import swarmd.store.sqlite.SqliteFile;
import swarmd.store.sqlite.SqliteStore;
import swarmd.testing.SettableTime;

/** No text is delivered twice to the same model. */
class DeliveryLogTest {
  private final SqliteFile file = new SqliteFile();
  private final SettableTime time = new SettableTime();
  private SqliteStore store = file.open();
  private DeliveryLog deliveries = new DeliveryLog(store, new RetriedWrites(store, time), time);

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

  private List<String> news(HookEvent event, String... keys) {
    return deliveries.news(event, List.of(keys)).join();
  }

  @Test
  void delivered_texts_are_left_out_and_the_order_stays() {
    assertThat(news(main("s1"), "b")).containsExactly("b");
    assertThat(news(main("s1"), "c", "b", "a")).containsExactly("c", "a");
    assertThat(news(main("s1"), "a", "b", "c")).isEmpty();
  }

  @Test
  void another_session_and_a_subagent_get_the_same_text() {
    news(main("s1"), "a");

    assertThat(news(main("s2"), "a")).containsExactly("a");
    assertThat(news(event("s1", Optional.of("sub")), "a")).containsExactly("a");
    assertThat(news(event("s1", Optional.of("sub")), "a")).isEmpty();
  }

  @Test
  void deliveries_survive_a_restart() {
    news(main("s1"), "a");
    file.close(store);
    store = file.open();
    deliveries = new DeliveryLog(store, new RetriedWrites(store, time), time);

    assertThat(news(main("s1"), "a", "b")).containsExactly("b");
  }

  @Test
  void a_model_that_lost_its_context_gets_the_text_again() {
    news(main("s1"), "a");
    news(main("s2"), "a");

    deliveries.forget("/p", "s1");

    assertThat(news(main("s1"), "a")).containsExactly("a");
    assertThat(news(main("s2"), "a")).isEmpty();
  }
}
