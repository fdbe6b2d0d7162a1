package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import swarmd.common.ErrorCode;
import swarmd.swarm.Answers;
import swarmd.testing.SettableTime;

class ProjectCacheTest {
  private static final Duration FRESH = Duration.ofSeconds(30);

  @TempDir private Path temporary;
  private Path directory;
  private final SettableTime time = new SettableTime();
  private final AtomicInteger looks = new AtomicInteger();
  private final ProjectCache cache =
      new ProjectCache(
          folder ->
              look -> {
                looks.incrementAndGet();
                look.run();
              },
          time);

  @BeforeEach
  void makeDirectory() throws IOException {
    directory = Files.createDirectories(temporary.toRealPath().resolve("repository/src"));
  }

  private Path project() {
    return Path.of(Answers.value(Answers.await(cache.of(directory.toString()))).id());
  }

  @Test
  void a_directory_is_looked_at_once_in_a_while() {
    for (int i = 0; i < 5; i++) {
      assertThat(project()).isEqualTo(directory);
    }
    assertThat(looks).hasValue(1);
  }

  @Test
  void what_changed_on_the_disk_is_noticed_after_a_while() throws IOException {
    assertThat(project()).isEqualTo(directory);
    Files.createDirectory(directory.resolveSibling(".git"));

    time.advance(FRESH.minusMillis(1));
    assertThat(project()).isEqualTo(directory);
    time.advance(Duration.ofMillis(1));
    assertThat(project()).isEqualTo(directory.getParent());
  }

  @Test
  void a_clock_that_is_set_back_keeps_nothing_fresh() throws IOException {
    assertThat(project()).isEqualTo(directory);
    Files.createDirectory(directory.resolveSibling(".git"));
    time.jump(Duration.ofHours(-1));
    time.advance(FRESH);

    assertThat(project()).isEqualTo(directory.getParent());
  }

  @Test
  void each_directory_is_remembered_by_itself() {
    project();
    String parent = directory.getParent().toString();
    assertThat(Answers.value(Answers.await(cache.of(parent)))).isEqualTo(Project.in(parent));
    assertThat(looks).hasValue(2);
  }

  @Test
  void a_refusal_is_passed_on() {
    assertThat(Answers.refusal(Answers.await(cache.of("relative"))))
        .isEqualTo(ErrorCode.INVALID_REQUEST);
  }

  @Test
  void however_many_directories_there_are_it_goes_on_to_answer() {
    for (int i = 0; i < 2_500; i++) {
      Answers.await(cache.of(directory.resolve("d" + i).toString()));
    }
    assertThat(project()).isEqualTo(directory);
    assertThat(looks).hasValue(2_501);
  }

  @Test
  void a_full_executor_fails_the_future_and_throws_nothing() {
    ProjectCache busy =
        new ProjectCache(
            folder ->
                look -> {
                  throw new RejectedExecutionException("full");
                },
            time);

    assertThat(busy.of("/project")).isCompletedExceptionally();
  }
}
