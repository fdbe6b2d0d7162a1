package swarmd.cli;

import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.json.Json;
import swarmd.sessions.Caller;

@Command(
    name = "open",
    mixinStandardHelpOptions = true,
    description = "Opens the live page in your browser.",
    footer = {
      "",
      "The address holds a code that works once, within a minute; the page stays open after it.",
      "Where there is no browser, the address is printed. Example:  swarm open --print"
    })
final class OpenCommand implements Callable<Integer> {
  private final Context context;

  @Option(names = "--print", description = "Print the address instead of opening it.")
  private boolean print;

  @Option(names = "--json", description = "Print the address as JSON.")
  private boolean json;

  OpenCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws InterruptedException {
    Caller caller = context.caller();
    if (!caller.isPerson()) {
      throw CommandFailed.because(
          caller instanceof Caller.Agent
              ? "the page is for the person; an agent can use: swarm status"
              : caller.refusal("open the page"));
    }
    String address = context.services().newPageAddress().get();
    if (json) {
      context.printJson(Json.object().put("address", address));
    } else if (print) {
      context.terminal().println(address);
    } else {
      context.terminal().openInBrowser(address);
    }
    return 0;
  }
}
