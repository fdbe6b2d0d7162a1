package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import swarmd.api.MessageJson;
import swarmd.cli.Terminal.Colour;
import swarmd.messages.Address;
import swarmd.messages.Message;
import swarmd.messages.MessageFilter;
import swarmd.messages.MessageText;
import swarmd.messages.Messages;
import swarmd.messages.Sender;
import swarmd.swarm.Actor;
import swarmd.text.HumanDuration;

@Command(
    name = "inbox",
    description = {
      "Lists messages. An agent or a script sees those that were sent to it; a person sees all"
          + " messages of the project."
    },
    footer = {
      "",
      "A message is stored, then delivered with an event of its receiver, then read",
      "when a later event shows that its model has gone on. One that nobody came for",
      "within 2 hours has expired. Examples:",
      "  swarm inbox",
      "  swarm inbox --sent"
    })
final class InboxCommand extends ProjectCommand {
  @Option(names = "--sent", description = "List the messages that you have sent.")
  private boolean sent;

  @Option(
      names = "--agent",
      paramLabel = "NAME",
      description =
          "List the messages to this agent, without marking them as read; an agent can list only"
              + " its own.")
  private Optional<String> agent = Optional.empty();

  @Option(
      names = {"-n", "--limit"},
      paramLabel = "N",
      description = "List at most N messages, the newest (default: 50).")
  private int limit = MessageFilter.DEFAULT_LIMIT;

  InboxCommand(Context context) {
    super(context);
  }

  @Override
  void run(String project) throws InterruptedException {
    if (sent && agent.isPresent()) {
      throw CommandFailed.usage("give --sent or --agent, not both");
    }
    MessageFilter.LIMIT.check(limit);
    Messages messages = context.services().messages();
    Sender caller = context.awaitValue(messages.identify(context.caller(), project));
    boolean isAgent = caller.actor().kind() == Actor.Kind.AGENT;
    if (agent.isPresent() && isAgent && !agent.equals(caller.actor().name())) {
      throw CommandFailed.because("an agent sees only its own messages; leave out --agent");
    }
    if (sent) {
      list(context.await(messages.listBy(project, caller, limit)));
    } else if (agent.isPresent()) {
      list(
          context.await(
              isAgent
                  ? messages.listTo(project, caller.address(), limit)
                  : messages.list(filter(project, agent))));
    } else if (isAgent) {
      Address own = caller.address();
      List<Message> received = context.await(messages.open(project, own, false, limit));
      if (json || received.isEmpty()) {
        list(received);
      } else {
        context
            .terminal()
            .println(MessageText.quoted(received, own, context.services().messages().now()));
      }
    } else {
      // an agent without a session has no events, so looking is reading
      Address own =
          new Address(
              Optional.empty(), Optional.of(context.agent(Optional.empty())), caller.workstation());
      List<Message> received = context.await(messages.open(project, own, true, limit));
      list(
          caller.actor().kind() == Actor.Kind.PERSON
              ? context.await(messages.list(filter(project, Optional.empty())))
              : received);
    }
  }

  private MessageFilter filter(String project, Optional<String> to) {
    return new MessageFilter(Optional.of(project), to, Optional.empty(), limit);
  }

  private void list(List<Message> found) {
    if (json) {
      context.printJson(MessageJson.messages(found, context.services().messages().now()));
    } else if (found.isEmpty()) {
      context.terminal().note("no messages; send one with: swarm send AGENT \"text\"");
    } else {
      table(found).print();
    }
  }

  private Table table(List<Message> messages) {
    Table table = new Table(context.terminal(), "ID", "FROM", "TO", "AGE", "STATE", "TEXT");
    for (Message message : messages) {
      Message.State state = message.state(context.services().messages().now());
      table.row(
          number(message.id()),
          cell(message.sender().title()),
          cell(message.receiver().title()),
          cell(HumanDuration.of(context.services().messages().now() - message.sentAt())),
          switch (state) {
            case READ -> cell(state.label(), Colour.GREEN);
            case EXPIRED -> cell(state.label(), Colour.RED);
            case STORED, DELIVERED -> cell(state.label());
          },
          cell(message.text()));
    }
    return table;
  }
}
