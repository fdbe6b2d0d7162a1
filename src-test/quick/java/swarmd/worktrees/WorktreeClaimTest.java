package swarmd.worktrees;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Eventually.eventually;
import static swarmd.testing.Git.git;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import swarmd.testing.Api;
import swarmd.testing.HostSession;
import swarmd.testing.Programs.Result;
import swarmd.testing.TestRepository;
import swarmd.testing.WorktreeTest;

/** A claim with a worktree gets a folder and a branch of the task's own. */
class WorktreeClaimTest extends WorktreeTest {

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((a, b) -> b.compareTo(a)).toList()) {
        Files.delete(file);
      }
    }
  }

  private Path trees() {
    return daemon.project().resolveSibling("p-worktrees");
  }

  @Test
  void a_claim_gets_a_worktree_and_a_branch_beside_the_repository() {
    add("Fix the login: it's broken!");

    Result claimed = ok(swarm.run("task", "claim", "--worktree"));

    Path folder = trees().resolve("1-fix-the-login-it-s-broken");
    assertThat(claimed.out())
        .contains("branch swarm/1-fix-the-login-it-s-broken, which lands in main\n")
        .contains("work in " + folder + "\n");
    assertThat(TestRepository.read(folder.resolve("README"))).isEqualTo("shop\n");
    assertThat(git(folder, "branch", "--show-current").out())
        .isEqualTo("swarm/1-fix-the-login-it-s-broken\n");
    assertThat(api.history(1)).containsExactly("created", "claimed", "worktree");
    assertThat(TestRepository.status(daemon.project())).isEmpty();
    JsonNode shown = api.show(1);
    assertThat(shown.get("worktree").asText()).isEqualTo(folder.toString());
    assertThat(shown.at("/task/branch").asText()).isEqualTo("swarm/1-fix-the-login-it-s-broken");
    assertThat(shown.at("/task/target").asText()).isEqualTo("main");
    assertThat(ok(swarm.run("task", "show", "1")).out())
        .contains("swarm/1-fix-the-login-it-s-broken, which lands in main")
        .contains(folder.toString());
  }

  @Test
  void the_next_holder_gets_the_same_worktree_with_all_that_is_in_it() {
    add("a");
    Place first = claim("ann");
    repository.commit(first.folder(), "a.txt", "half\n");
    TestRepository.write(first.folder().resolve("note.txt"), "not committed");
    api.post(first.held().path("release"), first.held().proof());

    Place second = claim("bob");

    assertThat(second.folder()).isEqualTo(first.folder());
    assertThat(TestRepository.read(second.folder().resolve("a.txt"))).isEqualTo("half\n");
    assertThat(second.folder().resolve("note.txt")).exists();
  }

  @Test
  void a_worktree_that_was_deleted_by_hand_is_made_again_with_its_commits() throws IOException {
    add("a");
    Place first = claim("ann");
    repository.commit(first.folder(), "a.txt", "half\n");
    api.post(first.held().path("release"), first.held().proof());
    delete(first.folder());

    Place second = claim("bob");

    assertThat(TestRepository.read(second.folder().resolve("a.txt"))).isEqualTo("half\n");
  }

  @Test
  void what_a_killed_git_has_left_of_a_worktree_is_made_again() throws IOException {
    Path folder = trees().resolve("1-a");
    git(daemon.project(), "worktree", "add", "-q", "-b", "swarm/1-a", folder.toString());
    Files.delete(folder.resolve("README"));
    Files.writeString(daemon.project().resolve(".git/worktrees/1-a/locked"), "initializing");
    add("a");

    Place place = claim("ann");

    assertThat(place.folder()).isEqualTo(folder);
    assertThat(TestRepository.status(folder)).isEmpty();
  }

  @Test
  void a_worktree_that_is_gone_is_named_when_the_task_is_completed() throws IOException {
    add("a");
    Place place = claim("ann");
    delete(place.folder());

    assertRefused(
        swarm.run("task", "done", "1", "--token", place.held().token()),
        3,
        "task 1 is not done: its worktree %s is gone".formatted(place.folder()));
  }

  @Test
  void a_repeated_claim_returns_the_same_worktree() {
    add("a");
    JsonNode first = api.post("/v1/tasks/claim", claimBody("ann").put("request_id", "r1"));
    JsonNode second = api.post("/v1/tasks/claim", claimBody("ann").put("request_id", "r1"));

    assertThat(second.at("/tasks/0/worktree")).isEqualTo(first.at("/tasks/0/worktree"));
    assertThat(api.history(1)).containsExactly("created", "claimed", "worktree");
  }

  @Test
  void tasks_with_the_same_or_a_strange_title_have_worktrees_of_their_own() {
    for (String title : List.of("same", "same", "修复登录", "../../etc", "-rf", ".lock", "Ünï cödé")) {
      api.add(title);
    }
    List<String> folders =
        Stream.of("a", "b", "c", "d", "e", "f", "g")
            .map(agent -> claim(agent).folder().getFileName().toString())
            .toList();

    assertThat(folders)
        .containsExactly("1-same", "2-same", "3", "4-etc", "5-rf", "6-lock", "7-uni-code");
  }

  @Test
  void a_branch_of_somebody_else_is_left_alone() {
    git(daemon.project(), "checkout", "--quiet", "-b", "swarm/1-a");
    repository.commit(daemon.project(), "mine.txt", "mine");
    git(daemon.project(), "checkout", "--quiet", "main");
    Path taken = trees().resolve("1-a");
    TestRepository.write(taken.resolve("mine.txt"), "mine");
    add("a");

    Place place = claim("ann");

    assertThat(place.task().get("branch").asText()).isEqualTo("swarm/1-a-2");
    assertThat(place.folder()).isEqualTo(trees().resolve("1-a-2"));
    assertThat(place.folder().resolve("mine.txt")).doesNotExist();
  }

  @Test
  void a_fetched_branch_is_only_taken_for_the_task_that_it_was_recorded_for() {
    git(daemon.project(), "checkout", "--quiet", "-b", "theirs");
    repository.commit(daemon.project(), "theirs.txt", "theirs");
    git(daemon.project(), "checkout", "--quiet", "main");
    String theirs = repository.tip("theirs");
    git(daemon.project(), "update-ref", "refs/remotes/fork/some/deep/swarm/1-a", theirs);
    git(daemon.project(), "update-ref", "refs/remotes/origin/swarm/1-a", theirs);
    add("a");

    Place first = claim("ann");
    assertThat(first.folder().resolve("theirs.txt")).doesNotExist();

    api.post(first.held().path("release"), first.held().proof());
    git(daemon.project(), "worktree", "remove", first.folder().toString());
    git(daemon.project(), "branch", "--quiet", "-D", "swarm/1-a");
    git(daemon.project(), "update-ref", "-d", "refs/remotes/origin/swarm/1-a");
    Place second = claim("bob");
    assertThat(second.folder().resolve("theirs.txt")).doesNotExist();

    api.post(second.held().path("release"), second.held().proof());
    git(daemon.project(), "worktree", "remove", second.folder().toString());
    git(daemon.project(), "branch", "--quiet", "-D", "swarm/1-a");
    git(daemon.project(), "update-ref", "refs/remotes/origin/swarm/1-a", theirs);
    assertThat(claim("cid").folder().resolve("theirs.txt")).exists();
  }

  @Test
  void a_branch_that_keeps_git_from_making_the_task_s_own_is_named() {
    git(daemon.project(), "branch", "swarm");
    add("a");

    assertRefused(
        swarm.run("task", "claim", "--worktree"),
        3,
        "there is a branch 'swarm', so git cannot make branches named swarm/...; rename it: git"
            + " branch -m swarm NEW-NAME");
  }

  @Test
  void a_task_that_builds_on_another_one_starts_with_its_work() {
    add("first");
    add("second", "--depends-on", "1");
    work("ann", 1, "first.txt", "done\n");

    Place second = claim("bob");

    assertThat(TestRepository.read(second.folder().resolve("first.txt"))).isEqualTo("done\n");
    assertThat(daemon.project().resolve("first.txt")).doesNotExist();
  }

  @Test
  void a_task_that_builds_on_conflicting_ones_is_released_with_the_reason() {
    add("first");
    add("second");
    add("third", "--depends-on", "1,2");
    work("ann", 1, "a.txt", "one\n");
    work("bob", 2, "a.txt", "two\n");

    assertThat(api.refusal("/v1/tasks/claim", claimBody("cid"))).isEqualTo("409 blocked");

    assertThat(task(3).get("status").asText()).isEqualTo("pending");
    assertThat(task(3).get("attempts").asInt()).isZero();
    assertThat(api.show(3).at("/history/2/note").asText())
        .contains("branches conflict in a.txt; land them first: swarm task land 1");
    assertThat(repository.branches()).doesNotContain("swarm/3-third");
    assertThat(trees().resolve("3-third")).doesNotExist();
  }

  @Test
  void work_that_is_not_committed_keeps_a_task_from_being_done() {
    add("a");
    Place place = claim("ann");
    TestRepository.write(place.folder().resolve("b.txt"), "new");

    Result refused = swarm.run("task", "done", "1", "--token", place.held().token());

    assertRefused(
        refused,
        3,
        "task 1 is not done: 1 file in its worktree %s is not committed: b.txt; commit it there"
            .formatted(place.folder()));
    assertThat(task(1).get("status").asText()).isEqualTo("claimed");
    assertThat(api.refusal(place.held().path("complete"), place.held().proof()))
        .isEqualTo("409 uncommitted_work");
    repository.commit(place.folder(), "b.txt", "new");
    api.complete(place.held());
    api.complete(place.held()); // again
  }

  @Test
  void a_check_runs_in_the_worktree_wherever_the_holder_is() {
    trust("test", "test -e there");
    add("a", "--check", "test");
    Place place = claim("ann");
    repository.commit(place.folder(), "there", "");

    assertThat(api.complete(place.held()).get("status").asText()).isEqualTo("done");
  }

  @Test
  void outside_git_nothing_is_claimed() throws IOException {
    delete(daemon.project().resolve(".git"));
    daemon.time().advance(Duration.ofMinutes(1)); // so that the project is found again
    add("a");

    assertRefused(
        swarm.run("task", "claim", "--worktree"),
        3,
        "is not in a git repository; a worktree needs");
    assertThat(api.history(1)).containsExactly("created");
  }

  @Test
  void without_commits_a_branch_or_a_work_tree_nothing_is_claimed() throws IOException {
    add("a");
    git(daemon.project(), "checkout", "--quiet", "--detach");
    assertRefused(
        swarm.run("task", "claim", "--worktree"), 3, "has no branch checked out, so nothing");
    git(daemon.project(), "checkout", "--quiet", "--orphan", "empty");
    assertRefused(swarm.run("task", "claim", "--worktree"), 3, "has no commits yet");
    git(daemon.project(), "checkout", "--quiet", "main");
    git(daemon.project(), "config", "core.bare", "true");
    assertRefused(swarm.run("task", "claim", "--worktree"), 3, "is a bare repository");
    assertThat(api.history(1)).containsExactly("created");
    Path bare = Files.createDirectory(daemon.project().resolveSibling("bare.git"));
    git(bare, "init", "--quiet", "--bare");
    assertRefused(
        swarm.run("task", "claim", "--worktree", "--project", bare.toString()),
        3,
        "is a bare repository");
  }

  @Test
  void several_tasks_at_once_have_no_worktree() {
    add("a");
    assertRefused(
        swarm.run("task", "claim", "--worktree", "--limit", "2"),
        2,
        "--worktree claims one task at a time; leave --limit out");
    assertThat(api.refusal("/v1/tasks/claim", claimBody("ann").put("limit", 2)))
        .isEqualTo("400 invalid_request");
  }

  @Test
  void a_claim_without_a_worktree_is_told_of_the_branch_of_an_earlier_holder() {
    add("a");
    Place first = claim("ann");
    api.post(first.held().path("release"), first.held().proof());

    assertThat(ok(swarm.run("task", "claim")).out())
        .contains("branch swarm/1-a has work of an earlier holder; to go on there, release");
  }

  @Test
  void many_claims_at_once_get_a_worktree_each() {
    for (int i = 0; i < 8; i++) {
      api.add("task " + i);
    }
    List<Path> folders =
        Stream.of("a", "b", "c", "d", "e", "f", "g", "h")
            .parallel()
            .map(
                agent -> {
                  try (Api own = daemon.api()) {
                    return Path.of(
                        own.post("/v1/tasks/claim", claimBody(agent))
                            .at("/tasks/0/worktree")
                            .asText());
                  }
                })
            .toList();

    assertThat(folders).doesNotHaveDuplicates().allSatisfy(f -> assertThat(f).isDirectory());
  }

  @Test
  void an_agent_in_its_worktree_is_in_the_same_project() {
    add("a");
    Place place = claim("ann");
    HostSession session = new HostSession(api.http(), place.folder(), "new");
    session.start();

    assertThat(api.get("/v1/status").at("/sessions/0/project").asText())
        .isEqualTo(daemon.project().toString());
  }

  @Test
  void a_folder_can_be_chosen_in_the_settings() {
    assertThat(new Places("/var/trees/REPO").of(Path.of("/home/ada/shop")))
        .isEqualTo(Path.of("/var/trees/shop"));
    assertThat(new Places("../REPO-worktrees").of(Path.of("/home/ada/shop")))
        .isEqualTo(Path.of("/home/ada/shop-worktrees"));
    assertThat(new Places(".trees").of(Path.of("/home/ada/shop")))
        .isEqualTo(Path.of("/home/ada/shop/.trees"));
  }

  @Test
  void a_cancelled_task_s_worktree_goes_unless_it_has_work() {
    add("clean");
    add("dirty");
    add("ahead");
    Place clean = claim("a");
    Place dirty = claim("b");
    TestRepository.write(dirty.folder().resolve("b.txt"), "work");
    Place ahead = claim("c");
    repository.commit(ahead.folder(), "c.txt", "work");

    for (String id : List.of("1", "2", "3")) {
      ok(swarm.run("task", "cancel", id));
    }

    eventually()
        .until(
            () ->
                Files.notExists(clean.folder())
                    && api.get("/v1/worktrees").get("worktrees").findValuesAsText("kept").size()
                        == 2);
    assertThat(repository.branches()).containsExactly("main", "swarm/2-dirty", "swarm/3-ahead");
    assertThat(dirty.folder().resolve("b.txt")).exists();
    assertThat(ok(swarm.run("task", "show", "2")).out()).contains("it has uncommitted work: b.txt");
    assertThat(ok(swarm.run("task", "show", "3")).out())
        .contains("its branch swarm/3-ahead has commits that have not landed");
    assertThat(api.get("/v1/worktrees").at("/worktrees/0/finished").asBoolean()).isTrue();
  }

  @Test
  void the_worktree_of_a_task_that_was_opened_and_claimed_again_stays() {
    add("a");
    claim("ann");
    for (int i = 0; i < 5; i++) {
      ok(swarm.run("task", "cancel", "1"));
      ok(swarm.run("task", "reopen", "1"));
      Place place = claim("bob" + i);

      repository.commit(place.folder(), "work" + i, "");
      git(place.folder(), "reset", "--quiet", "--hard", "main");
      assertThat(place.folder().resolve("README")).exists();
    }
  }

  @Test
  void a_repository_s_own_programs_do_not_run() throws IOException {
    Path ran = daemon.userHome().resolve("ran");
    Path evil = daemon.userHome().resolve("evil");
    Files.writeString(evil, "#!/bin/sh\necho \"$0 $*\" >> %s\ncat\n".formatted(ran));
    evil.toFile().setExecutable(true);
    repository.commit(daemon.project(), ".gitattributes", "*.txt filter=bad merge=bad diff=bad\n");
    repository.commit(daemon.project(), "a.txt", "base\n");
    for (String hook :
        List.of(
            "post-checkout",
            "reference-transaction",
            "pre-merge-commit",
            "post-merge",
            "commit-msg",
            "prepare-commit-msg",
            "post-index-change",
            "pre-rebase",
            "post-rewrite",
            "pre-commit",
            "post-commit")) {
      Path file = daemon.project().resolve(".git/hooks/" + hook);
      Files.createDirectories(file.getParent());
      Files.copy(evil, file, StandardCopyOption.COPY_ATTRIBUTES);
    }
    for (String name :
        List.of(
            "core.fsmonitor",
            "core.pager",
            "core.editor",
            "core.sshCommand",
            "core.askPass",
            "gpg.program",
            "filter.bad.clean",
            "filter.bad.smudge",
            "merge.bad.driver",
            "diff.bad.textconv",
            "diff.external")) {
      git(daemon.project(), "config", name, evil.toString());
    }
    git(daemon.project(), "config", "filter.bad.required", "true");
    git(daemon.project(), "config", "commit.gpgSign", "true");
    add("first");
    add("second");
    add("third");
    Files.deleteIfExists(ran);

    Place first = claim("ann");
    Place second = claim("bob");
    Place third = claim("cid");
    assertThat(ran).doesNotExist();
    commitWithoutPrograms(first, "first\nbase\n");
    commitWithoutPrograms(second, "base\nsecond\n");
    commitWithoutPrograms(third, "third\nbase\n");
    Files.deleteIfExists(ran);
    api.complete(first.held());
    api.complete(second.held());
    api.complete(third.held());
    ok(land(1));
    ok(land(2));
    assertThat(land(3).exit()).isEqualTo(3);
    ok(swarm.run("task", "cancel", "3"));

    assertThat(ran).as("%s", Files.exists(ran) ? Files.readString(ran) : "").doesNotExist();
    assertThat(TestRepository.read(daemon.project().resolve("a.txt")))
        .isEqualTo("first\nbase\nsecond\n");
  }

  /** As an agent would, whose own commands may run whatever the repository names. */
  private static void commitWithoutPrograms(Place place, String text) {
    TestRepository.write(place.folder().resolve("a.txt"), text);
    git(
        place.folder(),
        "-c",
        "core.hooksPath=/dev/null",
        "-c",
        "core.fsmonitor=false",
        "-c",
        "commit.gpgSign=false",
        "-c",
        "filter.bad.clean=",
        "-c",
        "filter.bad.smudge=",
        "-c",
        "filter.bad.required=false",
        "commit",
        "--quiet",
        "-am",
        "Change");
  }
}
