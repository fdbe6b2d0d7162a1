package swarmd.client;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import swarmd.home.Distribution;
import swarmd.home.Home;

/**
 * `swarm uninstall --all`: the hooks, then the service, the daemon and the installed files. What
 * was not installed by install.sh stays, and so does the data unless the person asks.
 */
final class UninstallAll {
  /** Where the Debian package puts swarmd. */
  private static final Path PACKAGED = Path.of("/usr/lib/swarmd");

  private final Home home;
  private final List<String> left = new ArrayList<>();

  UninstallAll(Home home) {
    this.home = home;
  }

  int run(String[] args) throws IOException {
    List<String> words = Arrays.asList(args);
    int hooks = new Forward(home).run(args);
    if (hooks != Main.OK || words.contains("--help") || words.contains("-h")) {
      return hooks;
    }
    boolean dryRun = words.contains("--dry-run");
    int service = new ServiceCommand(home).uninstallIfThere(dryRun);
    int daemon = dryRun || service != Main.OK ? service : new DaemonCommand(home).stop();
    if (daemon != Main.OK) {
      return daemon;
    }
    List<Path> doomed = new ArrayList<>(installed());
    if (words.contains("--data")) {
      doomed.add(home.directory());
    } else if (Files.exists(home.directory())) {
      left.add(
          "%s (tasks, settings, log); to delete it: rm -r %s"
              .formatted(home.directory(), Diagnosis.shellWord(home.directory())));
    }
    List<Path> pages = manualPages();
    String doing = dryRun ? "would delete: " : "deleted: ";
    String done =
        String.join("", doomed.stream().map(path -> doing + path + "\n").toList())
            + (pages.isEmpty() ? "" : doing + manual() + "/swarm*.1\n");
    String rest = String.join("", left.stream().map(path -> "left: " + path + "\n").toList());
    if (!dryRun) {
      deletePages(pages);
    }
    if (!dryRun && !delete(doomed)) {
      System.err.println("swarm: could not delete all of: " + doomed);
      return Main.FAILED;
    }
    System.out.print(done + rest); // classes may be gone now, so nothing new is loaded
    return Main.OK;
  }

  /** What install.sh has made. */
  private List<Path> installed() throws IOException {
    Path directory = Installation.find().directory();
    if (!isInstalled()) {
      left.add(
          directory.equals(PACKAGED)
              ? directory + ", a package; to remove it: sudo apt remove swarmd"
              : directory + ", which install.sh did not install");
      return List.of();
    }
    Path versions = directory.getParent();
    List<Path> found = new ArrayList<>();
    for (String name : List.of("swarm", "swarmd")) {
      Path link = Path.of(Home.user(), ".local/bin", name);
      if (leadsTo(versions, link)) {
        found.add(link);
      }
    }
    found.add(versions);
    return found;
  }

  /** Where install.sh puts the manual, beside the versions. */
  private static Path manual() {
    return Installation.find().directory().getParent().resolveSibling("man").resolve("man1");
  }

  private List<Path> manualPages() throws IOException {
    Path versions = Installation.find().directory().getParent();
    if (!isInstalled() || !Files.isDirectory(manual())) {
      return List.of();
    }
    try (Stream<Path> pages = Files.list(manual())) {
      return pages.filter(page -> leadsTo(versions, page)).sorted().toList();
    }
  }

  /** And the folders of the manual, if nothing else is in them. */
  private static void deletePages(List<Path> pages) throws IOException {
    for (Path page : pages) {
      Files.delete(page);
    }
    for (Path folder : List.of(manual(), manual().getParent())) {
      String[] others = folder.toFile().list();
      if (!pages.isEmpty() && others != null && others.length == 0) {
        Files.delete(folder);
      }
    }
  }

  private static boolean leadsTo(Path folder, Path link) {
    try {
      return Files.isSymbolicLink(link) && Files.readSymbolicLink(link).startsWith(folder);
    } catch (IOException e) {
      return false; // so it is left
    }
  }

  /** Whether install.sh has put it where it is. */
  private static boolean isInstalled() {
    Path directory = Installation.find().directory();
    return !new Distribution(directory).lasting().equals(directory);
  }

  /** By rm, since this program and its Java runtime may be among it. */
  private static boolean delete(List<Path> paths) throws IOException {
    List<String> command = new ArrayList<>(List.of("rm", "-rf", "--"));
    for (Path path : paths) {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        command.add(path.toString());
      }
    }
    try {
      return command.size() == 3 || new ProcessBuilder(command).inheritIO().start().waitFor() == 0;
    } catch (InterruptedException e) {
      return false;
    }
  }
}
