package swarmd.userhooks;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.jar.JarEntry;
import java.util.jar.JarOutputStream;
import java.util.stream.Stream;
import javax.tools.ToolProvider;

/** Compiles plugins against the API's jar alone, as their authors do. */
final class PluginJars {
  private static final Path API =
      Path.of(System.getProperty("swarmd.dist"), "lib/swarmd-plugin-api.jar");

  private PluginJars() {}

  /** Puts a jar with this class into the folder's plugins. */
  static void make(Path folder, String className, String source) throws IOException {
    String simpleName = className.substring(className.lastIndexOf('.') + 1);
    Path work = Files.createDirectories(folder.resolve(simpleName));
    Path file = Files.writeString(work.resolve(simpleName + ".java"), source);
    Path classes = Files.createDirectories(work.resolve("classes"));
    int errors =
        ToolProvider.getSystemJavaCompiler()
            .run(
                InputStream.nullInputStream(),
                OutputStream.nullOutputStream(),
                System.err,
                List.of("-cp", API.toString(), "-d", classes.toString(), file.toString())
                    .toArray(String[]::new));
    assertThat(errors).isZero();
    Path jar = folder.resolve("plugins").resolve(simpleName + ".jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        Stream<Path> compiled = Files.walk(classes)) {
      for (Path each : compiled.filter(Files::isRegularFile).toList()) {
        out.putNextEntry(new JarEntry(classes.relativize(each).toString()));
        Files.copy(each, out);
      }
      out.putNextEntry(new JarEntry("META-INF/services/swarmd.plugin.HookHandler"));
      out.write(className.getBytes(StandardCharsets.UTF_8));
    }
  }
}
