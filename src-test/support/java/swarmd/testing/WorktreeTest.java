package swarmd.testing;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import org.junit.jupiter.api.BeforeEach;
import swarmd.testing.Programs.Result;

/** A daemon whose project is a git repository with one commit. */
public abstract class WorktreeTest extends InProcessTest {
  protected TestRepository repository;

  @BeforeEach
  final void makeRepository() {
    repository = TestRepository.in(daemon.project());
  }

  /** A claimed task and its worktree. */
  public record Place(Api.Held held, Path folder, JsonNode task) {}

  protected long add(String... words) {
    String[] command = new String[words.length + 2];
    command[0] = "task";
    command[1] = "add";
    System.arraycopy(words, 0, command, 2, words.length);
    ok(swarm.run(command));
    return api.get("/v1/tasks").get("tasks").size();
  }

  protected ObjectNode claimBody(String agent) {
    return api.body().put("agent", agent).put("session", agent).put("worktree", true);
  }

  protected Place claim(String agent) {
    return place(api.post("/v1/tasks/claim", claimBody(agent)));
  }

  protected Place claim(String agent, long id) {
    return place(api.post("/v1/tasks/claim", claimBody(agent).put("id", id)));
  }

  private static Place place(JsonNode claimed) {
    JsonNode task = claimed.at("/tasks/0");
    return new Place(Api.Held.of(claimed), Path.of(task.path("worktree").asText("missing")), task);
  }

  /** Claims a task, commits a file in its worktree and completes it. */
  protected Place work(String agent, long id, String file, String text) {
    Place place = claim(agent, id);
    repository.commit(place.folder(), file, text);
    api.complete(place.held());
    return place;
  }

  protected Result land(long id) {
    return swarm.run("task", "land", String.valueOf(id));
  }

  protected JsonNode task(long id) {
    return api.show(id).get("task");
  }

  /** A check that the person has agreed to; settings are not part of the repository. */
  protected void trust(String name, String command) {
    try {
      Path folder = Files.createDirectories(daemon.project().resolve(".swarmd"));
      ObjectNode settings = Api.object();
      settings.putObject("checks").putObject(name).put("command", command);
      Files.writeString(folder.resolve("settings.json"), settings.toString());
      Files.writeString(daemon.project().resolve(".git/info/exclude"), ".swarmd\n");
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
    daemon.time().advance(Duration.ofSeconds(5)); // so that the daemon looks again
    ok(swarm.run("hooks", "trust", "--yes"));
  }

  protected static void assertRefused(Result result, int exit, String message) {
    assertThat(result.exit()).as(result.toString()).isEqualTo(exit);
    assertThat(result.err()).contains(message);
    assertThat(result.err().lines().filter(line -> line.startsWith("swarm: "))).hasSize(1);
  }
}
