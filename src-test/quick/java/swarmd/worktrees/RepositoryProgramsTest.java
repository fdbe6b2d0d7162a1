package swarmd.worktrees;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.testing.Git.git;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.testing.TestRepository;
import swarmd.testing.WorktreeTest;

/** However a repository's own configuration names a program, the daemon does not run it. */
class RepositoryProgramsTest extends WorktreeTest {
  private Path ran;
  private Path evil;

  @BeforeEach
  void writeProgram() throws IOException {
    ran = daemon.userHome().resolve("ran");
    evil = daemon.userHome().resolve("evil");
    Files.writeString(evil, "#!/bin/sh\necho \"$0 $*\" >> %s\ncat\n".formatted(ran));
    evil.toFile().setExecutable(true);
  }

  @AfterEach
  void nothingRan() throws IOException {
    assertThat(ran).as("%s", Files.exists(ran) ? Files.readString(ran) : "").doesNotExist();
  }

  private Path own(String file) {
    return daemon.project().resolve(".git").resolve(file);
  }

  private void append(Path file, String text) {
    TestRepository.write(file, (Files.exists(file) ? TestRepository.read(file) : "") + text);
  }

  /** Names a program in a file that the repository's configuration includes under a condition. */
  private void include(String condition, String settings) {
    Path included = daemon.userHome().resolve("included");
    TestRepository.write(included, settings);
    append(own("config"), "[includeIf \"%s\"]\n\tpath = %s\n".formatted(condition, included));
  }

  private String filter(String name) {
    return "[filter \"%s\"]\n\tclean = %s\n\tsmudge = %2$s\n".formatted(name, evil);
  }

  /** Commits without what the repository names, as the agent's own git would run it. */
  private void commit(Path folder, String file, String text) {
    Path config = own("config");
    String before = TestRepository.read(config);
    String plain = "[user]\n\tname = a\n\temail = a@localhost\n";
    TestRepository.write(config, plain);
    repository.commit(folder, file, text);
    TestRepository.write(config, before);
  }

  private Place claimAndComplete(String agent, long id, String file, String text) {
    Place place = claim(agent, id);
    commit(place.folder(), file, text);
    api.complete(place.held());
    return place;
  }

  @Test
  void a_filter_in_a_file_that_is_included_only_on_a_task_s_branch() {
    include("onbranch:swarm/**", filter("evil"));
    append(own("info/attributes"), "* filter=evil\n");
    add("a");

    claimAndComplete("ann", 1, "a.txt", "new\n");
    ok(land(1));

    assertThat(TestRepository.read(daemon.project().resolve("a.txt"))).isEqualTo("new\n");
  }

  @Test
  void a_merge_driver_in_a_file_that_is_included_only_in_worktrees() {
    repository.commit(daemon.project(), "a.txt", "1\n2\n3\n4\n5\n");
    include("gitdir:**/worktrees/**", "[merge \"evil\"]\n\tdriver = %s\n".formatted(evil));
    append(own("info/attributes"), "* merge=evil\n");
    add("a");
    claimAndComplete("ann", 1, "a.txt", "one\n2\n3\n4\n5\n");
    commit(daemon.project(), "a.txt", "1\n2\n3\n4\nfive\n");

    ok(land(1));

    assertThat(TestRepository.read(daemon.project().resolve("a.txt")))
        .isEqualTo("one\n2\n3\n4\nfive\n");
  }

  @Test
  void a_filter_without_a_name() {
    append(own("config"), filter(""));
    append(own("info/attributes"), "* filter=\n");
    add("a");

    claimAndComplete("ann", 1, "a.txt", "new\n");
    ok(land(1));
  }

  @Test
  void a_filter_in_the_configuration_of_one_worktree() throws IOException {
    add("a");
    Place place = claim("ann", 1);
    commit(place.folder(), "a.txt", "new\n");
    git(daemon.project(), "config", "extensions.worktreeConfig", "true");
    try (Stream<Path> worktrees = Files.list(own("worktrees"))) {
      TestRepository.write(
          worktrees.findFirst().orElseThrow().resolve("config.worktree"), filter("evil"));
    }
    append(own("info/attributes"), "* filter=evil\n");
    TestRepository.write(place.folder().resolve("README"), "shop\n"); // to be compared again

    api.complete(place.held());
    ok(land(1));
  }

  @Test
  void a_filter_that_is_configured_while_the_checks_of_a_landing_run() {
    add("a");
    claimAndComplete("ann", 1, "a.txt", "new\n");
    trust(
        "test",
        "git config --file %s filter.evil.smudge %s && echo '* filter=evil' > %s"
            .formatted(own("config"), evil, own("info/attributes")));
    ok(swarm.run("task", "require", "test"));

    ok(land(1));

    assertThat(TestRepository.read(daemon.project().resolve("a.txt"))).isEqualTo("new\n");
  }

  @Test
  void a_program_that_verifies_signatures() {
    add("first");
    add("second", "--depends-on", "1");
    claimAndComplete("ann", 1, "a.txt", "new\n");
    git(daemon.project(), "config", "gpg.program", evil.toString());
    git(daemon.project(), "config", "branch.swarm/2-second.mergeOptions", "--verify-signatures -S");

    Place second = claim("bob", 2);

    assertThat(second.folder().resolve("a.txt")).exists();
  }

  @Test
  void a_program_that_would_fetch_what_a_partial_clone_lacks() {
    trust("test", "true");
    add("a", "--check", "test");
    var held = api.claim("ann");
    for (String[] setting :
        new String[][] {
          {"core.repositoryformatversion", "1"},
          {"extensions.partialClone", "origin"},
          {"remote.origin.promisor", "true"},
          {"remote.origin.url", "ssh://nowhere.invalid/x"},
          {"core.sshCommand", evil.toString()}
        }) {
      git(daemon.project(), "config", setting[0], setting[1]);
    }
    TestRepository.write(own("refs/heads/main"), "1234567890123456789012345678901234567890\n");

    api.http().post(held.path("complete"), held.proof().toString()); // whatever the answer
  }

  @Test
  void a_format_that_swarmd_does_not_know_is_named() {
    add("a");
    git(daemon.project(), "config", "core.repositoryformatversion", "1");
    git(daemon.project(), "config", "extensions.refStorage", "reftable");

    assertRefused(
        swarm.run("task", "claim", "--worktree"),
        3,
        "%s has extensions.refstorage = reftable, which swarmd does not support"
            .formatted(own("config")));
  }
}
