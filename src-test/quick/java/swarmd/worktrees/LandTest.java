package swarmd.worktrees;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.testing.Git.git;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.Programs.Result;
import swarmd.testing.TestRepository;
import swarmd.testing.WorktreeTest;

/** Work that was done in worktrees lands in the branch that it began from. */
class LandTest extends WorktreeTest {

  @Test
  void a_task_lands_in_the_main_work_tree_and_its_worktree_goes() {
    add("a");
    Place place = work("ann", 1, "a.txt", "new\n");

    Result landed = ok(land(1));

    String commit = repository.tip("main");
    assertThat(landed.out())
        .isEqualTo("task 1 landed in main as %s: a\n".formatted(commit.substring(0, 12)));
    assertThat(TestRepository.read(daemon.project().resolve("a.txt"))).isEqualTo("new\n");
    assertThat(TestRepository.status(daemon.project())).isEmpty();
    assertThat(repository.log("main"))
        .containsExactly("Merge task 1: a", "Change a.txt", "Change README");
    assertThat(place.folder()).doesNotExist();
    assertThat(repository.branches()).containsExactly("main");
    assertThat(task(1).get("landed").asText()).isEqualTo(commit);
    assertThat(api.history(1))
        .containsExactly("created", "claimed", "worktree", "completed", "landed");
    assertThat(ok(land(1)).out()).isEqualTo(landed.out()); // again
    assertThat(ok(swarm.run("task", "show", "1")).out())
        .contains("swarm/1-a landed in main as " + commit);
  }

  @Test
  void a_conflict_gives_the_task_back_with_a_note_and_keeps_the_branch() {
    add("first");
    add("second");
    work("ann", 1, "a.txt", "one\n");
    Place second = work("bob", 2, "a.txt", "two\n");
    ok(land(1));
    String main = repository.tip("main");

    Result refused = land(2);

    assertRefused(
        refused,
        3,
        "task 2 has not landed: swarm/2-second conflicts with main in a.txt; it is open again");
    assertThat(repository.tip("main")).isEqualTo(main);
    assertThat(TestRepository.status(daemon.project())).isEmpty();
    assertThat(TestRepository.status(second.folder())).isEmpty();
    assertThat(git(second.folder(), "branch", "--show-current").out())
        .isEqualTo("swarm/2-second\n");
    assertThat(task(2).get("status").asText()).isEqualTo("pending");
    assertThat(api.history(2))
        .containsExactly("created", "claimed", "worktree", "completed", "land_failed");
    JsonNode next = api.post("/v1/tasks/claim", claimBody("cid"));
    assertThat(next.at("/tasks/0/worktree").asText()).isEqualTo(second.folder().toString());
    assertThat(next.at("/tasks/0/handoff/0/ending").asText()).isEqualTo("land_failed");
    assertThat(next.at("/tasks/0/handoff/0/note").asText())
        .contains("swarm/2-second does not merge with main: conflicts in a.txt")
        .contains(repository.tip("swarm/2-second").substring(0, 7) + " Change a.txt")
        .contains(main.substring(0, 7) + " Merge task 1: first")
        .contains("commits of main in these files:")
        .contains("git merge main");

    git(second.folder(), "merge", "--quiet", "-X", "ours", "main");
    api.complete(Api.Held.of(next));
    ok(land(2));
    assertThat(TestRepository.read(daemon.project().resolve("a.txt"))).isEqualTo("two\n");
  }

  @Test
  void the_checks_run_on_the_result_before_anything_moves() {
    trust("test", "! test -e a.txt || ! test -e b.txt || { echo 'a and b clash'; exit 1; }");
    add("first", "--check", "test");
    add("second", "--check", "test");
    work("ann", 1, "a.txt", "one\n");
    work("bob", 2, "b.txt", "two\n");
    ok(land(1));
    String main = repository.tip("main");

    Result refused = land(2);

    assertRefused(refused, 3, "task 2 has not landed: check 'test' failed with exit code 1");
    assertThat(refused.err()).startsWith("a and b clash\n");
    assertThat(repository.tip("main")).isEqualTo(main);
    assertThat(daemon.project().resolve("b.txt")).doesNotExist();
    assertThat(task(2).get("status").asText()).isEqualTo("pending");
    JsonNode next = api.post("/v1/tasks/claim", claimBody("cid"));
    assertThat(next.at("/tasks/0/handoff/0/note").asText())
        .contains("swarm/2-second, merged with main, fails")
        .contains("a and b clash");
  }

  @Test
  void a_check_that_is_not_trusted_leaves_the_task_done() {
    add("a");
    work("ann", 1, "a.txt", "one\n");
    assertThat(swarm.run("task", "require", "test").exit()).isZero();

    assertRefused(land(1), 3, "task 1 has not landed: no check is configured");
    assertThat(task(1).get("status").asText()).isEqualTo("done");
    assertThat(TestRepository.status(daemon.project())).isEmpty();
  }

  @Test
  void uncommitted_changes_of_the_person_are_never_touched() {
    repository.commit(daemon.project(), "a.txt", "base\n");
    add("a");
    add("b");
    work("ann", 1, "a.txt", "new\n");
    work("bob", 2, "b.txt", "new\n");
    TestRepository.write(daemon.project().resolve("a.txt"), "mine\n");
    String main = repository.tip("main");

    assertRefused(
        land(1),
        3,
        "%s has uncommitted changes in files that task 1 changes: a.txt; commit or stash them"
            .formatted(daemon.project()));
    assertThat(repository.tip("main")).isEqualTo(main);
    assertThat(task(1).get("status").asText()).isEqualTo("done");

    ok(land(2)); // concerns other files
    assertThat(TestRepository.read(daemon.project().resolve("a.txt"))).isEqualTo("mine\n");
    assertThat(TestRepository.read(daemon.project().resolve("b.txt"))).isEqualTo("new\n");
    git(daemon.project(), "checkout", "--quiet", "a.txt");
    ok(land(1));
  }

  @Test
  void a_new_file_of_the_person_is_not_overwritten() {
    add("a");
    work("ann", 1, "dir/a.txt", "new\n");
    TestRepository.write(daemon.project().resolve("dir/a.txt"), "mine\n");

    assertRefused(land(1), 3, "has uncommitted changes in files that task 1 changes: dir/");
    assertThat(TestRepository.read(daemon.project().resolve("dir/a.txt"))).isEqualTo("mine\n");
  }

  @Test
  void the_target_is_the_branch_that_the_worktree_began_from() {
    add("a");
    work("ann", 1, "a.txt", "new\n");
    git(daemon.project(), "checkout", "--quiet", "-b", "other");

    ok(land(1));

    assertThat(daemon.project().resolve("a.txt")).doesNotExist();
    assertThat(repository.show("main", "a.txt")).isEqualTo("new\n");
    assertThat(TestRepository.status(daemon.project())).isEmpty();
  }

  @Test
  void work_that_the_person_has_merged_counts_as_landed() {
    add("a");
    Place place = work("ann", 1, "a.txt", "new\n");
    git(daemon.project(), "merge", "--quiet", "swarm/1-a");

    ok(land(1));

    assertThat(task(1).get("landed").asText()).isEqualTo(repository.tip("main"));
    assertThat(place.folder()).doesNotExist();
  }

  @Test
  void without_ids_all_land_in_their_order_and_a_conflict_does_not_stop_the_others() {
    add("base");
    add("second", "--depends-on", "1");
    add("clash");
    add("other");
    work("ann", 1, "a.txt", "one\n");
    work("bob", 2, "b.txt", "two\n");
    work("cid", 3, "a.txt", "three\n");
    work("dan", 4, "d.txt", "four\n");
    assertRefused(land(2), 3, "task 2 lands after task 1, which has not landed; land it first");
    assertThat(ok(swarm.run("task", "land", "--dry-run")).out().lines().skip(1))
        .extracting(line -> line.strip().substring(0, 1))
        .containsExactly("1", "2", "3", "4");

    Result all = swarm.run("task", "land");

    assertRefused(all, 3, "task 3 has not landed: swarm/3-clash conflicts with main in a.txt");
    assertThat(all.out().lines())
        .extracting(line -> line.substring(0, "task 1 landed".length()))
        .containsExactly("task 1 landed", "task 2 landed", "task 4 landed");
    assertThat(repository.log("main"))
        .filteredOn(subject -> subject.startsWith("Merge task"))
        .containsSubsequence("Merge task 4: other", "Merge task 2: second", "Merge task 1: base");
    assertThat(swarm.run("task", "land").err()).isEqualTo("no task waits to land\n");
  }

  @Test
  void a_worktree_with_new_work_waits_and_is_never_removed() {
    add("a");
    Place place = work("ann", 1, "a.txt", "new\n");
    TestRepository.write(place.folder().resolve("later.txt"), "thought");

    assertRefused(land(1), 3, "has uncommitted work: later.txt; commit or delete it there");
    assertThat(place.folder().resolve("later.txt")).exists();

    repository.commit(place.folder(), "later.txt", "thought");
    ok(land(1));
    assertThat(daemon.project().resolve("later.txt")).exists();
  }

  @Test
  void a_worktree_that_a_process_works_in_is_removed_later() throws IOException {
    add("a");
    Place place = work("ann", 1, "a.txt", "new\n");
    Process inside = new ProcessBuilder("cat").directory(place.folder().toFile()).start();
    try {
      ok(land(1));
      assertThat(place.folder()).exists();
      assertThat(api.get("/v1/worktrees").at("/worktrees/0/kept").asText())
          .isEqualTo("a process works in it");
    } finally {
      inside.destroyForcibly().onExit().join();
    }
    daemon.time().advance(Duration.ofMinutes(2));
    eventually().until(() -> Files.notExists(place.folder()));
  }

  @Test
  void a_task_without_a_branch_or_that_is_not_done_is_refused() {
    add("a");
    assertRefused(land(1), 3, "only a task that is done can land; task 1 is pending");
    api.complete(api.claim("ann"));
    assertRefused(land(1), 3, "task 1 has no branch to land");
    assertRefused(land(9), 1, "there is no task 9");
    assertThat(api.refusal("/v1/tasks/1/land", Api.object())).isEqualTo("409 invalid_transition");
  }

  @Test
  void the_api_lands_like_the_command() {
    add("first");
    add("second");
    work("ann", 1, "a.txt", "one\n");
    work("bob", 2, "a.txt", "two\n");

    JsonNode landed = api.post("/v1/tasks/1/land", Api.object());

    assertThat(landed.get("landed").asText()).isEqualTo(repository.tip("main"));
    assertThat(api.refusal("/v1/tasks/2/land", Api.object())).isEqualTo("409 land_conflict");
  }

  @Test
  void a_target_that_is_gone_is_named() {
    add("a");
    work("ann", 1, "a.txt", "one\n");
    git(daemon.project(), "checkout", "--quiet", "-b", "other");
    git(daemon.project(), "branch", "--quiet", "-D", "main");

    assertRefused(land(1), 3, "branch 'main', which task 1 lands in, is gone");
  }

  @Test
  void a_worktree_that_was_removed_by_hand_is_made_again_to_land() {
    add("a");
    Place place = work("ann", 1, "a.txt", "one\n");
    git(daemon.project(), "worktree", "remove", place.folder().toString());

    ok(land(1));

    assertThat(TestRepository.read(daemon.project().resolve("a.txt"))).isEqualTo("one\n");
    assertThat(place.folder()).doesNotExist();
  }

  @Test
  void files_that_are_written_while_checks_run_do_not_count() {
    trust("test", "echo written >> README");
    add("a");
    work("ann", 1, "a.txt", "one\n");
    ok(swarm.run("task", "require", "test"));
    String main = repository.tip("main");

    assertRefused(land(1), 3, "were changed while the checks of task 1 ran: README; land it again");
    assertThat(repository.tip("main")).isEqualTo(main);
    assertThat(task(1).get("status").asText()).isEqualTo("done");
  }

  @Test
  void a_branch_that_is_gone_is_named() {
    add("a");
    Place place = work("ann", 1, "a.txt", "one\n");
    git(daemon.project(), "worktree", "remove", place.folder().toString());
    git(daemon.project(), "branch", "--quiet", "-D", "swarm/1-a");

    assertRefused(land(1), 3, "branch 'swarm/1-a' of task 1 is not in " + daemon.project());
    assertThat(task(1).get("status").asText()).isEqualTo("done");
  }

  @Test
  void ignored_files_of_the_person_are_never_overwritten() {
    repository.commit(daemon.project(), ".gitignore", ".env\nbuild/\nout\n");
    for (String title : List.of("env", "build", "out")) {
      add(title);
    }
    workOnIgnored(1, ".env", "agent's\n");
    workOnIgnored(2, "build", "a file\n");
    workOnIgnored(3, "out/a/b.txt", "in a folder\n");
    TestRepository.write(daemon.project().resolve(".env"), "the only copy\n");
    TestRepository.write(daemon.project().resolve("build/keep/x"), "precious\n");
    TestRepository.write(daemon.project().resolve("out"), "a file\n");
    String main = repository.tip("main");

    assertRefused(
        land(1),
        3,
        "%s has files of its own where task 1 adds some: .env; move them away, then land again"
            .formatted(daemon.project()));
    assertRefused(land(2), 3, "where task 2 adds some: build/keep/x; move them away");
    assertRefused(land(3), 3, "where task 3 adds some: out; move them away");

    assertThat(repository.tip("main")).isEqualTo(main);
    assertThat(TestRepository.read(daemon.project().resolve(".env"))).isEqualTo("the only copy\n");
    assertThat(TestRepository.read(daemon.project().resolve("build/keep/x")))
        .isEqualTo("precious\n");
    assertThat(TestRepository.read(daemon.project().resolve("out"))).isEqualTo("a file\n");
    assertThat(task(1).get("status").asText()).isEqualTo("done");
  }

  @Test
  void an_ignored_file_that_appears_while_checks_run_is_not_overwritten_either() {
    repository.commit(daemon.project(), ".gitignore", ".env\n");
    add("env");
    workOnIgnored(1, ".env", "agent's\n");
    Path env = daemon.project().resolve(".env");
    trust("test", "echo 'the only copy' > " + env);
    ok(swarm.run("task", "require", "test"));
    String main = repository.tip("main");

    assertRefused(
        land(1),
        3,
        "task 1 could not land in %s, which has not changed".formatted(daemon.project()));

    assertThat(TestRepository.read(env)).isEqualTo("the only copy\n");
    assertThat(repository.tip("main")).isEqualTo(main);
  }

  private void workOnIgnored(long id, String file, String text) {
    Place place = claim("agent" + id, id);
    TestRepository.write(place.folder().resolve(file), text);
    git(place.folder(), "add", "--force", file);
    git(place.folder(), "commit", "--quiet", "-m", "Change " + file);
    api.complete(place.held());
  }

  @Test
  void edits_in_the_worktree_while_checks_run_are_kept() {
    add("a");
    Place place = work("ann", 1, "a.txt", "one\n");
    Path file = place.folder().resolve("a.txt");
    repository.commit(daemon.project(), "b.txt", "meanwhile\n");
    trust("test", "test -e b.txt && echo 'a later thought' > " + file);
    ok(swarm.run("task", "require", "test"));

    ok(land(1));

    assertThat(TestRepository.read(daemon.project().resolve("a.txt"))).isEqualTo("one\n");
    assertThat(TestRepository.read(file)).isEqualTo("a later thought\n");
    // not in the folder, where another process would be the reason
    assertThat(git(daemon.project(), "worktree", "list").out()).contains("[swarm/1-a]");
    assertThat(ok(swarm.run("task", "show", "1")).out())
        .contains("remains    it has uncommitted work: a.txt");
  }

  @Test
  void merge_options_of_the_repository_do_not_keep_a_task_from_landing() {
    add("a");
    work("ann", 1, "a.txt", "one\n");
    git(daemon.project(), "config", "branch.main.mergeOptions", "--squash");

    ok(land(1));

    assertThat(repository.show("main", "a.txt")).isEqualTo("one\n");
    assertThat(TestRepository.status(daemon.project())).isEmpty();
  }

  @Test
  void a_merge_of_the_person_s_own_has_to_be_finished_first() {
    repository.commit(daemon.project(), "b.txt", "base\n");
    add("a");
    work("ann", 1, "a.txt", "one\n");
    git(daemon.project(), "checkout", "--quiet", "-b", "other");
    repository.commit(daemon.project(), "c.txt", "other\n");
    git(daemon.project(), "checkout", "--quiet", "main");
    git(daemon.project(), "merge", "--quiet", "--no-ff", "--no-commit", "other");

    Result refused = land(1);

    assertRefused(
        refused,
        3,
        "%s is in the middle of a merge; finish it there, or end it: git merge --abort; then land task 1 again"
            .formatted(daemon.project()));
    assertThat(refused.err()).doesNotContain("hint:");
    git(daemon.project(), "merge", "--abort");
    ok(land(1));
  }

  @Test
  void a_landing_that_was_interrupted_is_repeated_and_no_edit_is_lost() throws IOException {
    repository.commit(daemon.project(), "a.txt", "base\n");
    add("first");
    add("second");
    Place first = work("ann", 1, "a.txt", "one\n");
    Place second = work("bob", 2, "b.txt", "two\n");
    ok(land(1));
    assertThat(first.folder()).doesNotExist();
    Path landing = daemon.project().resolveSibling("p-worktrees").resolve("landing");
    Path own = Path.of(git(landing, "rev-parse", "--absolute-git-dir").out().strip());
    TestRepository.write(landing.resolve("a.txt"), "<<<<<<< half\n");
    TestRepository.write(landing.resolve("left.txt"), "left\n");
    Files.createFile(own.resolve("index.lock"));
    Files.writeString(own.resolve("MERGE_HEAD"), repository.tip("swarm/2-second") + "\n");
    TestRepository.write(second.folder().resolve("b.txt"), "a later thought\n");

    assertRefused(land(2), 3, "has uncommitted work: b.txt; commit or delete it there");
    assertThat(TestRepository.read(second.folder().resolve("b.txt")))
        .isEqualTo("a later thought\n");
    repository.commit(second.folder(), "b.txt", "a later thought\n");
    ok(land(2));

    assertThat(TestRepository.read(daemon.project().resolve("a.txt"))).isEqualTo("one\n");
    assertThat(TestRepository.read(daemon.project().resolve("b.txt")))
        .isEqualTo("a later thought\n");
    assertThat(daemon.project().resolve("left.txt")).doesNotExist();
    assertThat(second.folder()).doesNotExist();
  }

  @Test
  void a_folder_that_is_not_swarmd_s_is_not_used_to_land() {
    add("a");
    work("ann", 1, "a.txt", "one\n");
    Path folder = daemon.project().resolveSibling("p-worktrees").resolve("landing");
    TestRepository.write(folder.resolve("mine.txt"), "mine\n");

    assertRefused(land(1), 3, folder + " exists already, but swarmd lands tasks there");
    assertThat(folder.resolve("mine.txt")).exists();
  }
}
