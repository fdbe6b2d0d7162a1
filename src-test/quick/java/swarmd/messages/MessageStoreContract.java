package swarmd.messages;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.common.ErrorCode;
import swarmd.common.InvalidValue;
import swarmd.common.Outcome;
import swarmd.messages.MessageQueries.Mailbox;
import swarmd.store.RetriedWrites;
import swarmd.store.Store;
import swarmd.swarm.Actor;
import swarmd.swarm.Answers;
import swarmd.swarm.TaskRules;
import swarmd.swarm.TestDatabase;
import swarmd.team.TeamMessages;
import swarmd.testing.SettableTime;

/** All rules of stored messages. Each database has one class that inherits them. */
public abstract class MessageStoreContract {
  private static final String PROJECT = "/project";

  private final SettableTime time = new SettableTime();
  private TestDatabase database;
  private Store store;
  private MessageStore messages;
  private Mailboxes mailboxes;

  protected abstract TestDatabase newDatabase();

  @BeforeEach
  final void open() {
    database = newDatabase();
    start();
  }

  private void start() {
    store = database.open();
    database.tasks(store, new TaskRules(() -> UUID.randomUUID().toString()), time);
    messages = database.messages(store, time);
    mailboxes = openMailboxes();
  }

  private Mailboxes openMailboxes() {
    return new Mailboxes(
        store, new RetriedWrites(store, time), database.workstation(), time::millis);
  }

  @AfterEach
  final void close() {
    database.close();
  }

  /** The daemon dies, and another one starts on the same data. */
  private void restart() {
    mailboxes = openMailboxes();
  }

  private void advance(Duration duration) {
    database.moveClockTo(time.millis() + duration.toMillis());
    time.advance(duration);
  }

  private Address agent(String session) {
    return new Address(Optional.of(session), Optional.empty(), database.workstation());
  }

  private Sender sender(String session) {
    return new Sender(
        new Actor(Actor.Kind.AGENT, Optional.of("main-" + session), Optional.of(session)),
        database.workstation());
  }

  private Outcome<Sent> trySend(String from, String text, String... to) {
    return call(UUID.randomUUID().toString(), from, text, to);
  }

  private Outcome<Sent> call(String sending, String from, String text, String... to) {
    Outcome<Sent> outcome =
        Answers.await(
            messages.add(
                new NewMessage(
                    sending,
                    PROJECT,
                    sender(from),
                    Stream.of(to).map(this::agent).toList(),
                    text)));
    if (outcome instanceof Outcome.Ok<Sent> ok) {
      mailboxes.arrived(ok.value().stored());
    }
    return outcome;
  }

  private Message send(String from, String text, String to) {
    return Answers.value(trySend(from, text, to)).stored().get(0);
  }

  private List<Message> all() {
    database.settle();
    return Answers.await(
        store.read(
            snapshot ->
                snapshot
                    .get(MessageQueries.class)
                    .list(
                        new MessageFilter(
                            Optional.of(PROJECT), Optional.empty(), Optional.empty(), 1_000))));
  }

  private List<Message.State> states() {
    return all().stream().map(message -> message.state(time.millis())).toList();
  }

  private static List<String> texts(List<Message> messages) {
    return messages.stream().map(Message::text).toList();
  }

  private Mailboxes.Visit visit(String session, String event, boolean beginsAnew) {
    return new Mailboxes.Visit(
        new Mailbox(PROJECT, session),
        message -> true,
        Optional.of(event),
        !beginsAnew,
        beginsAnew,
        (transaction, waiting) -> waiting);
  }

  private List<Message> taken(String session, String event) {
    return Answers.await(mailboxes.visit(visit(session, event, false)));
  }

  private List<String> deliver(String session, String event) {
    List<Message> taken = taken(session, event);
    if (!taken.isEmpty()) {
      mailboxes.delivered(taken, Optional.of(event));
      Answers.await(store.write(transaction -> true));
    }
    return texts(taken);
  }

  @Test
  void a_message_is_stored_then_delivered_then_read() {
    Message sent = send("ann", "hello", "bob");

    assertThat(states()).containsExactly(Message.State.STORED);
    assertThat(all().get(0)).isEqualTo(sent);
    assertThat(sent.sender()).isEqualTo(sender("ann"));
    assertThat(sent.receiver()).isEqualTo(agent("bob"));

    assertThat(deliver("bob", "tool 1")).containsExactly("hello");
    assertThat(states()).containsExactly(Message.State.DELIVERED);

    assertThat(deliver("bob", "tool 2")).isEmpty();
    assertThat(states()).containsExactly(Message.State.READ);
    assertThat(deliver("bob", "tool 3")).isEmpty();
  }

  @Test
  void messages_come_in_the_order_in_which_they_were_sent() {
    send("ann", "one", "bob");
    send("cid", "two", "bob");
    send("ann", "three", "bob");

    assertThat(deliver("bob", "tool 1")).containsExactly("one", "two", "three");
  }

  @Test
  void only_its_receiver_gets_a_message() {
    send("ann", "hello", "bob");

    assertThat(deliver("cid", "tool 1")).isEmpty();
    assertThat(deliver("bob", "tool 1")).containsExactly("hello");
  }

  @Test
  void a_message_to_several_agents_is_stored_for_each() {
    Sent sent = Answers.value(trySend("ann", "hello", "bob", "cid"));

    assertThat(sent.stored())
        .extracting(Message::receiver)
        .containsExactly(agent("bob"), agent("cid"));
    deliver("bob", "tool 1");
    assertThat(states()).containsExactly(Message.State.DELIVERED, Message.State.STORED);
  }

  @Test
  void an_answer_that_is_on_its_way_is_neither_repeated_nor_acknowledged() {
    send("ann", "hello", "bob");
    List<Message> taken = taken("bob", "tool 1");

    assertThat(taken("bob", "tool 2")).isEmpty();
    assertThat(states()).containsExactly(Message.State.STORED);

    mailboxes.returned(taken);
    assertThat(texts(taken("bob", "tool 3"))).containsExactly("hello");
  }

  @Test
  void an_answer_that_died_with_the_daemon_is_given_again() {
    send("ann", "hello", "bob");
    taken("bob", "tool 1");

    restart();

    assertThat(deliver("bob", "tool 2")).containsExactly("hello");
  }

  @Test
  void after_a_crash_the_next_event_acknowledges_what_was_delivered() {
    send("ann", "hello", "bob");
    deliver("bob", "tool 1");

    restart();

    assertThat(deliver("bob", "tool 2")).isEmpty();
    assertThat(states()).containsExactly(Message.State.READ);
  }

  @Test
  void an_event_that_a_host_repeats_gets_the_same_messages() {
    send("ann", "hello", "bob");
    deliver("bob", "tool 1");

    restart();

    assertThat(deliver("bob", "tool 1")).containsExactly("hello");
    assertThat(deliver("bob", "tool 2")).isEmpty();
    assertThat(states()).containsExactly(Message.State.READ);
  }

  @Test
  void a_session_that_begins_again_gets_what_it_has_not_acknowledged() {
    send("ann", "read", "bob");
    deliver("bob", "tool 1");
    send("ann", "not read", "bob");
    deliver("bob", "tool 2");

    List<Message> taken = Answers.await(mailboxes.visit(visit("bob", "start", true)));

    assertThat(texts(taken)).containsExactly("not read");
  }

  @Test
  void a_message_that_nobody_came_for_has_expired_after_two_hours() {
    send("ann", "hello", "bob");

    advance(Duration.ofHours(2).plusMillis(1));

    assertThat(states()).containsExactly(Message.State.EXPIRED);
    assertThat(deliver("bob", "tool 1")).isEmpty();
  }

  @Test
  void a_repeated_call_stores_nothing_twice() {
    Sent first = Answers.value(call("call 1", "ann", "hello", "bob"));
    Sent second = Answers.value(call("call 1", "ann", "hello", "bob"));

    assertThat(second.stored()).isEqualTo(first.stored());
    assertThat(all()).hasSize(1);
  }

  @Test
  void a_sender_may_send_twenty_messages_a_minute() {
    for (int i = 0; i < 20; i++) {
      send("ann", "message " + i, i % 2 == 0 ? "bob" : "cid");
    }

    Outcome<Sent> refused = trySend("ann", "one more", "bob");

    assertThat(Answers.refusal(refused)).isEqualTo(ErrorCode.TOO_MANY);
    assertThat(Answers.message(refused))
        .isEqualTo(
            "you have sent 20 messages within a minute; wait a minute, or put more into one"
                + " message");
    send("cid", "others may", "bob");
    advance(Duration.ofMinutes(1));
    send("ann", "now again", "bob");
  }

  @Test
  void a_message_to_many_agents_counts_once() {
    String[] many =
        Stream.iterate(0, i -> i + 1).limit(50).map(i -> "s" + i).toArray(String[]::new);

    assertThat(Answers.value(trySend("ann", "hello", many)).stored()).hasSize(50);
    assertThat(Answers.value(trySend("ann", "hello", many)).stored()).hasSize(50);
  }

  @Test
  void a_hundred_messages_may_wait_for_a_receiver() {
    for (int i = 0; i < 100; i++) {
      send("sender" + i % 10, "message " + i, "bob");
    }

    Outcome<Sent> refused = trySend("ann", "one more", "bob");

    assertThat(Answers.refusal(refused)).isEqualTo(ErrorCode.TOO_MANY);
    assertThat(Answers.message(refused))
        .startsWith("100 messages already wait for " + agent("bob").title() + "; send again");
    Sent toOthers = Answers.value(trySend("ann", "one more", "bob", "cid"));
    assertThat(toOthers.stored()).extracting(Message::receiver).containsExactly(agent("cid"));
    assertThat(toOthers.full()).containsExactly(agent("bob"));

    assertThat(deliver("bob", "tool 1")).hasSize(100);
    all();
    settleReceipts();
    send("ann", "there is room again", "bob");
  }

  /** The store of messages must know which ones have been delivered. */
  private void settleReceipts() {
    if (messages instanceof TeamMessages shared) {
      shared.sendReceipts();
      database.settle();
    }
  }

  @Test
  void a_text_must_be_short_and_not_blank() {
    NewMessage.checkText("x".repeat(4_000));
    assertThatThrownBy(() -> NewMessage.checkText("x".repeat(4_001)))
        .isInstanceOf(InvalidValue.class)
        .hasMessage(
            "field 'text' has 4,001 characters, and 4,000 are allowed; shorten it, or write it to a"
                + " file and send the path");
    assertThatThrownBy(() -> NewMessage.checkText(" \n")).isInstanceOf(InvalidValue.class);
    assertThatThrownBy(() -> NewMessage.checkText("a\0b")).isInstanceOf(InvalidValue.class);
  }

  @Test
  void messages_are_listed_by_receiver_and_by_sender() {
    send("ann", "one", "bob");
    send("bob", "two", "ann");
    send("ann", "three", "bob");

    assertThat(texts(list(Optional.of("main-bob"), Optional.empty(), 10)))
        .containsExactly("one", "three");
    assertThat(texts(list(Optional.empty(), Optional.of("main-bob"), 10))).containsExactly("two");
    assertThat(texts(list(Optional.empty(), Optional.empty(), 2))).containsExactly("two", "three");
  }

  private List<Message> list(Optional<String> to, Optional<String> from, int limit) {
    MessageFilter filter = new MessageFilter(Optional.of(PROJECT), to, from, limit);
    return Answers.await(store.read(snapshot -> snapshot.get(MessageQueries.class).list(filter)));
  }
}
