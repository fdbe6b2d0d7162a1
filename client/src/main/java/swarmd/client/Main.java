package swarmd.client;

import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import swarmd.home.Home;
import swarmd.home.Version;
import swarmd.usage.FailureText;

/** The program `swarm`: handles hooks and the daemon's life cycle, and forwards other commands. */
public final class Main {
  /** The end of a problem that another attempt solves. */
  static final String AGAIN = "; run it again";

  static final int OK = 0;
  static final int FAILED = 1;
  static final int USAGE = 2;

  private Main() {}

  public static void main(String[] args) {
    int code;
    try {
      code = run(args);
    } catch (LinkageError e) { // classes are read when they are first needed
      System.err.println("swarm: the installed files were replaced meanwhile; try again");
      code = FAILED;
    }
    System.out.flush();
    Runtime.getRuntime().halt(code);
  }

  static int run(String[] args) {
    SocketWarmUp.begin();
    boolean hook = args.length > 0 && args[0].equals("hook");
    return hook && !isHelp(args) ? Hook.command(args) : command(args);
  }

  /** A host's hook never asks for it, so that it loads none of that. */
  private static boolean isHelp(String[] args) {
    return args.length > 1 && (args[1].equals("--help") || args[1].equals("-h"));
  }

  private static int command(String[] args) {
    Home home = Home.find();
    try {
      Optional<String> help = Help.page(args);
      if (help.isPresent()) {
        System.out.print(help.get());
        return OK;
      }
      return command(args, home);
    } catch (Arguments.WrongUsage e) {
      System.err.println("swarm: " + e.getMessage());
      return USAGE;
    } catch (IOException e) {
      return fail(FailureText.of(e));
    }
  }

  /** Prints in one line what went wrong. */
  static int fail(String problem) {
    String line = problem.strip().replace("\n", "; ");
    boolean complete = line.endsWith("?") || line.endsWith(AGAIN);
    System.err.println("swarm: " + line + (complete ? "" : "; see: swarm doctor"));
    return FAILED;
  }

  private static int command(String[] args, Home home) throws IOException {
    String name = args.length == 0 ? "" : args[0];
    String[] rest = args.length == 0 ? args : Arrays.copyOfRange(args, 1, args.length);
    return switch (name) {
      case "daemon" -> new DaemonCommand(home).run(rest);
      case "doctor" -> new DoctorCommand(home).run(rest);
      case "mcp" -> new McpCommand(home).run(rest);
      case "service" -> new ServiceCommand(home).run(rest);
      case "uninstall" ->
          Arrays.asList(rest).contains("--all")
              ? new UninstallAll(home).run(args)
              : new Forward(home).run(args);
      case "status" ->
          Watch.isMeant(rest) ? new Watch(home).run(args) : new Forward(home).run(args);
      case "" -> alone(args, home);
      case "--version", "-V" -> version();
      case ClassArchive.COMMAND -> ClassArchive.command(args, home);
      default -> new Forward(home).run(args);
    };
  }

  /** Starts no daemon, since it only looks. */
  private static int alone(String[] args, Home home) throws IOException {
    try {
      return new Forward(home).withoutStart().run(args);
    } catch (Forward.NoDaemon e) {
      System.out.print(Beginning.text(home));
      return OK;
    }
  }

  private static int version() throws IOException {
    System.out.println("swarm " + Version.current());
    return OK;
  }
}
