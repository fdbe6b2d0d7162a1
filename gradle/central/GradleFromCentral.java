import static java.nio.charset.StandardCharsets.UTF_8;
import static java.nio.file.StandardCopyOption.ATOMIC_MOVE;
import static java.nio.file.StandardOpenOption.CREATE;
import static java.nio.file.StandardOpenOption.WRITE;

import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.HttpURLConnection;
import java.net.URI;
import java.nio.channels.FileChannel;
import java.nio.channels.FileLock;
import java.nio.charset.Charset;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.DigestInputStream;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.jar.Attributes;
import java.util.jar.JarOutputStream;
import java.util.jar.Manifest;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import javax.tools.ToolProvider;

/**
 * Assembles the wrapper's Gradle from Maven Central, for networks that let Maven Central through
 * but not Gradle's download site. The wrapper scripts start it when Gradle is not there yet; when
 * the site answers, it leaves the matter to the ordinary wrapper.
 */
public final class GradleFromCentral {
  private static final String VERSION = "8.9";
  private static final String COPY_DEPENDENCIES =
      "org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy-dependencies";
  private static final String JUNIT_OVERLAY = "gradle-junit-overlay.jar";

  /** Gradle's own start script opens these packages, too. */
  private static final List<String> OPENED_PACKAGES =
      List.of(
          "java.base/java.lang",
          "java.base/java.lang.invoke",
          "java.base/java.util",
          "java.prefs/java.util.prefs",
          "java.base/java.nio.charset",
          "java.base/java.net",
          "java.base/java.util.concurrent.atomic");

  /** Modules that Gradle looks up by jar name without needing their classes here. */
  private static final List<String> UNDESCRIBED_MODULES =
      List.of("gradle-installation-beacon", "gradle-instrumentation-agent");

  /** Libraries that Gradle looks up by jar name; gradle-api has their classes. */
  private static final List<String> CONTAINED_LIBRARIES =
      List.of(
          "asm",
          "commons-io",
          "commons-lang",
          "commons-lang3",
          "fastutil",
          "file-events",
          "guava",
          "hamcrest",
          "hamcrest-core",
          "jansi",
          "javaparser-core",
          "jcl-over-slf4j",
          "jsr305",
          "jul-to-slf4j",
          "junit",
          "kryo",
          "log4j-over-slf4j",
          "minlog",
          "native-platform",
          "objenesis",
          "slf4j-api");

  private final Path recipe;
  private final Path distribution;
  private final Map<String, String> sha256ByArtifact;

  private GradleFromCentral(Path recipe, Path distribution) throws IOException {
    this.recipe = recipe;
    this.distribution = distribution;
    this.sha256ByArtifact = readPins(recipe.resolve("artifacts.txt"));
  }

  /** Arguments: the project's folder, Gradle's user home, the folder to assemble into. */
  public static void main(String[] args) throws IOException, InterruptedException {
    Path gradleFolder = Path.of(args[0], "gradle");
    try {
      DownloadSite site =
          DownloadSite.of(gradleFolder.resolve("wrapper/gradle-wrapper.properties"));
      DownloadSite.useProxyOf(Path.of(args[0], "gradle.properties"));
      DownloadSite.useProxyOf(Path.of(args[1], "gradle.properties"));
      DownloadSite.useProxyOf(System.getenv("JAVA_OPTS"));
      DownloadSite.useProxyOf(System.getenv("GRADLE_OPTS"));
      if (!site.answers()) {
        new GradleFromCentral(gradleFolder.resolve("central"), Path.of(args[2]).toAbsolutePath())
            .assembleOnce(site);
      }
    } catch (Refusal refusal) {
      System.err.println(refusal.getMessage());
      System.exit(1);
    }
  }

  /** One start assembles, the others wait for it. */
  private void assembleOnce(DownloadSite site) throws IOException, InterruptedException {
    Files.createDirectories(distribution.getParent());
    try (FileChannel lockFile = FileChannel.open(sibling(".lock"), CREATE, WRITE)) {
      waitForLock(lockFile);
      if (!Files.exists(distribution)) {
        String mvn = findMaven().orElseThrow(() -> neitherSiteNorMaven(site));
        deleteLeftovers();
        assemble(mvn);
      }
    }
  }

  private static void waitForLock(FileChannel lockFile) throws IOException {
    FileLock lock = lockFile.tryLock();
    if (lock == null) {
      System.err.println("Waiting for another start that is assembling Gradle " + VERSION + ".");
      lockFile.lock();
    }
  }

  /** The folder gets its final name when it is complete: what has the name can be used. */
  private void assemble(String mvn) throws IOException, InterruptedException {
    Path unfinished = Files.createTempDirectory(distribution.getParent(), unfinishedPrefix());
    try (Progress progress = new Progress()) {
      Path lib = Files.createDirectory(unfinished.resolve("lib"));
      Files.createDirectory(lib.resolve("plugins")); // Gradle lists it
      fetch(mvn, unfinished, lib);
      checkPins(lib);
      writeJunitOverlay(lib);
      writeModuleJars(lib);
      writeCompilerPlugin(lib);
      copyInitScript(unfinished);
      writeJavaArguments(unfinished);
      Files.move(unfinished, distribution, ATOMIC_MOVE);
      progress.done();
    } finally {
      deleteRecursively(unfinished);
    }
  }

  private Path sibling(String suffix) {
    return distribution.resolveSibling(distribution.getFileName() + suffix);
  }

  private String unfinishedPrefix() {
    return distribution.getFileName() + ".unfinished";
  }

  /** Folders of starts that were killed. */
  private void deleteLeftovers() throws IOException {
    try (DirectoryStream<Path> leftovers =
        Files.newDirectoryStream(distribution.getParent(), unfinishedPrefix() + "*")) {
      for (Path leftover : leftovers) {
        deleteRecursively(leftover);
      }
    }
  }

  private static void deleteRecursively(Path folder) throws IOException {
    if (!Files.exists(folder)) {
      return;
    }
    try (Stream<Path> paths = Files.walk(folder)) {
      for (Path path : paths.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(path);
      }
    }
  }

  // Fetching: with the machine's own Maven, so that its mirrors and proxies apply.

  private static Optional<String> findMaven() {
    String name = File.separatorChar == '\\' ? "mvn.cmd" : "mvn";
    return Arrays.stream(System.getenv().getOrDefault("PATH", "").split(File.pathSeparator))
        .map(folder -> new File(folder, name))
        .filter(File::canExecute)
        .map(File::getPath)
        .findFirst();
  }

  private static Refusal neitherSiteNorMaven(DownloadSite site) {
    return new Refusal(
        """
        Gradle %1$s is not installed, its download site does not answer, and there is no 'mvn' \
        on the PATH to fetch it from Maven Central.
        Do one of these and start again:
          - install Apache Maven 3.6.3 or later, so that 'mvn' is on the PATH;
          - let this machine reach %2$s
            (through a proxy: GRADLE_OPTS="-Dhttps.proxyHost=HOST -Dhttps.proxyPort=PORT");
          - install Gradle %1$s yourself and run 'gradle' instead of the wrapper.\
        """
            .formatted(VERSION, site.url()));
  }

  private void fetch(String mvn, Path unfinished, Path lib)
      throws IOException, InterruptedException {
    Path pom = Files.writeString(unfinished.resolve("pom.xml"), pom());
    Path log = sibling(".mvn.log");
    Process maven =
        new ProcessBuilder(
                mvn,
                "--batch-mode",
                "--strict-checksums",
                "--file=" + pom,
                COPY_DEPENDENCIES,
                "-DexcludeTransitive=true",
                "-DoutputDirectory=" + lib)
            .redirectErrorStream(true)
            .redirectOutput(log.toFile())
            .start();
    Runtime.getRuntime().addShutdownHook(new Thread(maven::destroy));
    if (maven.waitFor() != 0) {
      throw new Refusal(
          "Maven could not fetch the parts of Gradle %s. Its output is in %s:%n%s"
              .formatted(VERSION, log, firstErrors(log)));
    }
    Files.delete(log);
  }

  private String pom() {
    return """
    <project>
      <modelVersion>4.0.0</modelVersion>
      <groupId>gradle-from-central</groupId>
      <artifactId>gradle</artifactId>
      <version>%s</version>
      <dependencies>
    %s
      </dependencies>
    </project>
    """
        .formatted(
            VERSION,
            sha256ByArtifact.keySet().stream()
                .map(GradleFromCentral::dependency)
                .collect(Collectors.joining("\n")));
  }

  private static String dependency(String artifact) {
    Object[] coordinates = artifact.split(":");
    return """
        <dependency>
          <groupId>%s</groupId>
          <artifactId>%s</artifactId>
          <version>%s</version>
        </dependency>\
    """
        .formatted(coordinates);
  }

  private static String firstErrors(Path log) throws IOException {
    try (Stream<String> lines = Files.lines(log)) {
      return lines
          .filter(line -> line.contains("ERROR"))
          .limit(3)
          .collect(Collectors.joining("\n"));
    }
  }

  // Checking: nothing but the pinned bytes is used.

  private static Map<String, String> readPins(Path file) throws IOException {
    Map<String, String> pins = new LinkedHashMap<>();
    for (String line : Files.readAllLines(file)) {
      if (!line.isBlank() && !line.startsWith("#")) {
        String[] pin = line.trim().split("\\s+");
        pins.put(pin[1], pin[0]);
      }
    }
    return pins;
  }

  private void checkPins(Path lib) throws IOException {
    for (Map.Entry<String, String> pin : sha256ByArtifact.entrySet()) {
      String fetched = sha256(lib.resolve(jarName(pin.getKey())));
      if (!fetched.equals(pin.getValue())) {
        throw wrongBytes(pin.getKey(), pin.getValue(), fetched);
      }
    }
  }

  private Refusal wrongBytes(String artifact, String pinned, String fetched) {
    return new Refusal(
        """
        %s as fetched by Maven is not the file that is pinned, so Gradle was not assembled.
          pinned SHA-256:  %s (%s)
          fetched SHA-256: %s
        Look at the repository or mirror that 'mvn' uses, delete the file from Maven's local \
        repository, and start again.\
        """
            .formatted(artifact, pinned, recipe.resolve("artifacts.txt"), fetched));
  }

  private static String sha256(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      try (InputStream in = new DigestInputStream(Files.newInputStream(file), digest)) {
        in.transferTo(OutputStream.nullOutputStream());
      }
      return HexFormat.of().formatHex(digest.digest());
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e); // every Java has it
    }
  }

  private static String jarName(String artifact) {
    String[] coordinates = artifact.split(":");
    return coordinates[1] + "-" + coordinates[2] + ".jar";
  }

  // Making a distribution of it.

  private List<String> classPath() {
    List<String> jars = new ArrayList<>();
    jars.add(JUNIT_OVERLAY);
    sha256ByArtifact.keySet().forEach(artifact -> jars.add(jarName(artifact)));
    return jars;
  }

  private static ZipFile openGradleApi(Path lib) throws IOException {
    return new ZipFile(lib.resolve("gradle-api-" + VERSION + ".jar").toFile());
  }

  /** Gradle's classes that run tests, first on the class path, calling the project's own JUnit. */
  private void writeJunitOverlay(Path lib) throws IOException {
    try (ZipFile gradleApi = openGradleApi(lib);
        JarOutputStream overlay = newJar(lib.resolve(JUNIT_OVERLAY), List.of())) {
      for (ZipEntry entry : Collections.list(gradleApi.entries())) {
        if (RelocatedJunit.isUsedIn(entry.getName())) {
          byte[] classFile = gradleApi.getInputStream(entry).readAllBytes();
          add(overlay, entry.getName(), RelocatedJunit.restoreNames(classFile));
        }
      }
    }
  }

  /** Gradle looks up its modules by jar name; all of them are in gradle-api. */
  private void writeModuleJars(Path lib) throws IOException {
    Pattern description = Pattern.compile("(gradle-[\\w-]+)-classpath\\.properties");
    try (ZipFile gradleApi = openGradleApi(lib)) {
      for (ZipEntry entry : Collections.list(gradleApi.entries())) {
        Matcher module = description.matcher(entry.getName());
        if (module.matches()) {
          String projects = load(gradleApi.getInputStream(entry)).getProperty("projects", "");
          newModuleJar(lib, module.group(1), projects, classPath()).close();
        }
      }
    }
    for (String module : UNDESCRIBED_MODULES) {
      newModuleJar(lib, module, "", List.of()).close();
    }
    for (String library : CONTAINED_LIBRARIES) {
      newJar(lib.resolve(library + "-1.0.jar"), classPath()).close();
    }
  }

  /** See IncrementalCompileTask.java. */
  private void writeCompilerPlugin(Path lib) throws IOException {
    Path source = recipe.resolve("IncrementalCompileTask.java");
    Path classes = Files.createDirectory(lib.resolveSibling("classes"));
    int status =
        ToolProvider.getSystemJavaCompiler()
            .run(null, null, null, "-d", classes.toString(), source.toString());
    if (status != 0) {
      throw new Refusal(source + " does not compile.");
    }
    String className = "org/gradle/internal/compiler/java/IncrementalCompileTask.class";
    try (JarOutputStream jar = newModuleJar(lib, "gradle-java-compiler-plugin", "", List.of())) {
      add(jar, className, Files.readAllBytes(classes.resolve(className)));
    }
    deleteRecursively(classes);
  }

  private static JarOutputStream newModuleJar(
      Path lib, String module, String projects, List<String> classPath) throws IOException {
    JarOutputStream jar = newJar(lib.resolve(module + "-" + VERSION + ".jar"), classPath);
    String description = "projects=" + projects + "\nruntime=" + String.join(",", classPath) + "\n";
    add(jar, module + "-classpath.properties", description.getBytes(UTF_8));
    return jar;
  }

  private static JarOutputStream newJar(Path file, List<String> classPath) throws IOException {
    Manifest manifest = new Manifest();
    manifest.getMainAttributes().put(Attributes.Name.MANIFEST_VERSION, "1.0");
    manifest.getMainAttributes().put(Attributes.Name.CLASS_PATH, String.join(" ", classPath));
    return new JarOutputStream(Files.newOutputStream(file), manifest);
  }

  private static void add(JarOutputStream jar, String name, byte[] content) throws IOException {
    jar.putNextEntry(new ZipEntry(name));
    jar.write(content);
    jar.closeEntry();
  }

  private void copyInitScript(Path unfinished) throws IOException {
    Path initScripts = Files.createDirectory(unfinished.resolve("init.d"));
    Files.copy(recipe.resolve("init.gradle"), initScripts.resolve("init.gradle"));
  }

  /** With them in a file, a later start is one exec of java. */
  private void writeJavaArguments(Path unfinished) throws IOException {
    List<String> arguments = new ArrayList<>();
    OPENED_PACKAGES.forEach(name -> arguments.add("--add-opens=" + name + "=ALL-UNNAMED"));
    arguments.add("-Dorg.gradle.internal.instrumentation.agent=false");
    arguments.add("-classpath");
    arguments.add(
        classPath().stream()
            .map(jar -> distribution.resolve("lib").resolve(jar).toString())
            .collect(Collectors.joining(File.pathSeparator)));
    arguments.add("org.gradle.launcher.Main");
    // gradle-api has no daemon, so this process has to do. The wrapper scripts apply
    // org.gradle.jvmargs; if Gradle saw them as well, it would want another process.
    arguments.add("--no-daemon");
    arguments.add("-Dorg.gradle.jvmargs=");
    Files.write(
        unfinished.resolve("java.args"),
        arguments.stream().map(GradleFromCentral::quoted).toList(),
        Charset.forName(System.getProperty("native.encoding")));
  }

  private static String quoted(String argument) {
    return '"' + argument.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static Properties load(InputStream source) throws IOException {
    try (source) {
      Properties properties = new Properties();
      properties.load(source);
      return properties;
    }
  }

  /** Where the ordinary wrapper would get Gradle from. */
  private record DownloadSite(URI url) {
    private static final int TIMEOUT_MILLIS = 4000;
    private static final String PROXY_SETTING = "https?\\.(?:proxy\\w+|nonProxyHosts)";

    static DownloadSite of(Path wrapperProperties) throws IOException {
      Properties properties = load(Files.newInputStream(wrapperProperties));
      return new DownloadSite(URI.create(properties.getProperty("distributionUrl")));
    }

    /** The wrapper takes system properties from Gradle's properties files. */
    static void useProxyOf(Path gradleProperties) throws IOException {
      if (Files.exists(gradleProperties)) {
        Properties properties = load(Files.newInputStream(gradleProperties));
        for (String name : properties.stringPropertyNames()) {
          if (name.matches("systemProp\\." + PROXY_SETTING)) {
            System.setProperty(
                name.substring("systemProp.".length()), properties.getProperty(name));
          }
        }
      }
    }

    static void useProxyOf(String javaOptions) {
      if (javaOptions != null) {
        Pattern.compile("-D(" + PROXY_SETTING + ")=(\\S+)")
            .matcher(javaOptions)
            .results()
            .forEach(setting -> System.setProperty(setting.group(1), setting.group(2)));
      }
    }

    boolean answers() {
      // Looking up a host name has no time-out of its own.
      return CompletableFuture.supplyAsync(this::respondsOk)
          .completeOnTimeout(false, TIMEOUT_MILLIS, TimeUnit.MILLISECONDS)
          .join();
    }

    private boolean respondsOk() {
      try {
        if (!(url.toURL().openConnection() instanceof HttpURLConnection connection)) {
          return true; // a file, not a site
        }
        connection.setConnectTimeout(TIMEOUT_MILLIS);
        connection.setReadTimeout(TIMEOUT_MILLIS);
        connection.setRequestMethod("HEAD");
        return connection.getResponseCode() == HttpURLConnection.HTTP_OK;
      } catch (IOException outOfReach) {
        return false;
      }
    }
  }

  /**
   * gradle-api has every library moved below a package of its own. For JUnit that is wrong: the
   * process that runs the tests has to call the JUnit on the class path of the tests. The names are
   * strings in the constant pools of the class files (Java Virtual Machine Specification, 4.4).
   */
  private static final class RelocatedJunit {
    private static final Pattern PREFIX =
        Pattern.compile("org[./]gradle[./]internal[./]impldep[./](?=(org[./])?(junit|opentest4j))");
    private static final int UTF8 = 1;
    private static final int LONG = 5;
    private static final int DOUBLE = 6;

    static boolean isUsedIn(String entry) {
      return entry.endsWith(".class")
          && (entry.startsWith("org/gradle/api/internal/tasks/testing/")
              || entry.startsWith("org/gradle/api/testing/toolchains/"));
    }

    static byte[] restoreNames(byte[] classFile) throws IOException {
      DataInputStream in = new DataInputStream(new ByteArrayInputStream(classFile));
      ByteArrayOutputStream restored = new ByteArrayOutputStream();
      DataOutputStream out = new DataOutputStream(restored);
      out.writeLong(in.readLong()); // magic number and version
      int end = in.readUnsignedShort();
      out.writeShort(end);
      int index = 1;
      while (index < end) {
        int tag = in.readUnsignedByte();
        out.writeByte(tag);
        if (tag == UTF8) {
          out.writeUTF(PREFIX.matcher(in.readUTF()).replaceAll(""));
        } else {
          out.write(in.readNBytes(sizeOfConstant(tag)));
        }
        index += tag == LONG || tag == DOUBLE ? 2 : 1;
      }
      in.transferTo(out);
      return restored.toByteArray();
    }

    private static int sizeOfConstant(int tag) {
      return switch (tag) {
        case 7, 8, 16, 19, 20 -> 2;
        case 15 -> 3;
        case 3, 4, 9, 10, 11, 12, 17, 18 -> 4;
        case LONG, DOUBLE -> 8;
        default -> throw new IllegalArgumentException("constant with tag " + tag);
      };
    }
  }

  /** A line that grows by a dot each second. */
  private static final class Progress implements AutoCloseable {
    private final long start = System.nanoTime();
    private final Thread dots = new Thread(this::printDots);

    Progress() {
      System.err.printf(
          "Gradle's download site does not answer. Assembling Gradle %s from Maven Central ",
          VERSION);
      dots.setDaemon(true);
      dots.start();
    }

    private void printDots() {
      try {
        while (true) {
          Thread.sleep(1000);
          System.err.print('.');
        }
      } catch (InterruptedException closed) {
        Thread.currentThread().interrupt();
      }
    }

    void done() {
      dots.interrupt();
      System.err.printf(" done in %d s", TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - start));
    }

    @Override
    public void close() {
      dots.interrupt();
      System.err.println();
    }
  }

  /** Ends the start with a message that says what to do. */
  private static final class Refusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    Refusal(String message) {
      super(message);
    }
  }
}
