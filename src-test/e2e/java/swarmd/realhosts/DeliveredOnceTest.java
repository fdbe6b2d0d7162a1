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

/** A project's rules, readmes and notes reach the model when they are relevant, and only once. */
class DeliveredOnceTest extends RealHostTest {
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

  private void workInFolder(RealHost host) {
    model.script(
        write("other.txt", "x"),
        write("src/api/one.txt", "x"),
        write("src/api/two.txt", "x"),
        say("Done."));
    run(host, model, "write the files");
  }

  private void assertEachTextCameOnce() {
    List<ModelInput> requests = model.requests();
    String beforeFolder = requests.get(1).everything();
    assertThat(beforeFolder).contains(TEXTS.get(2)).doesNotContain(TEXTS.subList(0, 2));
    assertThat(requests.get(2).news()).contains(TEXTS.subList(0, 2));
    assertDeliveredOnce(TEXTS);
  }

  private void assertDeliveredOnce(List<String> texts) {
    List<ModelInput> requests = model.requests();
    String conversation = requests.get(requests.size() - 1).everything();
    for (String text : texts) {
      assertThat(conversation.split(text, -1)).as(text).hasSize(2);
    }
  }

  private void resume(RealHost host) {
    model.script(write("src/api/three.txt", "x"), say("Still here."));
    var resumed = host.resume("and one more");
    assertThat(resumed.exit()).as(resumed.toString()).isZero();
    assertThat(model.failures()).isEmpty();
    assertThat(daemon.project().resolve("src/api/three.txt")).exists();
  }

  @Test
  void claude_code_delivers_a_rule_a_readme_and_a_note_once() throws IOException {
    prepare();
    RealHost host = claude(HostSettings.Way.HTTP);
    workInFolder(host);

    assertEachTextCameOnce();
    resume(host);
    assertDeliveredOnce(TEXTS);
  }

  @Test
  void claude_code_delivers_help_after_an_edit_that_it_refuses() {
    Path file = daemon.project().resolve("a.txt");
    model.script(
        write(file.toString(), "one\n"), edit(file.toString(), "two", "three"), say("Done."));

    run(claude(HostSettings.Way.HTTP), model, "edit the file");

    assertThat(model.requests().get(2).news())
        .contains("[swarmd recovery] " + file + ": the text to replace was not found");
  }

  @Test
  void gemini_cli_delivers_a_rule_a_readme_and_a_note_once() throws IOException {
    prepare();
    RealHost host = new RealHost(GeminiProgram.installed(), daemon, model).install("launcher");
    workInFolder(host);

    assertEachTextCameOnce();
    resume(host); // repeats the results of tools, so only the note can be counted
    assertDeliveredOnce(TEXTS.subList(2, 3));
  }
}
