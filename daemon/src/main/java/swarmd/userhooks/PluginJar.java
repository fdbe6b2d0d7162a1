package swarmd.userhooks;

import java.io.IOException;
import java.net.URL;
import java.net.URLClassLoader;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.zip.ZipFile;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.plugin.HookHandler;

/** One plugin: a jar with its own class loader, so that plugins do not see each other or us. */
final class PluginJar implements AutoCloseable {
  /** A plugin with this many hanging threads is switched off. */
  static final int MAX_ABANDONED = 3;

  private static final Logger log = LoggerFactory.getLogger(PluginJar.class);

  private final Path file;
  private final URLClassLoader loader;
  private final Map<String, HookHandler> byClass = new LinkedHashMap<>();
  private final List<PluginHook> handlers;
  private final AtomicInteger abandoned = new AtomicInteger();

  private PluginJar(Path file, URLClassLoader loader) {
    this.file = file;
    this.loader = loader;
    ServiceLoader.load(HookHandler.class, loader)
        .forEach(handler -> byClass.put(handler.getClass().getName(), handler));
    handlers =
        byClass.values().stream()
            .map(
                handler ->
                    new PluginHook(
                        handler.name(), handler.getClass().getName(), Set.copyOf(handler.events())))
            .toList();
  }

  /** Loads a jar, which runs code of the plugin. */
  static PluginJar load(Path file) throws IOException {
    new ZipFile(file.toFile()).close(); // a class loader takes what is no jar for an empty one
    URLClassLoader loader =
        new URLClassLoader(
            file.getFileName().toString(), new URL[] {file.toUri().toURL()}, new ApiClassLoader());
    try {
      return new PluginJar(file, loader);
    } catch (Throwable e) {
      loader.close();
      throw e;
    }
  }

  List<PluginHook> handlers() {
    return handlers;
  }

  Optional<HookHandler> handler(String className) {
    return Optional.ofNullable(byClass.get(className));
  }

  ClassLoader loader() {
    return loader;
  }

  boolean isOff() {
    return abandoned.get() >= MAX_ABANDONED;
  }

  /** Counts a thread that ignored its interrupt. */
  void threadAbandoned() {
    if (abandoned.incrementAndGet() == MAX_ABANDONED) {
      log.warn("Plugin {} is switched off: {} of its threads do not end", file, MAX_ABANDONED);
    }
  }

  @Override
  public void close() {
    try {
      loader.close();
    } catch (IOException e) {
      log.warn("Could not close {}: {}", file, e.getMessage());
    }
  }

  /** Hides all classes of the daemon except the plugin API. */
  private static final class ApiClassLoader extends ClassLoader {
    private static final String API = HookHandler.class.getPackageName() + ".";

    ApiClassLoader() {
      super("plugin-api", ClassLoader.getPlatformClassLoader());
    }

    @Override
    protected Class<?> findClass(String name) throws ClassNotFoundException {
      if (!name.startsWith(API)) {
        throw new ClassNotFoundException(name);
      }
      return Class.forName(name, false, HookHandler.class.getClassLoader());
    }
  }
}
