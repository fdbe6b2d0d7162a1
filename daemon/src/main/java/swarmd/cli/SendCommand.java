package swarmd.cli;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.MessageJson;
import swarmd.messages.Message;
import swarmd.messages.MessageLimits;
import swarmd.messages.Messages;
import swarmd.messages.Sender;
import swarmd.messages.Sent;
import swarmd.messages.Target;

@Command(
    name = "send",
    customSynopsis = {
      "swarm send [--json] [--project=DIR] AGENT TEXT...",
      "       swarm send [--json] [--project=DIR] --all TEXT...",
      "       swarm send [--json] [--project=DIR] --task=ID TEXT...",
    },
    description = {
      "Sends a message to other agents of the project. They get it with their next hook event,"
          + " marked as the words of its sender. To see whether it was read:  swarm inbox --sent"
    },
    footer = {
      "",
      "At most 4,000 characters, and 20 messages a minute. Examples:",
      "  swarm send main-5f2ac0de \"the schema has changed: run the migrations\"",
      "  swarm send --all \"main is broken, do not rebase\"",
      "  swarm send --task 7 \"leave the parser to me\""
    })
final class SendCommand extends ProjectCommand {
  @Parameters(
      index = "0",
      arity = "0..1",
      paramLabel = "AGENT",
      description = "The agent's name or its session, as in swarm status.")
  private Optional<String> agent = Optional.empty();

  @Parameters(index = "1..*", paramLabel = "TEXT", description = "The message.")
  private List<String> words = List.of();

  @Option(names = "--all", description = "Send it to all other agents of the project.")
  private boolean all;

  @Option(names = "--task", paramLabel = "ID", description = "Send it to the holder of this task.")
  private Optional<Long> task = Optional.empty();

  SendCommand(Context context) {
    super(context);
  }

  @Override
  void run(String project) throws InterruptedException {
    if (all && task.isPresent()) {
      throw CommandFailed.usage("give --all or --task, not both");
    }
    boolean named = !all && task.isEmpty();
    String text =
        Stream.concat(named ? Stream.empty() : agent.stream(), words.stream())
            .collect(Collectors.joining(" "))
            .strip();
    if (text.isEmpty() || named && agent.isEmpty()) {
      throw CommandFailed.usage("nothing to send; try: swarm send AGENT \"a text\"");
    }
    Target target =
        all
            ? new Target.Everybody()
            : task.<Target>map(Target.HolderOf::new)
                .orElseGet(() -> new Target.Named(agent.orElseThrow()));
    Messages messages = context.services().messages();
    Sender sender = context.awaitValue(messages.identify(context.caller(), project));
    // a client whose daemon dies repeats its command
    Sent sent =
        context.awaitValue(
            messages.send(project, sender, target, text, context.variable(Context.RUN)));
    if (json) {
      context.printJson(MessageJson.sent(sent, messages.now()));
    } else {
      print(sent);
    }
  }

  private void print(Sent sent) {
    for (Message message : sent.stored()) {
      context
          .terminal()
          .println(
              "stored message %d for %s; it %s"
                  .formatted(
                      message.id(),
                      message.receiver().title(),
                      message.receiver().session().isPresent()
                          ? "comes with the agent's next hook event"
                          : "waits for: swarm inbox"));
    }
    if (!sent.full().isEmpty()) {
      context.terminal().note(MessageLimits.full(sent.full()));
    }
  }
}
