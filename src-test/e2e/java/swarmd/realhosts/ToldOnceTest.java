package swarmd.realhosts;

import static org.assertj.core.api.Assertions.assertThat;
import static swarmd.realhosts.Turn.edit;
import static swarmd.realhosts.Turn.say;
import static swarmd.realhosts.Turn.write;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a project has to say reaches the model when it is of use, and once. */
class ToldOnceTest extends RealHostTest {
  private static final List<String> TEXTS =
      List.of("Indent with tabs here.", "The api speaks JSON.", "The release is on Friday.");

  private void file(String name, String text) throws IOException {
    Path file = daemon.project().resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private void prepare() throws IOException {
    file(".cursor/rules/tabs.mdc", "---\nglobs: src/**\n---\n" + TEXTS.get(0) + "\n");
    file("src/api/README.md", TEXTS.get(1) + "\n");
    var noted = daemon.swarm(daemon.project(), "note", "add", "--priority", TEXTS.get(2));
    assertThat(noted.exit()).as(noted.err()).isZero();
  }

  private void worksInTheFolder(RealHost host) {
    model.script(
        write("other.txt", "x"),
        write("src/api/one.txt", "x"),
        write("src/api/two.txt", "x"),
        say("Done."));
    run(host, model, "write the files");
  }

  private void eachTextCameOnce() {
    List<ModelInput> told = model.requests();
    String beforeTheFolder = told.get(1).everything();
    assertThat(beforeTheFolder).contains(TEXTS.get(2)).doesNotContain(TEXTS.subList(0, 2));
    assertThat(told.get(2).news()).contains(TEXTS.subList(0, 2));
    eachIsKnownOnce(TEXTS);
  }

  private void eachIsKnownOnce(List<String> texts) {
    List<ModelInput> told = model.requests();
    String inTheEnd = told.get(told.size() - 1).everything();
    for (String text : texts) {
      assertThat(inTheEnd.split(text, -1)).as(text).hasSize(2);
    }
  }

  private void isResumed(RealHost host) {
    model.script(write("src/api/three.txt", "x"), say("Still here."));
    var resumed = host.resume("and one more");
    assertThat(resumed.exit()).as(resumed.toString()).isZero();
    assertThat(model.failures()).isEmpty();
    assertThat(daemon.project().resolve("src/api/three.txt")).exists();
  }

  @Test
  void claude_code_s_model_is_told_of_a_rule_a_readme_and_a_note_once() throws IOException {
    prepare();
    RealHost host = claude(HostSettings.Way.HTTP);
    worksInTheFolder(host);

    eachTextCameOnce();
    isResumed(host);
    eachIsKnownOnce(TEXTS);
  }

  @Test
  void claude_code_s_model_is_helped_after_an_edit_that_its_host_refuses() {
    Path file = daemon.project().resolve("a.txt");
    model.script(
        write(file.toString(), "one\n"), edit(file.toString(), "two", "three"), say("Done."));

    run(claude(HostSettings.Way.HTTP), model, "edit the file");

    assertThat(model.requests().get(2).news())
        .contains("[swarmd recovery] " + file + ": the text to replace was not found");
  }

  @Test
  void gemini_cli_s_model_is_told_of_a_rule_a_readme_and_a_note_once() throws IOException {
    prepare();
    RealHost host = new RealHost(GeminiProgram.installed(), daemon, model).install("launcher");
    worksInTheFolder(host);

    eachTextCameOnce();
    isResumed(host); // which doubles the results of tools by itself
    eachIsKnownOnce(TEXTS.subList(2, 3));
  }
}
