package swarmd.worktrees;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Git.git;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs;
import swarmd.testing.Programs.Result;
import swarmd.testing.RunningDaemon;
import swarmd.testing.TestRepository;

/**
 * Eight agents work on overlapping files at the same time, each task in its own worktree, with the
 * installed programs.
 */
class EightAgentsTest {
  private static final int AGENTS = 8;

  /** Every part is in its group, and no two parts have the same number. */
  private static final String CHECK =
      """
      #!/bin/sh
      for part in part-*.txt; do
        test -e "$part" || continue
        name=$(sed -n 1p "$part")
        grep -qx "$name" group-*.txt || { echo "$name is in no group"; exit 1; }
      done
      twice=$(cat number-*.txt 2>/dev/null | sort | uniq -d)
      test -z "$twice" || { echo "number $twice is there twice"; exit 1; }
      """;

  private final Map<Long, List<String>> handoffs = new ConcurrentHashMap<>();

  private static Result ok(Result result) {
    assertThat(result.exit()).as(result.toString()).isZero();
    return result;
  }

  @Test
  void everything_lands_in_order_conflicts_come_back_and_the_final_tree_passes_its_checks()
      throws Exception {
    try (RunningDaemon daemon = RunningDaemon.start();
        Api api = daemon.api()) {
      Path main = daemon.project();
      TestRepository repository = repository(main);
      ok(daemon.swarm(main, "hooks", "trust", "--yes"));
      for (int i = 1; i <= AGENTS; i++) {
        ok(
            daemon.swarm(
                main,
                "task",
                "add",
                "part " + i,
                "--files",
                "group-%d.txt".formatted(i % 4),
                "--check",
                "whole"));
      }

      workAtOnce(daemon, api);
      Result first = daemon.swarm(main, "task", "land");

      // 1 to 4 change a group each; 5 to 8 change the same lines; 6 does not, but has 2's number
      assertThat(first.exit()).isEqualTo(3);
      assertThat(landed(first)).containsExactly(1L, 2L, 3L, 4L);
      assertThat(first.err())
          .contains("task 5 has not landed: swarm/5-part-5 conflicts with main in group-1.txt")
          .contains("task 6 has not landed: check 'whole' failed with exit code 1")
          .contains("task 7 has not landed: swarm/7-part-7 conflicts with main in group-3.txt")
          .contains("task 8 has not landed: swarm/8-part-8 conflicts with main in group-0.txt");
      assertThat(api.get("/v1/tasks?status=pending").get("tasks")).hasSize(4);
      assertThat(check(main)).isZero();

      workAtOnce(daemon, api);
      Result second = ok(daemon.swarm(main, "task", "land"));

      assertThat(landed(second)).containsExactly(5L, 6L, 7L, 8L);
      assertThat(handoffs.get(5L).get(0))
          .contains("conflicts in group-1.txt")
          .contains("Do part 1");
      assertThat(handoffs.get(6L).get(0)).contains("number 2 is there twice");
      assertThat(check(main)).isZero();
      assertThat(TestRepository.status(main)).isEmpty();
      assertThat(repository.branches()).containsExactly("main");
      assertThat(main.resolveSibling("p-worktrees").toFile().list()).containsExactly("landing");
      assertThat(git(main, "log", "--first-parent", "--reverse", "--format=%s").out().lines())
          .containsExactlyElementsOf(
              Stream.concat(
                      Stream.of("Change all"),
                      IntStream.rangeClosed(1, AGENTS)
                          .mapToObj(i -> "Merge task %d: part %1$d".formatted(i)))
                  .toList());
      for (int i = 1; i <= AGENTS; i++) {
        assertThat(TestRepository.read(main.resolve("part-%d.txt".formatted(i))))
            .isEqualTo("part %d\n".formatted(i));
        assertThat(api.show(i).at("/task/landed").asText()).isNotEmpty();
      }
    }
  }

  private static TestRepository repository(Path main) {
    git(main, "init", "--quiet", "--initial-branch=main");
    for (int group = 0; group < 4; group++) {
      TestRepository.write(main.resolve("group-%d.txt".formatted(group)), "parts:\n");
    }
    TestRepository.write(main.resolve("check.sh"), CHECK);
    TestRepository.write(
        main.resolve(".swarmd/settings.json"),
        "{\"checks\": {\"whole\": {\"command\": \"sh check.sh\"}}}");
    TestRepository repository = new TestRepository(main);
    repository.commit(main, "all", "");
    return repository;
  }

  private static int check(Path main) {
    return Programs.run(main, Map.of(), "sh", "check.sh").exit();
  }

  private static List<Long> landed(Result result) {
    return result
        .out()
        .lines()
        .filter(line -> line.contains(" landed in main as "))
        .map(line -> Long.valueOf(line.split(" ")[1]))
        .toList();
  }

  /** Until there is nothing to claim. */
  private void workAtOnce(RunningDaemon daemon, Api api) {
    ExecutorService threads = Executors.newFixedThreadPool(AGENTS);
    try {
      CompletableFuture.allOf(
              IntStream.range(0, AGENTS)
                  .mapToObj(
                      i -> CompletableFuture.runAsync(() -> agent(daemon, "agent" + i), threads))
                  .toArray(CompletableFuture<?>[]::new))
          .join();
    } finally {
      threads.shutdown();
    }
    assertThat(api.get("/v1/tasks?status=claimed").get("tasks")).isEmpty();
  }

  private void agent(RunningDaemon daemon, String name) {
    while (true) {
      Result claimed =
          daemon.swarm(daemon.project(), "task", "claim", "--worktree", "--agent", name, "--json");
      JsonNode task = Api.json(claimed.out()).at("/tasks/0");
      if (task.isMissingNode()) {
        return;
      }
      task.path("handoff")
          .forEach(
              left ->
                  handoffs
                      .computeIfAbsent(task.get("id").asLong(), id -> new ArrayList<>())
                      .add(left.get("note").asText()));
      Path folder = Path.of(task.get("worktree").asText());
      work(folder, task.get("id").asInt(), task.path("handoff").size() > 0);
      ok(
          daemon.swarm(
              folder,
              "task",
              "done",
              task.get("id").asText(),
              "--token",
              task.at("/lease/token").asText()));
    }
  }

  /** The same lines of a group are changed by two tasks, unless the second one knows of it. */
  private static void work(Path folder, int number, boolean again) {
    if (again) {
      Programs.run(
          folder,
          Map.of("GIT_AUTHOR_NAME", "a", "GIT_AUTHOR_EMAIL", "a@localhost"),
          "git",
          "-c",
          "user.name=a",
          "-c",
          "user.email=a@localhost",
          "merge",
          "--quiet",
          "main");
    }
    Path group = folder.resolve("group-%d.txt".formatted(number % 4));
    String part = "part " + number;
    TestRepository.write(folder.resolve("part-%d.txt".formatted(number)), part + "\n");
    TreeSet<String> parts = new TreeSet<>();
    TestRepository.read(group).lines().filter(line -> line.startsWith("part ")).forEach(parts::add);
    parts.add(part);
    TestRepository.write(group, "parts:\n" + String.join("\n", parts) + "\n");
    if (number == 6) {
      // merges without a conflict, but is wrong
      TestRepository.write(group, again ? TestRepository.read(group) : "parts:\n");
      TestRepository.write(folder.resolve("group-6.txt"), part + "\n");
    }
    boolean clash = number == 2 || number == 6 && !again;
    TestRepository.write(
        folder.resolve("number-%d.txt".formatted(number)), (clash ? 2 : number) + "\n");
    git(folder, "add", "--all");
    git(folder, "commit", "--quiet", "-m", "Do " + part);
  }
}
