package swarmd.userhooks;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How a command line of the user is started, so that its whole tree of processes can be ended. */
public final class ShellProcess {
  /** Whether each has a session of its own. */
  static final boolean OWN_SESSION = hasSetsid();

  private static final Pattern SECRET =
      Pattern.compile("SWARMD_.*(TOKEN|SECRET|PASSWORD|KEY|URL).*");

  private ShellProcess() {}

  private static boolean hasSetsid() {
    String path = System.getenv().getOrDefault("PATH", "");
    return Stream.of(path.split(File.pathSeparator))
        .filter(folder -> !folder.isEmpty())
        .anyMatch(folder -> Files.isExecutable(Path.of(folder, "setsid")));
  }

  /**
   * With the daemon's environment, except for its secrets.
   *
   * @param mark unique to the process, so that {@link ProcessTree} finds its members
   */
  public static ProcessBuilder builder(String line, Path folder, String mark) {
    return builder(List.of("sh", "-c", line), folder, mark);
  }

  /** The same for a program and its arguments. */
  public static ProcessBuilder builder(List<String> words, Path folder, String mark) {
    ProcessBuilder builder =
        new ProcessBuilder(
                OWN_SESSION ? Stream.concat(Stream.of("setsid"), words.stream()).toList() : words)
            .directory(folder.toFile());
    Map<String, String> environment = builder.environment();
    environment.keySet().removeIf(name -> SECRET.matcher(name).matches());
    environment.put(ProcessTree.MARK, mark);
    return builder;
  }
}
