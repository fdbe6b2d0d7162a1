package swarmd.builtin.sessions;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import swarmd.catalogue.EventKind;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookHandler;
import swarmd.hooks.HookResult;
import swarmd.hooks.IdleHolds;
import swarmd.hooks.StopMarker;
import swarmd.messages.Address;
import swarmd.messages.Mailboxes;
import swarmd.messages.Message;
import swarmd.messages.MessageQueries.Mailbox;
import swarmd.messages.MessageText;
import swarmd.modes.StopBypass;
import swarmd.sessions.LivingSessions;
import swarmd.sessions.Session;
import swarmd.sessions.SessionRepository;
import swarmd.store.Transaction;
import swarmd.time.Time;

/**
 * Passes messages of other agents on with the next event that can carry context; a Stop is held for
 * them. The next event that shows that the model has gone on acknowledges them. The main agent gets
 * what was sent to a subagent that has ended.
 */
public final class MessageDelivery implements HookHandler {
  private final Mailboxes mailboxes;
  private final LivingSessions living;
  private final Time time;
  private final boolean stops;

  private MessageDelivery(Mailboxes mailboxes, LivingSessions living, Time time, boolean stops) {
    this.mailboxes = mailboxes;
    this.living = living;
    this.time = time;
    this.stops = stops;
  }

  /** For the ends of turns; must come before what else may hold them. */
  public static MessageDelivery beforeStop(Mailboxes mailboxes, LivingSessions living, Time time) {
    return new MessageDelivery(mailboxes, living, time, true);
  }

  /** For all other events; must be among the last handlers, so that no denial drops the text. */
  public static MessageDelivery withContext(Mailboxes mailboxes, LivingSessions living, Time time) {
    return new MessageDelivery(mailboxes, living, time, false);
  }

  @Override
  public String name() {
    return "messages";
  }

  @Override
  public String description() {
    return "delivers messages of other agents; holds a Stop once for them";
  }

  @Override
  public CompletionStage<HookResult> handle(HookEvent event) {
    if (!event.hasSession() || event.stopsAnAgent() != stops) {
      return HookResult.SILENCE;
    }
    Mailbox mailbox = new Mailbox(event.project().get(), event.session().get());
    if (mailboxes.isEmpty(mailbox)) {
      return HookResult.SILENCE;
    }
    Optional<String> identity = identity(event);
    return mailboxes
        .visit(
            new Mailboxes.Visit(
                mailbox,
                message -> concerns(event, message),
                identity,
                acknowledges(event),
                event.is(EventKind.SESSION_START),
                (transaction, waiting) -> take(transaction, event, waiting)))
        .thenApply(taken -> result(event, taken, identity));
  }

  /** A subagent that is gone cannot hear; its main agent can. */
  private boolean concerns(HookEvent event, Message message) {
    Optional<String> receiver = message.receiver().agent();
    if (event.agent().isPresent() || receiver.isEmpty()) {
      return event.agent().equals(receiver);
    }
    return living
        .find(message.project(), message.receiver().session().orElseThrow())
        .flatMap(signs -> signs.subagent(receiver.get()))
        .isEmpty();
  }

  /** Empty if nothing tells the event from the next one. */
  private static Optional<String> identity(HookEvent event) {
    return event
        .text("tool_use_id")
        .or(() -> event.text("timestamp"))
        .map(id -> event.name() + " " + id);
  }

  /**
   * Whether the model has gone on since the last answer: the results of calls come without it, and
   * so do other calls while one is under way. A session may begin again, or end, because its host
   * never passed that answer on.
   */
  private boolean acknowledges(HookEvent event) {
    return switch (event.kind()) {
      case PROMPT_SUBMITTED, STOP, SUBAGENT_STOP, AFTER_MODEL -> true;
      case BEFORE_TOOL -> isOnlyCall(event);
      default -> false;
    };
  }

  private boolean isOnlyCall(HookEvent event) {
    return living
            .find(event.project().get(), event.session().get())
            .map(signs -> signs.openCalls(event.agent()))
            .orElse(0)
        <= 1;
  }

  private List<Message> take(Transaction transaction, HookEvent event, List<Message> waiting) {
    boolean taken = event.stopsAnAgent() ? mayHold(transaction, event) : carriesContext(event);
    return taken ? MessageText.fitting(waiting) : List.of();
  }

  private static boolean carriesContext(HookEvent event) {
    return event.kind().isAfterTool()
        || event.is(EventKind.PROMPT_SUBMITTED)
        || event.is(EventKind.SESSION_START)
        || event.is(EventKind.SUBAGENT_START)
        || event.is(EventKind.BEFORE_TOOL) && event.host().traits().contextBeforeTools();
  }

  /** Leaves it to the next prompt if the session was held too often without using a tool. */
  private boolean mayHold(Transaction transaction, HookEvent event) {
    String project = event.project().get();
    String session = event.session().get();
    SessionRepository sessions = transaction.get(SessionRepository.class);
    return StopBypass.of(event).isEmpty()
        && sessions.find(project, session).map(Session::idleHolds).orElse(0) < IdleHolds.MAX
        && IdleHolds.allowAnother(sessions, project, session, event.host().id(), time.millis());
  }

  private HookResult result(HookEvent event, List<Message> taken, Optional<String> identity) {
    if (taken.isEmpty()) {
      return HookResult.NOTHING;
    }
    Address owner = new Address(event.session(), event.agent(), Optional.empty());
    String text = MessageText.forModel(taken, owner, mailboxes.now());
    HookResult result =
        event.stopsAnAgent()
            ? HookResult.deny(StopMarker.of(name()) + "Before you stop: " + text)
            : HookResult.context("swarmd: " + text);
    return result.onDelivery(
        delivered -> {
          if (delivered) {
            mailboxes.delivered(taken, identity);
          } else {
            mailboxes.returned(taken);
          }
        });
  }
}
