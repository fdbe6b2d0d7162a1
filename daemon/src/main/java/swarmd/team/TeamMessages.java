package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.common.Cause;
import swarmd.common.Outcome;
import swarmd.messages.Address;
import swarmd.messages.Agents;
import swarmd.messages.KnownAgent;
import swarmd.messages.LocalAgents;
import swarmd.messages.Message;
import swarmd.messages.MessageLimits;
import swarmd.messages.MessageStore;
import swarmd.messages.NewMessage;
import swarmd.messages.Sent;
import swarmd.store.Store;

/**
 * The messages of a team. They are stored in the team's database and reach their receivers'
 * workstations with the copy; what becomes of them there goes back as receipts, which are repeated
 * until the database has them.
 */
public final class TeamMessages implements MessageStore, Agents {
  private static final Logger log = LoggerFactory.getLogger(TeamMessages.class);

  /** A workstation that has been silent for longer than this has no agents at work. */
  private static final Duration AGENTS_COUNT = Duration.ofMinutes(15);

  private static final Duration AGENTS_REPEATED = Duration.ofMinutes(3);
  private static final Duration AGENTS_LOOKED_UP = Duration.ofSeconds(1);

  private final Store store;
  private final TeamDatabase database;
  private final TeamCopy copy;
  private final LocalAgents local;
  private final String workstation;
  private final TeamClock clock;

  /** These are guarded by the lock on this. */
  private boolean sendingReceipts;

  private boolean moreReceipts;
  private boolean publishing;
  private Optional<JsonNode> published = Optional.empty();
  private long publishedAt;
  private Optional<Long> lookedUpAt = Optional.empty();

  TeamMessages(
      Store store,
      TeamDatabase database,
      TeamCopy copy,
      LocalAgents local,
      String workstation,
      TeamClock clock) {
    this.store = store;
    this.database = database;
    this.copy = copy;
    this.local = local;
    this.workstation = workstation;
    this.clock = clock;
  }

  @Override
  public CompletableFuture<Outcome<Sent>> add(NewMessage message) {
    return copy.known()
        .thenCompose(known -> database.send(call(message)))
        .thenCompose(
            answer -> {
              clock.read(answer);
              if (answer.has("too_often")) {
                return CompletableFuture.completedFuture(MessageLimits.tooOften());
              }
              database.announce();
              return copy.putMessages(answer.get("messages"))
                  .thenApply(stored -> MessageLimits.checked(sent(message, stored)));
            });
  }

  private static Sent sent(NewMessage message, List<Message> stored) {
    Set<Address> reached = stored.stream().map(Message::receiver).collect(Collectors.toSet());
    return new Sent(
        stored,
        message.receivers().stream().filter(receiver -> !reached.contains(receiver)).toList());
  }

  private static ObjectNode call(NewMessage message) {
    ObjectNode call =
        JsonNodeFactory.instance
            .objectNode()
            .put("sending", message.sending())
            .put("project", message.project())
            .put("sender", message.sender().key())
            .put("sender_kind", message.sender().actor().kind().label())
            .put("text", message.text())
            .put("period_ms", MessageLimits.PERIOD.toMillis())
            .put("max_calls", MessageLimits.MAX_CALLS)
            .put("max_waiting", MessageLimits.MAX_WAITING)
            .put("kept_ms", Message.KEPT_MILLIS);
    message.sender().actor().name().ifPresent(name -> call.put("sender_name", name));
    message.sender().actor().session().ifPresent(id -> call.put("sender_session", id));
    message.sender().workstation().ifPresent(name -> call.put("sender_workstation", name));
    ArrayNode receivers = call.putArray("receivers");
    for (Address receiver : message.receivers()) {
      receivers
          .addObject()
          .put("session", receiver.session().orElse(""))
          .put("agent", receiver.agent().orElse(""))
          .put("workstation", receiver.workstation().orElseThrow())
          .put("name", receiver.name());
    }
    return call;
  }

  /** This workstation knows its own agents best. */
  @Override
  public CompletableFuture<List<KnownAgent>> in(String project) {
    return local
        .in(project)
        .thenCombine(
            database.agents(project, AGENTS_COUNT),
            (here, everywhere) -> {
              List<KnownAgent> found = new ArrayList<>(here);
              everywhere.forEach(
                  agent -> {
                    if (!agent.get("workstation").asText().equals(workstation)) {
                      found.add(known(agent));
                    }
                  });
              return found;
            });
  }

  private static KnownAgent known(JsonNode agent) {
    return new KnownAgent(
        new Address(
            Optional.of(agent.get("session").asText()),
            Optional.of(agent.get("agent").asText()).filter(name -> !name.isEmpty()),
            Optional.of(agent.get("workstation").asText())),
        agent.get("host").asText());
  }

  /** Tells the team which agents are at work here, if that has changed, and now and then. */
  void publishAgents() {
    synchronized (this) {
      long now = clock.nanos();
      if (publishing
          || lookedUpAt.filter(at -> now - at < AGENTS_LOOKED_UP.toNanos()).isPresent()) {
        return;
      }
      publishing = true;
      lookedUpAt = Optional.of(now);
    }
    local
        .all()
        .thenCompose(this::publish)
        .whenComplete(
            (done, failure) -> {
              if (failure != null) {
                log.debug("The team does not know our agents: {}", Cause.of(failure).toString());
              }
              synchronized (this) {
                publishing = false;
              }
            });
  }

  private CompletableFuture<Void> publish(List<LocalAgents.Located> agents) {
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (LocalAgents.Located located : agents) {
      Address address = located.agent().address();
      list.addObject()
          .put("project", located.project())
          .put("session", address.session().orElseThrow())
          .put("agent", address.agent().orElse(""))
          .put("host", located.agent().host());
    }
    synchronized (this) {
      boolean due = clock.nanos() - publishedAt > AGENTS_REPEATED.toNanos();
      if (published.filter(before -> isSame(before, list)).isPresent() && !due) {
        return CompletableFuture.completedFuture(null);
      }
    }
    return database
        .publishAgents(workstation, list)
        .thenAccept(
            done -> {
              synchronized (this) {
                published = Optional.of(list);
                publishedAt = clock.nanos();
              }
            });
  }

  /** In whichever order. */
  private static boolean isSame(JsonNode before, JsonNode after) {
    Set<JsonNode> known = new HashSet<>();
    before.forEach(known::add);
    Set<JsonNode> now = new HashSet<>();
    after.forEach(now::add);
    return known.equals(now);
  }

  /** Reports everything that waits, as far as the database answers. */
  public void sendReceipts() {
    synchronized (this) {
      if (sendingReceipts) {
        moreReceipts = true;
        return;
      }
      sendingReceipts = true;
      moreReceipts = false;
    }
    store
        .writeCopy(transaction -> transaction.get(MessageCopy.class).receipts())
        .thenCompose(this::send)
        .whenComplete(
            (sent, failure) -> {
              if (failure != null) {
                log.debug("Receipts wait for the team: {}", Cause.of(failure).toString());
              }
              boolean again;
              synchronized (this) {
                sendingReceipts = false;
                again = failure == null && (moreReceipts || sent);
              }
              if (again) {
                sendReceipts();
              }
            });
  }

  /** Returns whether there may be more. */
  private CompletableFuture<Boolean> send(List<MessageCopy.Receipt> receipts) {
    if (receipts.isEmpty()) {
      return CompletableFuture.completedFuture(false);
    }
    ArrayNode list = JsonNodeFactory.instance.arrayNode();
    for (MessageCopy.Receipt receipt : receipts) {
      ObjectNode node = list.addObject().put("id", receipt.id()).put("sending", receipt.sending());
      receipt.deliveredAt().ifPresent(at -> node.put("delivered_at", at));
      receipt.readAt().ifPresent(at -> node.put("read_at", at));
    }
    return database
        .receive(list)
        .thenCompose(
            done -> {
              database.announce();
              return store.write(
                  transaction -> {
                    transaction.get(MessageCopy.class).remove(receipts);
                    return true;
                  });
            });
  }
}
