package swarmd.modes;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.catalogue.CommandFormat;
import swarmd.catalogue.OwnCommand;
import swarmd.hooks.TypedPrompt;

/** The forms in which hosts pass on a slash command that a person typed. */
class CommandFormsTest {

  private static Optional<String> typed(String prompt) {
    return TypedPrompt.of(Stops.event("/p", "s").withFields(Map.of("prompt", prompt)));
  }

  private static Optional<Keyword> ordered(String prompt) {
    return typed(prompt).flatMap(KeywordPolicy.SLASH::in);
  }

  private static Stream<String> forms(String command, String arguments) {
    OwnCommand own = OwnCommand.valueOf(command.toUpperCase(Locale.ROOT));
    String markdown = CommandFormat.MARKDOWN.text(own);
    String toml = CommandFormat.TOML.text(own);
    String tags =
        "<command-message>%s is running…</command-message>\n<command-name>/%s</command-name>\n<command-args>%s</command-args>"
            .formatted(command, command, arguments);
    String expanded =
        markdown
            .substring(markdown.indexOf("---\n", 4) + 4)
            .replace("$ARGUMENTS", arguments)
            .strip();
    return Stream.of(
        "/" + command + " " + arguments,
        "  /" + command.toUpperCase(Locale.ROOT) + "  " + arguments + "\n",
        "/" + command + "\n" + arguments,
        "/" + command + ": " + arguments,
        "/user:" + command + " " + arguments,
        "/project:" + command + " " + arguments,
        "/swarmd:" + command + " " + arguments,
        "/user:swarmd:" + command + " " + arguments,
        "/oh-my-claudecode:" + command + " " + arguments,
        tags.replace("/" + command, "/swarmd:" + command),
        tags,
        tags + "\n" + expanded,
        "<command-name>%s</command-name><command-message>%s</command-message><command-args>%s</command-args>"
            .formatted(command, command, arguments),
        expanded,
        "The user explicitly invoked the \"/%s\" skill. Follow its instructions now.\n\n<skill-context name=\"%1$s\">\nBase directory for this skill: /s\n\nSome text.\n%s\n</skill-context>"
            .formatted(command, arguments.isEmpty() ? "" : "\n\nARGUMENTS: " + arguments),
        toml.substring(toml.indexOf("prompt = \"") + 10, toml.lastIndexOf('"'))
            .replace("{{args}}", arguments));
  }

  @ParameterizedTest
  @EnumSource
  void every_mode_starts_by_its_command_in_every_form(Mode mode) {
    assertThat(forms(mode.label(), "fix the login"))
        .allSatisfy(
            form -> {
              assertThat(ordered(form)).contains(new Keyword.Start(mode, Map.of()));
              assertThat(typed(form).flatMap(ModeTask::of)).contains("fix the login");
            });
    assertThat(forms(mode.label(), ""))
        .allSatisfy(
            form -> {
              assertThat(ordered(form)).contains(new Keyword.Start(mode, Map.of()));
              assertThat(typed(form).flatMap(ModeTask::of)).isEmpty();
            });
  }

  @ParameterizedTest
  @EnumSource
  void every_mode_ends_by_the_command_in_every_form(Mode mode) {
    assertThat(forms("cancel", mode.label()))
        .allSatisfy(
            form -> assertThat(ordered(form)).contains(new Keyword.Cancel(Optional.of(mode))));
    assertThat(forms("cancel", ""))
        .allSatisfy(
            form -> assertThat(ordered(form)).contains(new Keyword.Cancel(Optional.empty())));
  }

  @Test
  void a_swarm_has_the_number_of_agents_in_every_form() {
    assertThat(forms("swarm", "4 fix the login"))
        .allSatisfy(
            form -> {
              assertThat(ordered(form))
                  .contains(new Keyword.Start(Mode.SWARM, Map.of("agents", 4)));
              assertThat(typed(form).flatMap(ModeTask::of)).contains("fix the login");
            });
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "why does <command-name>/ralph</command-name> not work",
        "<command-name>/ralph</command-name> is in my transcript",
        "<command-args>/ralph</command-args>",
        "<command-name></command-name>",
        "<command-name>/ralphs</command-name>",
        "<log><command-name>/ralph</command-name></log>",
        "/plugin:ralph fix it",
        "/swarmd:ralphs fix it",
        "/swarmd: ralph fix it",
        "/notswarmd:ralph fix it",
        "/ralph-loop fix it",
        "the text is: Work on this in swarmd's mode ralph, which its hook explains.",
      })
  void text_that_only_holds_a_command_starts_nothing(String prompt) {
    for (KeywordPolicy policy : List.of(KeywordPolicy.ON, KeywordPolicy.SLASH)) {
      assertThat(typed(prompt).flatMap(policy::in)).isEmpty();
    }
  }
}
