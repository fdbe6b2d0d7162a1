package swarmd.home;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A folder is used only if nobody else can change what is in it, or replace it. */
final class OwnFolderTest {
  private static final int NOBODY = 65_534;

  @TempDir private Path parent;
  private Path folder;

  @BeforeEach
  void create() throws IOException {
    folder = Files.createDirectory(parent.resolve("own"));
    mode(folder, "rwx------");
  }

  private static void mode(Path path, String mode) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(mode));
  }

  /** With a group that others may be in. */
  private static void shared(Path path, String mode) throws IOException {
    if (isRoot()) {
      Files.setAttribute(path, "unix:gid", NOBODY);
    }
    mode(path, mode);
  }

  private static boolean isRoot() {
    return System.getProperty("user.name").equals("root");
  }

  private static void giveAway(Path path) throws IOException {
    assumeTrue(isRoot(), "only root can give files away");
    Files.setAttribute(path, "unix:uid", NOBODY, LinkOption.NOFOLLOW_LINKS);
  }

  private static Optional<String> problem(Path folder) {
    return OwnFolder.problem(folder, "SWARMD_HOME").map(OwnFolder.Problem::toString);
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwx------", "rwxr-xr-x", "r-x------"})
  void an_own_folder_that_only_its_owner_may_write_to_is_fine(String mode) throws IOException {
    mode(folder, mode);

    assertThat(problem(folder)).isEmpty();
    mode(folder, "rwx------");
  }

  @Test
  void a_folder_that_does_not_exist_yet_is_fine() {
    assertThat(problem(folder.resolve("a/b"))).isEmpty();
    assertThat(problem(Path.of("/tmp/swarmd-not-there-yet"))).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"rwx----w-", "rwxrwxrwx"})
  void a_folder_that_others_may_write_to_is_refused(String mode) throws IOException {
    shared(folder, mode);

    assertThat(problem(folder).orElseThrow())
        .contains("other users may write to " + folder.toRealPath(), "chmod go-w");
  }

  @Test
  void a_folder_that_its_group_may_write_to_is_refused_unless_the_group_is_the_owners_own()
      throws IOException {
    mode(folder, "rwxrwx---");
    Map<String, Object> values = Files.readAttributes(folder, "unix:owner,group");
    assumeTrue(values.get("owner").toString().equals(values.get("group").toString()));
    assertThat(problem(folder)).isEmpty();

    assumeTrue(isRoot(), "only root can change the group");
    shared(folder, "rwxrwx---");
    assertThat(problem(folder).orElseThrow()).contains("other users may write");
  }

  @Test
  void tmp_itself_is_refused_but_not_an_own_folder_in_it() throws IOException {
    assertThat(problem(Path.of("/tmp")).orElseThrow())
        .endsWith("; set SWARMD_HOME to a folder of your own");
    Path own = Files.createTempDirectory(Path.of("/tmp"), "sw-");
    assertThat(problem(own)).isEmpty();
    Files.delete(own);
  }

  @Test
  void a_folder_of_somebody_else_is_refused() throws IOException {
    giveAway(folder);

    assertThat(problem(folder).orElseThrow())
        .isEqualTo(
            folder.toRealPath() + " belongs to nobody; set SWARMD_HOME to a folder of your own");
  }

  @Test
  void a_folder_that_others_could_replace_is_refused() throws IOException {
    shared(parent, "rwxrwxrwx");

    assertThat(problem(folder).orElseThrow()).contains("may be changed by other users");
    assertThat(problem(folder.resolve("not/there")).orElseThrow())
        .contains("may be changed by other users");
    mode(parent, "rwx------");
  }

  @Test
  void a_folder_in_a_folder_of_somebody_else_is_refused() throws IOException {
    giveAway(parent);

    assertThat(problem(folder).orElseThrow()).contains(parent + " belongs to nobody");
  }

  @Test
  void a_link_to_an_own_folder_is_fine_unless_somebody_else_can_change_it() throws IOException {
    Path link = Files.createSymbolicLink(parent.resolve("link"), folder);
    assertThat(problem(link)).isEmpty();
    assertThat(problem(link.resolve("below"))).isEmpty();

    giveAway(link);
    assertThat(problem(link).orElseThrow()).contains(link + " belongs to nobody");
  }

  @Test
  void the_target_of_a_link_counts() throws IOException {
    Path link = Files.createSymbolicLink(parent.resolve("link"), folder);
    shared(folder, "rwxrwxrwx");

    assertThat(problem(link).orElseThrow()).contains(folder.toRealPath().toString());
  }

  @Test
  void links_that_lead_in_a_circle_are_refused() throws IOException {
    Path link = parent.resolve("circle");
    Files.createSymbolicLink(link, link);

    assertThat(problem(link)).isPresent();
  }
}
