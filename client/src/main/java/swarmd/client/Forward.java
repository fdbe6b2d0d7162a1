package swarmd.client;

import java.io.DataInputStream;
import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.home.Home;
import swarmd.usage.FailureText;

/** Runs a command in the daemon and prints its output as it arrives. */
final class Forward {
  /** With hundreds of commands at once, a start takes far longer than alone. */
  private static final long START_LIMIT_MILLIS = 60_000;

  /** The daemon starts to answer at once, however long the command takes. */
  private static final long ANSWER_LIMIT_MILLIS = 6_000;

  private static final int INPUT_LIMIT_BYTES = 16 << 20;

  /** The exit code that a shell reports for a program killed by SIGPIPE. */
  private static final int PIPE_CLOSED = 141;

  private static final Set<String> ENVIRONMENT =
      Set.of("NO_COLOR", "CLICOLOR_FORCE", "TERM", "COLUMNS", "LINES", "USER", "HOME");

  /** A frame's header is one of these streams, three zero bytes and the length. */
  private static final int STDOUT = 1;

  private static final int STDERR = 2;
  private static final int EXIT = 3;
  private static final int BROWSER = 4;
  private static final int RESTART = 5;

  /** A claim is repeated with the id of this run, so that it returns the same tasks. */
  private static final Set<String> REPEATABLE =
      Set.of("claim", "renew", "release", "complete", "done", "fail");

  private static final int MAX_REPETITIONS = 5;

  /** These may have nothing to print for as long as they like. */
  private static final Set<String> ENDLESS = Set.of("-f", "--follow", "--watch");

  private final Home home;
  private final Map<String, String> terminal;
  private String first = "";
  private boolean starts = true;
  private boolean printed;
  private boolean restarts;

  Forward(Home home) {
    this(home, Map.of());
  }

  /**
   * @param terminal variables that describe the terminal better than the environment does
   */
  Forward(Home home, Map<String, String> terminal) {
    this.home = home;
    this.terminal = terminal;
  }

  /** Throws {@link NoDaemon} rather than starting one. */
  Forward withoutStart() {
    starts = false;
    return this;
  }

  /** There is no daemon, and none is started. */
  static final class NoDaemon extends IOException {
    private static final long serialVersionUID = 1;

    NoDaemon(IOException cause) {
      super("no daemon is running", cause);
    }
  }

  /** Prints this before the output, as soon as there is any. */
  void printFirst(String text) {
    first = text;
  }

  int run(String[] argv) throws IOException {
    int code = runInDaemon(argv);
    return restarts && code == Main.OK ? new DaemonCommand(home).restart() : code;
  }

  private int runInDaemon(String[] argv) throws IOException {
    Optional<String> input = Optional.empty();
    if (Arrays.asList(argv).contains("-")) {
      byte[] bytes = System.in.readNBytes(INPUT_LIMIT_BYTES + 1);
      if (bytes.length > INPUT_LIMIT_BYTES) {
        System.err.println("swarm: standard input is larger than 16 MiB; send it in parts");
        return Main.USAGE;
      }
      try {
        input =
            Optional.of(
                StandardCharsets.UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString());
      } catch (CharacterCodingException e) {
        System.err.println("swarm: standard input is not valid UTF-8");
        return Main.USAGE;
      }
    }
    byte[] request = request(argv, input).getBytes(StandardCharsets.UTF_8);
    for (int left = isRepeatable(argv) ? MAX_REPETITIONS : 0; ; left--) {
      try (Exchange exchange = connect(argv)) {
        int code = run(exchange, request, isEndless(argv));
        new ClientArchive(home).refresh();
        return code;
      } catch (Exchange.Expired e) {
        throw new IOException(DaemonProbe.silence(home), e);
      } catch (DaemonDied e) {
        if (left == 0 || printed) {
          throw isRepeatable(argv) || isLanding(argv)
              ? new IOException(e.getMessage() + Main.AGAIN, e)
              : e;
        }
      }
    }
  }

  private static boolean isEndless(String[] argv) {
    return Arrays.stream(argv).anyMatch(ENDLESS::contains);
  }

  private int run(Exchange exchange, byte[] request, boolean endless) throws IOException {
    try (Progress progress = endless ? Progress.silent() : Progress.of("working")) {
      return run(exchange, request, progress);
    }
  }

  private int run(Exchange exchange, byte[] request, Progress progress) throws IOException {
    try {
      exchange.post("/v1/cli", "", request);
    } catch (Exchange.Expired e) {
      throw e;
    } catch (IOException e) {
      throw new DaemonDied(FailureText.of(e), e);
    }
    exchange.liftLimit();
    return exchange.status() == 200 ? copyOutput(exchange, progress) : reportRefusal(exchange);
  }

  /** The daemon closed the connection before the command was finished. */
  private static final class DaemonDied extends IOException {
    private static final long serialVersionUID = 1;

    DaemonDied(String message, IOException cause) {
      super(message, cause);
    }
  }

  /** Steps of an agent that have the same effect twice as once. */
  private static boolean isRepeatable(String[] argv) {
    return argv.length > 1 && argv[0].equals("task") && REPEATABLE.contains(argv[1]);
  }

  /** Has the same effect twice, too, but runs the task's checks again: for the person to decide. */
  private static boolean isLanding(String[] argv) {
    return argv.length > 1 && argv[0].equals("task") && argv[1].equals("land");
  }

  private Exchange connect(String[] argv) throws IOException {
    try {
      return Exchange.connect(home.socket(), ANSWER_LIMIT_MILLIS, new DaemonLife(home));
    } catch (Exchange.Expired e) {
      throw e;
    } catch (IOException noDaemon) {
      if (!starts) {
        throw new NoDaemon(noDaemon);
      }
      Help.checkCommand(argv);
      boolean hadData = Files.exists(home.database());
      Optional<String> problem = Starter.withProgress(home).start(START_LIMIT_MILLIS);
      if (problem.isPresent()) {
        throw new IOException(problem.get());
      }
      reportNewDaemon(hadData);
      return Exchange.connect(home.socket(), ANSWER_LIMIT_MILLIS, new DaemonLife(home));
    }
  }

  /** A person who finds no tasks should learn that the home is a new one. */
  private void reportNewDaemon(boolean hadData) throws IOException {
    Optional<String> lastEnd = new LastEnd(home).take();
    if (lastEnd.isPresent()) {
      System.err.println("swarm: a new daemon was started. The last one stopped: " + lastEnd.get());
    } else if (!hadData) {
      System.err.println("swarm: started a daemon with a new, empty home: " + home.directory());
    }
  }

  private String request(String[] argv, Optional<String> input) {
    Map<String, String> environment = new TreeMap<>();
    for (Map.Entry<String, String> variable : System.getenv().entrySet()) {
      String name = variable.getKey();
      if (name.startsWith("SWARM_") || name.startsWith("SWARMD_") || ENVIRONMENT.contains(name)) {
        environment.put(name, variable.getValue());
      }
    }
    environment.putAll(terminal);
    if (argv.length > 0 && argv[0].equals("install")) {
      copyVariable("PATH", environment); // on which it looks for hosts
    }
    environment.put("SWARM_RUN", ProcessHandle.current().pid() + "-" + System.nanoTime());
    for (HostProfile host : HostCatalogue.STANDARD.hosts()) {
      host.variables().session().ifPresent(name -> copyVariable(name, environment));
      host.variables().agent().ifPresent(name -> copyVariable(name, environment));
      host.settings().ifPresent(settings -> copyVariable(settings.homeVariable(), environment));
    }
    return "{\"argv\":"
        + JsonText.array(Arrays.asList(argv))
        + ",\"cwd\":"
        + JsonText.quote(System.getProperty("user.dir"))
        + ",\"env\":"
        + JsonText.object(environment)
        + (input.isPresent() ? ",\"stdin\":" + JsonText.quote(input.get()) : "")
        + "}";
  }

  private static void copyVariable(String variable, Map<String, String> environment) {
    Optional.ofNullable(System.getenv(variable))
        .ifPresent(value -> environment.put(variable, value));
  }

  private int copyOutput(Exchange exchange, Progress progress) throws IOException {
    DataInputStream frames = new DataInputStream(exchange.body());
    OutputStream out = new FileOutputStream(FileDescriptor.out);
    OutputStream err = new FileOutputStream(FileDescriptor.err);
    while (true) {
      int stream;
      byte[] bytes;
      try {
        stream = frames.readInt() >>> 24;
        bytes = frames.readNBytes(frames.readInt());
      } catch (IOException e) {
        throw new DaemonDied("the daemon stopped before the command was finished", e);
      }
      try {
        progress.close();
        if (!printed && stream == STDOUT) {
          out.write(first.getBytes(StandardCharsets.UTF_8));
        }
        printed |= stream == STDOUT || stream == STDERR;
        switch (stream) {
          case STDOUT -> out.write(bytes);
          case STDERR -> err.write(bytes);
          case BROWSER -> Browser.open(new String(bytes, StandardCharsets.UTF_8));
          case RESTART -> restarts = true;
          case EXIT -> {
            return Integer.parseInt(new String(bytes, StandardCharsets.US_ASCII).trim());
          }
          default -> {} // from a newer daemon
        }
      } catch (IOException e) {
        return PIPE_CLOSED;
      }
    }
  }

  private static int reportRefusal(Exchange exchange) throws IOException {
    String body = new String(exchange.body().readAllBytes(), StandardCharsets.UTF_8);
    String message = JsonText.field(body, "message").orElse("the daemon refused the command");
    System.err.println("swarm: " + message + " (HTTP " + exchange.status() + ")");
    return Main.FAILED;
  }
}
