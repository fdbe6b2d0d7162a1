package swarmd.api;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import swarmd.json.InvalidInput;
import swarmd.json.Json;
import swarmd.modes.PrdReader;
import swarmd.modes.StopInputs.Prd;
import swarmd.modes.StopInputs.Story;

/** Reads {"userStories":[{"id","title","passes"}, ...]} from a file in the project. */
public final class PrdJson implements PrdReader {
  private static final List<String> DEFAULT_FILES = List.of(".omc/prd.json", "prd.json");
  private static final List<String> LIST_KEYS = List.of("userStories", "user_stories", "stories");
  private static final int MAX_BYTES = 1 << 20;

  @Override
  public Optional<Prd> read(String project, Optional<String> file) {
    try {
      Path root = Path.of(project);
      return file.or(() -> DEFAULT_FILES.stream().filter(name -> exists(root, name)).findFirst())
          .map(name -> new Prd(name, stories(root, name)));
    } catch (InvalidPathException e) {
      return Optional.of(unreadable(file.orElse(DEFAULT_FILES.get(0)), "it is not a valid path"));
    }
  }

  private static boolean exists(Path root, String name) {
    return Files.exists(root.resolve(name), LinkOption.NOFOLLOW_LINKS);
  }

  private static List<Story> stories(Path root, String name) {
    try {
      return stories(Json.parse(bytes(root, name)), name);
    } catch (InvalidInput e) {
      return unreadable(name, e.getMessage()).stories();
    } catch (IOException e) {
      return unreadable(name, "it does not exist or is not readable").stories();
    }
  }

  private static byte[] bytes(Path root, String name) throws IOException {
    Path path = root.resolve(name).toRealPath();
    if (!path.startsWith(root.toRealPath())) {
      throw InvalidInput.because("it is outside the project");
    }
    if (!Files.isRegularFile(path)) { // reading a pipe could block
      throw InvalidInput.because("it is not a regular file");
    }
    try (InputStream in = Files.newInputStream(path)) {
      byte[] bytes = in.readNBytes(MAX_BYTES + 1);
      if (bytes.length > MAX_BYTES) {
        throw InvalidInput.because("it is larger than 1 MiB");
      }
      return bytes;
    }
  }

  private static List<Story> stories(JsonNode prd, String name) {
    JsonNode list =
        LIST_KEYS.stream()
            .flatMap(key -> Stream.ofNullable(prd.get(key)))
            .filter(JsonNode::isArray)
            .findFirst()
            .orElseThrow(() -> InvalidInput.because("it has no list \"userStories\""));
    List<Story> stories = new ArrayList<>();
    for (JsonNode node : list) {
      stories.add(
          new Story(
              text(node, "id").orElse("story " + (stories.size() + 1)),
              text(node, "title").or(() -> text(node, "description")).orElse("without a title"),
              node.path("passes").booleanValue() || node.path("passed").booleanValue()));
    }
    return stories.isEmpty()
        ? unreadable(name, "its list of stories is empty").stories()
        : List.copyOf(stories);
  }

  private static Optional<String> text(JsonNode node, String key) {
    return Optional.of(node.path(key))
        .filter(value -> value.isTextual() || value.isNumber())
        .map(JsonNode::asText)
        .filter(text -> !text.isBlank());
  }

  private static Prd unreadable(String name, String reason) {
    return new Prd(
        name,
        List.of(new Story("PRD", "repair " + name + ", which cannot be read: " + reason, false)));
  }
}
