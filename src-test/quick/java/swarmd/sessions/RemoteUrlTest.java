package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.testing.Git;

/** All clones of a repository are one project, however they were made. */
class RemoteUrlTest {
  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://github.com/acme/shop.git",
        "https://github.com/acme/shop",
        "https://github.com/acme/shop/",
        "https://ada:secret@github.com/acme/shop.git",
        "https://github.com:443/acme/shop.git",
        "http://GitHub.com/Acme/Shop.git",
        "git@github.com:acme/shop.git",
        "github.com:acme/shop",
        "git@github.com:/acme/shop.git",
        "ssh://git@github.com/acme/shop.git",
        "ssh://git@github.com:22/acme/shop",
        "ssh://git@ssh.github.com:443/acme/shop.git",
        "git+ssh://git@github.com/acme/shop.git",
        "git://github.com//acme/shop.git"
      })
  void every_way_to_clone_gives_the_same_identity(String url) {
    assertThat(RemoteUrl.identity(url)).contains("github.com/acme/shop");
  }

  @ParameterizedTest
  @CsvSource({
    "https://git.acme.test:8443/scm/web/shop.git, ssh://git@git.acme.test:7999/web/shop.git",
    "https://dev.azure.com/acme/web/_git/shop, git@ssh.dev.azure.com:v3/acme/web/shop",
    "https://gitlab.com/acme/web/team/shop.git, git@altssh.gitlab.com:acme/web/team/shop.git",
    "https://git.acme.test/a%20b/shop, git@git.acme.test:a b/shop",
    "ssh://[::1]:2222/srv/shop.git, ssh://git@[::1]/srv/shop"
  })
  void the_forms_of_other_servers_are_one_too(String one, String other) {
    assertThat(RemoteUrl.identity(one)).isPresent().isEqualTo(RemoteUrl.identity(other));
  }

  @ParameterizedTest
  @CsvSource({
    "https://github.com/acme/shop, https://github.com/acme/shop-2",
    "https://github.com/acme/shop, https://github.com/ada/shop",
    "https://github.com/acme/shop, https://gitlab.com/acme/shop",
    "https://git.acme.test/scm, https://git.acme.test/v3"
  })
  void other_repositories_are_others(String one, String other) {
    assertThat(RemoteUrl.identity(one)).isPresent().isNotEqualTo(RemoteUrl.identity(other));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/srv/git/shop.git",
        "../shop.git",
        "./a:b",
        "file:///srv/git/shop.git",
        "C:\\git\\shop",
        "https:///shop",
        "https://github.com",
        "https://github.com/",
        "ext::sh -c whoami",
        "https://github.com/a\u0007b",
        "://",
        ""
      })
  void what_names_no_server_gives_none(String url) {
    assertThat(RemoteUrl.identity(url)).isEmpty();
  }

  private Path clone(String name, String... remotes) throws IOException {
    Path clone = Files.createDirectories(folder.resolve(name));
    Git.git(clone, "init", "-q");
    for (int i = 0; i < remotes.length; i += 2) {
      Git.git(clone, "remote", "add", remotes[i], remotes[i + 1]);
    }
    return clone;
  }

  @Test
  void it_is_read_from_what_git_has_written() throws IOException {
    Path clone =
        clone("a", "fork", "git@github.com:ada/shop.git", "origin", "git@github.com:acme/shop.git");

    assertThat(RemoteUrl.of(clone)).contains("github.com/acme/shop");
  }

  @Test
  void an_only_remote_may_have_any_name_and_several_without_origin_are_none() throws IOException {
    assertThat(RemoteUrl.of(clone("a", "up", "git@github.com:acme/shop.git")))
        .contains("github.com/acme/shop");
    assertThat(RemoteUrl.of(clone("b", "x", "git@h.test:x.git", "y", "git@h.test:y.git")))
        .isEmpty();
    assertThat(RemoteUrl.of(clone("c"))).isEmpty();
    assertThat(RemoteUrl.of(folder)).isEmpty();
  }

  @Test
  void a_config_written_by_hand_is_read_as_git_reads_it() throws IOException {
    Path clone = clone("a");
    Files.writeString(
        clone.resolve(".git/config"),
        """
        # url = git@h.test:no.git
        [branch "main"] remote = origin
        [Remote "origin"]
        \tpushurl = git@h.test:push.git
        \tURL = "https://h.test/yes.git" ; here
        [remote "other"]
        \turl = https://h.test/other.git # there
        """);

    assertThat(RemoteUrl.of(clone)).contains("h.test/yes");
  }
}
