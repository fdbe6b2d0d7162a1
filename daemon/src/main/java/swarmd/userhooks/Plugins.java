package swarmd.userhooks;

import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The plugin jars in a folder. A jar that cannot be loaded does not affect the others. */
public final class Plugins implements AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(Plugins.class);

  private final List<PluginJar> jars;
  private final List<String> unloaded;

  private Plugins(List<PluginJar> jars, List<String> unloaded) {
    this.jars = jars;
    this.unloaded = unloaded;
  }

  public static Plugins none() {
    return new Plugins(List.of(), List.of());
  }

  /**
   * Blocks while jars are loaded.
   *
   * @param limit how long one jar may take
   */
  public static Plugins in(Path folder, Duration limit) {
    List<PluginJar> jars = new ArrayList<>();
    List<String> unloaded = new ArrayList<>();
    for (Path file : jarFiles(folder, unloaded)) {
      FutureTask<PluginJar> loading = new FutureTask<>(() -> PluginJar.load(file));
      Thread thread = new Thread(loading, "plugin " + file.getFileName());
      thread.setDaemon(true);
      thread.start();
      try {
        PluginJar jar = loading.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        jars.add(jar);
        log.info("Plugin {}: {}", file.getFileName(), jar.handlers());
      } catch (ExecutionException e) {
        unloaded.add(file.getFileName().toString());
        log.warn("Plugin {} was not loaded", file, e.getCause());
      } catch (TimeoutException e) {
        thread.interrupt();
        unloaded.add(file.getFileName().toString());
        log.warn("Plugin {} was not loaded: it takes too long", file);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
        break;
      }
    }
    return new Plugins(List.copyOf(jars), List.copyOf(unloaded));
  }

  private static List<Path> jarFiles(Path folder, List<String> unloaded) {
    List<Path> files = new ArrayList<>();
    if (Files.isDirectory(folder)) {
      try (DirectoryStream<Path> found = Files.newDirectoryStream(folder, "*.jar")) {
        found.forEach(files::add);
      } catch (IOException e) {
        unloaded.add(folder.toString());
        log.warn("Plugins cannot be loaded: {}", e.getMessage());
      }
    }
    files.sort(null);
    return files;
  }

  /** All hooks, ordered by jar name and then as listed in the jar. */
  public List<PluginHook> hooks() {
    return jars.isEmpty()
        ? List.of()
        : jars.stream().flatMap(jar -> jar.handlers().stream()).toList();
  }

  /** Names of the jars that could not be loaded. */
  public List<String> unloaded() {
    return unloaded;
  }

  /** The jar that has the class, if any does. */
  Optional<PluginJar> withClass(String className) {
    return jars.stream().filter(jar -> jar.handler(className).isPresent()).findFirst();
  }

  @Override
  public void close() {
    jars.forEach(PluginJar::close);
  }
}
