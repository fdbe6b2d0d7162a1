package swarmd.client;

import java.io.IOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import swarmd.home.Home;
import swarmd.usage.CommandShape;

/** `swarm service`: lets the user's service manager start the daemon at login. */
final class ServiceCommand {
  private static final long START_LIMIT_MILLIS = 30_000;

  private final Home home;

  ServiceCommand(Home home) {
    this.home = home;
  }

  int run(String[] args) throws IOException {
    Arguments arguments = Arguments.read(CommandShape.SERVICE, args);
    boolean dryRun = arguments.has("--dry-run");
    if (arguments.command().equals("install")) {
      return dryRun ? showInstall(manager()) : install(manager());
    }
    return dryRun ? showUninstall(manager()) : uninstall(manager());
  }

  private ServiceManager manager() throws IOException {
    Path program = Installation.find().lastingDaemon();
    String system = System.getProperty("os.name");
    if (system.startsWith("Mac")) {
      long user = (Integer) Files.getAttribute(Path.of(Home.user()), "unix:uid");
      return new Launchd(program, environment(), home.output(), user);
    }
    return new Systemd(program, home.socket(), port(), environment());
  }

  /** The one that the daemon uses, or will use. */
  private int port() throws IOException {
    String known = Files.exists(home.http()) ? Files.readString(home.http()) : "";
    for (String port :
        List.of(
            Home.setting("swarmd.http.port", "SWARMD_HTTP_PORT", "0"),
            JsonText.field(known, "port").orElse("0"))) {
      if (port.matches("[1-9]\\d{0,4}")) {
        return Integer.parseInt(port);
      }
    }
    try (ServerSocket free =
        new ServerSocket(0, 1, InetAddress.getByAddress(new byte[] {127, 0, 0, 1}))) {
      return free.getLocalPort();
    }
  }

  /**
   * Service managers start with a bare environment, in which Java and the programs that the user's
   * hooks call may not be found.
   */
  private Map<String, String> environment() {
    Map<String, String> variables = new TreeMap<>(home.environment());
    for (String name : List.of("PATH", "JAVA_HOME", "SWARMD_PROFILE", "SWARMD_JAVA_OPTS")) {
      String value = System.getenv(name);
      if (value != null && !value.isEmpty()) {
        variables.put(name, value);
      }
    }
    return variables;
  }

  private int showInstall(ServiceManager manager) {
    manager
        .files()
        .forEach(
            (file, content) -> {
              System.out.println("would write " + file + ":\n");
              System.out.println(content.indent(2));
            });
    System.out.println("and run:");
    show(manager.announce());
    show(List.of(List.of("swarm", "daemon", "stop")));
    show(manager.start());
    return Main.OK;
  }

  private int showUninstall(ServiceManager manager) {
    System.out.println("would run:");
    show(manager.stop());
    manager.files().keySet().forEach(file -> System.out.println("and delete " + file));
    return Main.OK;
  }

  private static void show(List<List<String>> commands) {
    for (List<String> command : commands) {
      System.out.println("  " + String.join(" ", command));
    }
  }

  private int install(ServiceManager manager) throws IOException {
    Optional<String> unusable = home.problem();
    if (unusable.isPresent()) {
      throw new IOException(unusable.get());
    }
    for (Map.Entry<Path, String> file : manager.files().entrySet()) {
      Files.createDirectories(file.getKey().getParent());
      Files.writeString(file.getKey(), file.getValue());
      System.out.println("written: " + file.getKey());
    }
    if (!execute(manager.announce())) {
      return unavailable(manager);
    }
    int stopped = new DaemonCommand(home).stop();
    if (stopped != Main.OK) {
      return stopped;
    }
    if (!execute(manager.start())) {
      System.err.println(
          "swarm: the service is installed, but did not start\n" + manager.startAdvice());
      return Main.FAILED;
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
            + "The files are in place; where it works, run:");
    for (List<List<String>> commands : List.of(manager.announce(), manager.start())) {
      for (List<String> command : commands) {
        System.err.println("  " + String.join(" ", command));
      }
    }
    System.err.println("Without a service, hooks and commands start the daemon when needed.");
    return Main.FAILED;
  }

  /** Says nothing where there is no service. */
  int uninstallIfThere(boolean dryRun) throws IOException {
    ServiceManager manager = manager();
    if (manager.files().keySet().stream().noneMatch(Files::exists)) {
      return Main.OK;
    }
    return dryRun ? showUninstall(manager) : uninstall(manager);
  }

  private int uninstall(ServiceManager manager) throws IOException {
    List<Path> files = manager.files().keySet().stream().filter(Files::exists).toList();
    if (files.isEmpty()) {
      Path service = manager.files().keySet().iterator().next();
      System.out.println("not installed: " + service + " does not exist");
      return Main.OK;
    }
    boolean stopped = execute(manager.stop());
    for (Path file : files) {
      Files.delete(file);
      System.out.println("deleted: " + file);
    }
    boolean announced = execute(manager.announce());
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
