package swarmd.bench;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.jar.JarOutputStream;
import java.util.zip.ZipEntry;

/**
 * The cost of a hook as a process: the launcher compared with bare curl, and the jar compared with
 * an empty program.
 */
final class HookCost {
  private static final int ROUNDS = 60;
  private static final String PAYLOAD =
      """
      {"session_id":"4bd9f519-7089-4c3e-b2c0-f4b603788ac4","cwd":"/bench","hook_event_name":"PreToolUse",
       "tool_name":"Bash","tool_input":{"command":"ls -l","description":"List files"}}
      """;

  private final BenchDaemon daemon;
  private final Path folder;
  private final Path payload;

  private HookCost(BenchDaemon daemon, Path folder) throws IOException {
    this.daemon = daemon;
    this.folder = folder;
    payload = Files.writeString(folder.resolve("payload.json"), PAYLOAD);
  }

  static void run(BenchReport report) throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("sw");
    try (BenchDaemon daemon = BenchDaemon.start()) {
      new HookCost(daemon, folder).measure(report);
    } finally {
      try (var files = Files.list(folder)) {
        files.forEach(file -> file.toFile().delete());
      }
      Files.delete(folder);
    }
  }

  private void measure(BenchReport report) throws IOException, InterruptedException {
    List<String> launcher = List.of(BenchDaemon.DIST.resolve("bin/swarm").toString(), "hook");
    List<String> curl =
        List.of(
            "curl",
            "-s",
            "--unix-socket",
            daemon.socket().toString(),
            "--data-binary",
            "@" + payload,
            "http://swarmd/v1/hooks");
    List<String> jar = jar();
    List<String> empty = empty();
    List<List<String>> ways = List.of(curl, launcher, empty, jar);
    List<Samples> costs = new ArrayList<>();
    ways.forEach(way -> costs.add(new Samples(ROUNDS)));
    for (int round = -5; round < ROUNDS; round++) {
      for (int i = 0; i < ways.size(); i++) {
        long nanos = time(ways.get(i));
        if (round >= 0) {
          costs.get(i).add(nanos);
        }
      }
    }
    report.section("One hook as a process, median of %d".formatted(ROUNDS));
    List<String> names = List.of("bare curl", "launcher", "empty Java program", "client's jar");
    for (int i = 0; i < names.size(); i++) {
      double peer = costs.get(i / 2 * 2).medianMillis();
      double own = costs.get(i).medianMillis();
      String ratio = i % 2 == 0 ? "" : "  = %.2f x".formatted(own / peer);
      report.value(names.get(i), "%6.1f ms%s".formatted(own, ratio));
    }
    report.bar(
        "launcher at most 3 x bare curl",
        costs.get(1).medianMillis() <= 3 * costs.get(0).medianMillis());
    report.bar(
        "jar at most 1.25 x an empty program",
        costs.get(3).medianMillis() <= 1.25 * costs.get(2).medianMillis());
  }

  /** The command that bin/swarm runs without curl. */
  private List<String> jar() throws IOException, InterruptedException {
    Path archive = daemon.home().resolve("cache/client.jsa");
    execute(List.of(BenchDaemon.DIST.resolve("bin/swarm").toString(), "status"));
    for (int i = 0; i < 100 && !Files.exists(archive); i++) {
      TimeUnit.MILLISECONDS.sleep(100);
    }
    if (!Files.exists(archive)) {
      throw new IOException("the client built no class archive at " + archive);
    }
    return java(
        archive, BenchDaemon.DIST.resolve("lib/swarm-client.jar"), "swarmd.client.Main", "hook");
  }

  /** With its own class archive, so that it starts as fast as possible. */
  private List<String> empty() throws IOException, InterruptedException {
    String entry = Empty.class.getName().replace('.', '/') + ".class";
    Path jar = folder.resolve("empty.jar");
    try (JarOutputStream out = new JarOutputStream(Files.newOutputStream(jar));
        InputStream in = Empty.class.getResourceAsStream("/" + entry)) {
      out.putNextEntry(new ZipEntry(entry));
      in.transferTo(out);
    }
    Path archive = folder.resolve("empty.jsa");
    execute(
        List.of(
            "java",
            "-XX:ArchiveClassesAtExit=" + archive,
            "-Xlog:disable",
            "-cp",
            jar.toString(),
            Empty.class.getName()));
    return java(archive, jar, Empty.class.getName());
  }

  private static List<String> java(Path archive, Path jar, String... program) {
    List<String> command =
        new ArrayList<>(
            List.of(
                "java",
                "-XX:SharedArchiveFile=" + archive,
                "-Xshare:auto",
                "-Xlog:disable",
                "-XX:+UseSerialGC",
                "-XX:-UsePerfData",
                "-Xint",
                "-cp",
                jar.toString()));
    command.addAll(List.of(program));
    return command;
  }

  private void execute(List<String> command) throws IOException, InterruptedException {
    if (process(command).waitFor() != 0) {
      throw new IOException("failed: " + command);
    }
  }

  private long time(List<String> command) throws IOException, InterruptedException {
    long start = System.nanoTime();
    execute(command);
    return System.nanoTime() - start;
  }

  private Process process(List<String> command) throws IOException {
    ProcessBuilder builder = new ProcessBuilder(command);
    builder.environment().put("SWARMD_HOME", daemon.home().toString());
    builder.environment().remove("JAVA_HOME");
    builder.environment().remove("DISABLE_OMC");
    return builder
        .redirectInput(payload.toFile())
        .redirectOutput(new File("/dev/null"))
        .redirectError(new File("/dev/null"))
        .start();
  }
}
