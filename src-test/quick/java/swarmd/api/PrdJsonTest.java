package swarmd.api;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import swarmd.modes.StopInputs.Prd;
import swarmd.modes.StopInputs.Story;

class PrdJsonTest {
  @TempDir private Path temp;
  private Path project;

  @BeforeEach
  void makeProject() throws IOException {
    project = Files.createDirectories(temp.resolve("project"));
  }

  private void write(String name, String text) throws IOException {
    Path path = project.resolve(name);
    Files.createDirectories(path.getParent());
    Files.writeString(path, text);
  }

  private Optional<Prd> read() {
    return new PrdJson().read(project.toString(), Optional.empty());
  }

  private Prd read(String file) {
    return new PrdJson().read(project.toString(), Optional.of(file)).orElseThrow();
  }

  private static void assertBroken(Prd prd, String why) {
    assertThat(prd.stories())
        .singleElement()
        .satisfies(
            story -> {
              assertThat(story.passes()).isFalse();
              assertThat(story.title()).contains(prd.file()).contains(why);
            });
  }

  @Test
  void a_project_may_have_no_prd() {
    assertThat(read()).isEmpty();
  }

  @Test
  void stories_are_read_in_their_order() throws IOException {
    write(
        "prd.json",
        """
        {"project": "x", "userStories": [
          {"id": "US-001", "title": "log in", "passes": true, "priority": 1},
          {"id": "US-002", "title": "log out", "passes": false}]}
        """);

    assertThat(read())
        .contains(
            new Prd(
                "prd.json",
                List.of(
                    new Story("US-001", "log in", true), new Story("US-002", "log out", false))));
  }

  @Test
  void the_prd_in_the_state_folder_takes_precedence() throws IOException {
    write("prd.json", "{}");
    write(".omc/prd.json", "{\"stories\":[{\"id\":1,\"title\":\"a\"}]}");

    assertThat(read()).contains(new Prd(".omc/prd.json", List.of(new Story("1", "a", false))));
  }

  @ParameterizedTest
  @ValueSource(strings = {"userStories", "user_stories", "stories"})
  void the_list_of_stories_may_have_several_names(String name) throws IOException {
    write("prd.json", "{\"" + name + "\":[{\"id\":\"a\",\"title\":\"b\",\"passed\":true}]}");

    assertThat(read().orElseThrow().stories()).containsExactly(new Story("a", "b", true));
  }

  @Test
  void a_story_passes_only_if_it_says_so() throws IOException {
    write(
        "docs/p.json",
        """
        {"stories":[{}, {"passes":"true"}, {"passes":1}, {"passes":null}, "x",
          {"id":"", "description":"d"}]}
        """);

    assertThat(read("docs/p.json").stories())
        .hasSize(6)
        .noneMatch(Story::passes)
        .contains(new Story("story 1", "without a title", false), new Story("story 6", "d", false));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "{",
        "[]",
        "3",
        "{}",
        "{\"stories\":{}}",
        "{\"stories\":[]}",
        "null",
        "{\"stories\":[]} x"
      })
  void a_broken_prd_counts_as_a_story_that_does_not_pass(String text) throws IOException {
    write("prd.json", text);

    assertBroken(read().orElseThrow(), "cannot be read");
  }

  @Test
  void a_named_prd_must_exist() {
    assertBroken(read("other.json"), "does not exist");
    assertBroken(read("no\0path"), "it is not a valid path");
  }

  @Test
  void a_prd_outside_the_project_is_never_read() throws IOException {
    Path secret = Files.writeString(temp.resolve("secret.json"), "{\"stories\":[{\"id\":\"s\"}]}");
    Files.createSymbolicLink(project.resolve("prd.json"), secret);
    Files.createSymbolicLink(project.resolve("up"), temp);

    assertBroken(read().orElseThrow(), "outside");
    assertBroken(read("../secret.json"), "outside");
    assertBroken(read("up/secret.json"), "outside");
    assertBroken(read(secret.toString()), "outside");
  }

  @Test
  void a_link_within_the_project_is_followed() throws IOException {
    write("docs/real.json", "{\"stories\":[{\"id\":\"a\",\"title\":\"b\"}]}");
    Files.createSymbolicLink(project.resolve("prd.json"), Path.of("docs/real.json"));

    assertThat(read().orElseThrow().stories()).containsExactly(new Story("a", "b", false));
  }

  @Test
  void a_dangling_link_is_a_broken_prd() throws IOException {
    Files.createSymbolicLink(project.resolve("prd.json"), Path.of("nowhere"));

    assertBroken(read().orElseThrow(), "does not exist");
  }

  @Test
  void a_large_prd_is_not_read() throws IOException {
    write("prd.json", "{\"stories\":[{\"id\":\"" + "x".repeat(1 << 20) + "\"}]}");

    assertBroken(read().orElseThrow(), "larger than 1 MiB");
  }

  @Test
  @Timeout(60)
  void a_prd_that_is_not_a_regular_file_is_not_read() throws Exception {
    Files.createDirectory(project.resolve("prd.json"));
    assertBroken(read().orElseThrow(), "not a regular file");

    Path pipe = project.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    assertBroken(read("pipe"), "not a regular file");
  }
}
