package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import swarmd.store.Store;
import swarmd.swarm.Answers;

/** A real file system without space, which only root can mount. */
@EnabledOnOs(OS.LINUX)
class FullDiskTest {
  @TempDir private Path disk;
  private boolean mounted;
  private Path ballast;

  @BeforeEach
  void mountSmallDisk() throws Exception {
    mounted = run("mount", "-t", "tmpfs", "-o", "size=1m", "swarmd-test", disk.toString());
    assumeTrue(mounted, "a small file system can be mounted");
    ballast = Files.write(disk.resolve("ballast"), new byte[300_000]);
  }

  @AfterEach
  void unmount() throws Exception {
    if (mounted) {
      assertThat(run("umount", disk.toString())).isTrue();
    }
  }

  private static boolean run(String... command) throws IOException, InterruptedException {
    ProcessBuilder process = new ProcessBuilder(command);
    process.redirectErrorStream(true).redirectOutput(ProcessBuilder.Redirect.DISCARD);
    return process.start().waitFor() == 0;
  }

  @Test
  void with_a_full_disk_writes_fail_and_reads_work_and_nothing_acknowledged_is_lost()
      throws Exception {
    List<String> acknowledged = new ArrayList<>();
    try (SqliteStore store = SqliteStore.open(disk.resolve("swarmd.db"))) {
      fill(store, acknowledged);
      for (int i = 0; i < 3; i++) {
        assertThatThrownBy(() -> Answers.await(store.write(Work.addLong("more", 100_000))))
            .isInstanceOf(Store.Unavailable.class)
            .hasMessageContaining("the disk is full");
        assertThat(Work.titles(store)).isEqualTo(acknowledged);
      }

      Files.delete(ballast);

      acknowledged.add(Answers.await(store.write(Work.add("there is space again"))).title());
      assertThat(Work.titles(store)).isEqualTo(acknowledged);
    }
    try (SqliteStore again = SqliteStore.open(disk.resolve("swarmd.db"))) {
      assertThat(Work.titles(again)).isEqualTo(acknowledged).hasSizeGreaterThan(5);
    }
  }

  private static void fill(Store store, List<String> acknowledged) {
    while (true) {
      String title = "task " + acknowledged.size();
      try {
        acknowledged.add(Answers.await(store.write(Work.addLong(title, 20_000))).title());
      } catch (Store.Unavailable full) {
        return;
      }
    }
  }
}
