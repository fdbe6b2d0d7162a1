package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import swarmd.home.Home;

/** `swarm service`: lets the user's service manager start the daemon at login. */
final class ServiceCommand {
  private static final long START_LIMIT_MILLIS = 30_000;

  private static final String HELP =
      """
      Usage: swarm service install|uninstall [--dry-run]

      Let systemd (launchd on macOS) start the daemon when you log in, and restart it
      if it fails. The service replaces a daemon that is already running.

        --dry-run    print the file and the commands without changing anything
      """;

  private final Home home;

  ServiceCommand(Home home) {
    this.home = home;
  }

  int run(String[] args) throws IOException {
    List<String> words = Arrays.asList(args);
    if (words.contains("--help") || words.contains("-h")) {
      System.out.print(HELP);
      return Main.OK;
    }
    boolean dryRun = words.contains("--dry-run");
    List<String> commands = words.stream().filter(word -> !word.equals("--dry-run")).toList();
    if (commands.equals(List.of("install"))) {
      return dryRun ? showInstall(manager()) : install(manager());
    }
    if (commands.equals(List.of("uninstall"))) {
      return dryRun ? showUninstall(manager()) : uninstall(manager());
    }
    System.err.print("swarm service: expected 'install' or 'uninstall'\n\n" + HELP);
    return Main.USAGE;
  }

  private ServiceManager manager() throws IOException {
    Path program = Installation.find().daemon();
    String system = System.getProperty("os.name");
    if (system.startsWith("Mac")) {
      long user = (Integer) Files.getAttribute(Path.of(Home.user()), "unix:uid");
      return new Launchd(program, environment(), home.output(), user);
    }
    if (system.startsWith("Windows")) {
      throw new IOException(
          "services are not supported on Windows; hooks start the daemon when needed");
    }
    return new Systemd(program, environment());
  }

  /**
   * Service managers start with a bare environment, in which Java and the programs that the user's
   * hooks call may not be found.
   */
  private Map<String, String> environment() {
    Map<String, String> variables = new TreeMap<>(home.environment());
    for (String name : List.of("PATH", "JAVA_HOME", "SWARMD_JAVA_OPTS")) {
      String value = System.getenv(name);
      if (value != null && !value.isEmpty()) {
        variables.put(name, value);
      }
    }
    return variables;
  }

  private int showInstall(ServiceManager manager) {
    System.out.println("would write " + manager.file() + ":\n");
    System.out.println(manager.description().indent(2));
    System.out.println("and run:");
    show(manager.announce());
    show(List.of(List.of("swarm", "daemon", "stop")));
    show(manager.start());
    return Main.OK;
  }

  private int showUninstall(ServiceManager manager) {
    System.out.println("would run:");
    show(manager.stop());
    System.out.println("and delete " + manager.file());
    return Main.OK;
  }

  private static void show(List<List<String>> commands) {
    for (List<String> command : commands) {
      System.out.println("  " + String.join(" ", command));
    }
  }

  private int install(ServiceManager manager) throws IOException {
    Files.createDirectories(manager.file().getParent());
    Files.writeString(manager.file(), manager.description());
    System.out.println("written: " + manager.file());
    if (!execute(manager.announce())) {
      return unavailable(manager);
    }
    int stopped = new DaemonCommand(home).stop();
    if (stopped != Main.OK) {
      return stopped;
    }
    if (!execute(manager.start())) {
      return unavailable(manager);
    }
    Optional<String> problem = Starter.withProgress(home).await(START_LIMIT_MILLIS);
    if (problem.isPresent()) {
      System.err.println(
          "swarm: the service is installed, but " + problem.get() + "\nrun: swarm doctor");
      return Main.FAILED;
    }
    System.out.println("the service is running");
    return Main.OK;
  }

  private static int unavailable(ServiceManager manager) {
    System.err.println(
        "swarm: "
            + manager.name()
            + " does not work here (is this a container, or a session without a user manager?)\n"
            + "The file is in place; where it works, run:");
    for (List<List<String>> commands : List.of(manager.announce(), manager.start())) {
      for (List<String> command : commands) {
        System.err.println("  " + String.join(" ", command));
      }
    }
    System.err.println("Without a service, hooks and commands start the daemon when needed.");
    return Main.FAILED;
  }

  private int uninstall(ServiceManager manager) throws IOException {
    if (!Files.exists(manager.file())) {
      System.out.println("not installed: " + manager.file() + " does not exist");
      return Main.OK;
    }
    boolean stopped = execute(manager.stop());
    Files.delete(manager.file());
    boolean announced = execute(manager.announce());
    System.out.println("deleted: " + manager.file());
    if (!stopped || !announced) {
      System.out.println(manager.name() + " does not work here, so no service was stopped");
    }
    return Main.OK;
  }

  private static boolean execute(List<List<String>> commands) throws IOException {
    for (List<String> command : commands) {
      try {
        if (new ProcessBuilder(command).inheritIO().start().waitFor() != 0) {
          return false;
        }
      } catch (IOException e) {
        return false;
      } catch (InterruptedException e) {
        throw new IOException("interrupted", e);
      }
    }
    return true;
  }
}
