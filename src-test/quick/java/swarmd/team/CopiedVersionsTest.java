package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;

class CopiedVersionsTest {
  private final CopiedVersions copied = new CopiedVersions();

  private static JsonNode tasks(long id, long version) {
    return Api.json("[{\"id\":%d,\"version\":%d}]".formatted(id, version));
  }

  private static CompletableFuture<Boolean> stored(boolean done) {
    return CompletableFuture.completedFuture(done);
  }

  @Test
  void the_newest_version_that_was_stored_is_taken_once() {
    copied.add(tasks(1, 3), stored(true));
    copied.add(tasks(1, 2), stored(true));

    assertThat(copied.take()).hasToString("{\"1\":3}");
    assertThat(copied.take()).isEmpty();
  }

  @Test
  void a_version_that_is_not_stored_yet_or_could_not_be_stored_is_unknown() {
    CompletableFuture<Boolean> later = new CompletableFuture<>();
    copied.add(tasks(1, 3), later);
    copied.add(tasks(2, 5), stored(false));

    assertThat(copied.take()).isEmpty();

    later.complete(true);
    assertThat(copied.take()).hasToString("{\"1\":3}");
  }

  @Test
  void a_version_stored_before_the_copy_started_over_is_unknown() {
    CompletableFuture<Boolean> later = new CompletableFuture<>();
    copied.add(tasks(1, 3), stored(true));
    copied.add(tasks(2, 5), later);

    copied.forget();
    later.complete(true);

    assertThat(copied.take()).isEmpty();
  }
}
