package swarmd.cli;

import java.io.IOException;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.json.Json;

@Command(
    name = "untrust",
    mixinStandardHelpOptions = true,
    description = "Stops this project's hooks from running.")
final class HooksUntrustCommand implements Callable<Integer> {
  private final Context context;

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  HooksUntrustCommand(Context context) {
    this.context = context;
  }

  @Override
  public Integer call() throws IOException, InterruptedException {
    context.requirePerson("take back the trust in hooks or checks");
    String directory = context.foundProject(project).folder();
    boolean wasTrusted = context.services().hookConfigs().untrust(directory);
    if (json) {
      context.printJson(Json.object().put("project", directory).put("was_trusted", wasTrusted));
    } else if (wasTrusted) {
      context.terminal().println("the hooks of " + directory + " are no longer trusted");
    } else {
      context.terminal().note("the hooks of " + directory + " were not trusted");
    }
    return 0;
  }
}
