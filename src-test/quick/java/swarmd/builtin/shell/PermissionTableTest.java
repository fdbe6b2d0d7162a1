package swarmd.builtin.shell;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hosts.Hosts;
import swarmd.hosts.Recording;
import swarmd.json.Json;
import swarmd.settings.Permissions;

/** Which commands are approved, each with its reason. */
class PermissionTableTest {
  private static final Path TABLE =
      Path.of(
          System.getProperty("swarmd.repository"), "src-test/support/resources/permissions.tsv");

  @TempDir static Path repository;

  @BeforeAll
  static void makeRepository() throws IOException {
    Files.createDirectory(repository.resolve(".git"));
  }

  /** One line of the table; control characters are written as their Unicode pictures. */
  record Line(boolean allowed, String command, String reason) {
    static Line of(String line) {
      String[] cells = line.split("\t", -1);
      assertThat(cells).as(line).hasSize(3);
      assertThat(cells[0]).isIn("allow", "leave");
      return new Line(cells[0].equals("allow"), withControls(cells[1]), cells[2]);
    }

    private static String withControls(String text) {
      StringBuilder read = new StringBuilder();
      text.chars()
          .map(c -> c >= 0x2400 && c <= 0x241F ? c - 0x2400 : c)
          .forEach(read::appendCodePoint);
      return read.toString();
    }
  }

  static Stream<Line> lines() throws IOException {
    return Files.readAllLines(TABLE).stream().map(Line::of);
  }

  /** The event that a host sends with this payload. */
  static HookEvent read(ObjectNode payload) {
    return new Hosts(HostCatalogue.STANDARD, text -> "/full/text")
        .read(Optional.empty(), Optional.empty(), Optional.empty(), Set.of(), Json.bytes(payload));
  }

  private static Optional<HookResult.Decision> decide(Permissions rules, String command) {
    ObjectNode payload =
        Recording.of("PermissionRequest").payload().put("cwd", repository.toString());
    ((ObjectNode) payload.get("tool_input")).put("command", command);
    return new PermissionHandler(rules, folder -> Runnable::run)
        .handle(read(payload))
        .toCompletableFuture()
        .join()
        .decision();
  }

  @ParameterizedTest
  @MethodSource("lines")
  void a_command_is_approved_only_if_all_of_it_is_known_to_be_harmless(Line line) {
    assertThat(decide(Permissions.NONE, line.command).isPresent())
        .as(line.reason)
        .isEqualTo(line.allowed);
  }

  @Test
  void the_table_is_long_and_gives_reasons() throws IOException {
    assertThat(lines()).hasSizeGreaterThan(150).allMatch(line -> !line.reason.isBlank());
    assertThat(lines().map(Line::command)).doesNotHaveDuplicates();
  }

  /** Inserts them before, after and between the words of every approved command. */
  @Test
  void no_command_with_a_shell_metacharacter_is_approved() throws IOException {
    List<Line> allowed = lines().filter(Line::allowed).toList();
    for (char c : ";&|`$()<>\\{}[]*?~!#\n\r\t\0\u001b\u007f\u00a0\u2028".toCharArray()) {
      for (Line line : allowed) {
        assertThat(decide(Permissions.NONE, line.command + c)).isEmpty();
        assertThat(decide(Permissions.NONE, c + line.command)).isEmpty();
        assertThat(decide(Permissions.NONE, line.command.replace(" ", " " + c) + " " + c))
            .isEmpty();
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '=',
      quoteCharacter = '^',
      value = {
        "npm test = ALLOW",
        "npm test -- --watch = ALLOW",
        "'npm' \"test\" = ALLOW",
        "npm tests =",
        "npm install =",
        "npm test && rm x = DENY",
        "npm test | tee log =",
        "npm test > out =",
        "npm test $(id) =",
        "git status = ALLOW",
        "git push = DENY",
        "git  push origin = DENY",
        "cd x && git push = DENY",
        "bash -c 'git push' = DENY",
        "git pushy =",
        "rm -rf x = DENY",
        "/bin/rm x = DENY",
        "ls; rm x = DENY",
        "find . | xargs rm = DENY",
        "git log = ASK",
        "git log --oneline = ASK",
        "true; git log = ASK",
        "npm test rm = DENY",
        "npm test git log = ASK",
        "git l'o'g = ASK",
        "g\"i\"t lo''g = ASK",
        "git l\\og = ASK",
        "git pu'sh' = DENY",
        "r\\m -rf x = DENY",
        "r''m x = DENY",
        "ls; r$'m' x = DENY"
      })
  void the_user_s_rules_come_first_and_the_strictest_wins(
      String command, HookResult.Decision decision) {
    Permissions rules =
        new Permissions(List.of("npm test", "rm"), List.of("git log"), List.of("rm", "git push"));

    assertThat(decide(rules, command)).isEqualTo(Optional.ofNullable(decision));
  }

  @Test
  void a_line_continuation_cannot_hide_a_command_from_the_rules() {
    Permissions rules = new Permissions(List.of(), List.of(), List.of("git push"));

    assertThat(decide(rules, "git pu\\\nsh")).contains(HookResult.Decision.DENY);
    assertThat(decide(rules, "git \\\n  push")).contains(HookResult.Decision.DENY);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "git -C . push",
        "git -C elsewhere push origin",
        "git --no-pager push",
        "git -c a.b=c --git-dir=x push",
        "git --git-dir x --work-tree y push",
        "true && /usr/bin/git -C . pu'sh'"
      })
  void options_cannot_hide_a_command_from_the_rules(String command) {
    Permissions denying = new Permissions(List.of(), List.of(), List.of("git push"));

    assertThat(decide(denying, command)).contains(HookResult.Decision.DENY);
  }

  @ParameterizedTest
  @ValueSource(strings = {"git log -n 5 push", "git -C . log push", "git stash push"})
  void other_words_in_between_make_it_a_different_command(String command) {
    Permissions denying = new Permissions(List.of(), List.of(), List.of("git push"));

    assertThat(decide(denying, command)).isNotEqualTo(Optional.of(HookResult.Decision.DENY));
  }
}
