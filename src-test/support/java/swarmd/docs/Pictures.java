package swarmd.docs;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.stream.Stream;
import swarmd.testing.Programs;

/** Draws the pictures of the documentation from what the installed programs really show. */
public final class Pictures {
  /** As long as the home it stands for, so that columns stay where they are. */
  private static final Path ROOT = Path.of("/tmp/ada0");

  private static final String SHOWN_HOME = "/home/ada";
  private static final Path IMAGES =
      Path.of(System.getProperty("swarmd.repository"), "docs/images");
  private static final Path PROJECT = ROOT.resolve("shop");
  private static final String SETTINGS =
      "{\"project\": \"shop\", \"checks\": {\"test\": {\"command\": \"echo 41 tests passed\"}}}\n";

  private static final int COLUMNS = 92;
  private static final int EXTRA_ROWS = 60;

  private final Map<String, String> environment = new HashMap<>();

  private Pictures() {
    environment.put("HOME", ROOT.toString());
    environment.put("SWARMD_HOME", ROOT.resolve(".swarmd").toString());
    environment.put("USER", "ada");
    environment.put("TERM", "xterm-256color");
    environment.put("SWARMD_ARCHIVE", "off");
    environment.put("SWARMD_SCRIPTS", "allow"); // some commands run without a terminal
    environment.put("PATH", System.getProperty("swarmd.dist") + "/bin:" + System.getenv("PATH"));
  }

  public static void main(String[] arguments) throws IOException {
    require("script", "util-linux");
    if (Files.exists(ROOT)) {
      throw new IllegalStateException(ROOT + " exists; stop its daemon and delete it first");
    }
    Files.createDirectories(PROJECT.resolve(".swarmd"));
    Files.writeString(PROJECT.resolve(".swarmd/settings.json"), SETTINGS);
    Files.createDirectories(IMAGES);
    Pictures pictures = new Pictures();
    try {
      pictures.quiet("swarm daemon start");
      pictures.tasks();
      pictures.ralph();
    } finally {
      pictures.quiet("swarm daemon stop");
      delete(ROOT);
    }
  }

  private static void require(String program, String debianPackage) {
    if (!Programs.exist(program)) {
      throw new IllegalStateException(
          "the pictures need '%s'; on Debian: apt-get install %s"
              .formatted(program, debianPackage));
    }
  }

  /** The picture at the top of the README. */
  private void tasks() throws IOException {
    TerminalPicture picture = new TerminalPicture("Two agents share the tasks of a project");
    show(picture, "swarm task add \"write the parser\" \"write the printer\" \"test both\"");
    show(picture, "swarm task claim --agent ada");
    show(picture, "swarm task claim --agent bob");
    show(picture, "swarm task list");
    write("tasks.svg", picture);
  }

  /** A session that may not stop before its work is verified. */
  private void ralph() throws IOException {
    quiet("swarm hooks trust --yes");
    quiet("swarm mode start ralph --session 4bd9f519");
    TerminalPicture picture = new TerminalPicture("ralph holds a session until a check passes");
    show(picture, "swarm mode list");
    show(picture, "swarm check test");
    write("check.svg", picture);
    quiet("swarm cancel --all");
  }

  private void show(TerminalPicture picture, String command) {
    picture.command(command);
    String wide = "stty cols %d rows %d; %s".formatted(COLUMNS, EXTRA_ROWS, command);
    Programs.Result result =
        Programs.run(PROJECT, environment, "script", "-qec", wide, "/dev/null");
    picture.output(
        result
            .out()
            .replace(ROOT.toString(), SHOWN_HOME)
            .replaceAll("\\b([0-9a-f]{6})[0-9a-f]{26}\\b", "$1…"));
  }

  private void quiet(String command) {
    Programs.Result result = Programs.run(PROJECT, environment, "sh", "-c", command);
    if (result.exit() != 0) {
      System.out.println(command + "\n" + result.out() + result.err());
    }
  }

  private static void write(String name, TerminalPicture picture) throws IOException {
    Files.writeString(IMAGES.resolve(name), picture.svg());
    System.out.println("wrote " + IMAGES.resolve(name));
  }

  private static void delete(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted((one, other) -> other.compareTo(one)).toList()) {
        Files.deleteIfExists(file);
      }
    }
  }
}
