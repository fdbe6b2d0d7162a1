package swarmd.sessions;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.HostCatalogue;
import swarmd.sessions.Callers.Scripts;
import swarmd.sessions.Callers.Signs;
import swarmd.store.Store;
import swarmd.store.sqlite.SqliteFile;
import swarmd.swarm.Answers;

/** Persons are told from agents by the processes that have started them. */
class CallersTest {
  private static final long CLIENT = 100;
  private static final long SHELL = 50;
  private static final long HOST = 20;

  private final SqliteFile file = new SqliteFile();
  private final Store store = file.open();
  private final Map<Long, Long> parents = new HashMap<>(Map.of(CLIENT, SHELL, SHELL, HOST));
  private final Set<Long> withTerminal = new HashSet<>(Set.of(CLIENT));
  private final Map<Long, Set<String>> variables = new HashMap<>();
  private final CallTickets tickets = new CallTickets(() -> "secret");
  private final Callers callers = callers(Scripts.REFUSE);

  private final class Processes implements ProcessTable {
    @Override
    public Optional<String> startOf(long pid) {
      return Optional.of("start of " + pid);
    }

    @Override
    public Optional<Long> parentOf(long pid) {
      return Optional.ofNullable(parents.get(pid));
    }

    @Override
    public boolean hasTerminal(long pid) {
      return withTerminal.contains(pid);
    }

    @Override
    public Set<String> variablesOf(long pid) {
      return variables.getOrDefault(pid, Set.of());
    }
  }

  private Callers callers(Scripts scripts) {
    return new Callers(
        store, new Processes(), tickets, HostCatalogue.STANDARD, scripts, Runnable::run);
  }

  @AfterEach
  void close() {
    file.close();
  }

  private void bind(String session, long pid) {
    Binding binding =
        new Binding(
            session,
            Project.in("/p"),
            "claude",
            Optional.of(new HostProcess(pid, "start of " + pid)),
            Set.of(),
            false);
    Answers.await(
        store.write(
            transaction -> {
              transaction.get(BindingRepository.class).save(binding, 1);
              return true;
            }));
  }

  private Caller identify(Optional<Long> process, String session, String agent) {
    return Answers.await(
        callers.identify(
            new Signs(
                process,
                Optional.of(session).filter(text -> !text.isEmpty()),
                Optional.of(agent).filter(text -> !text.isEmpty()),
                Optional.of("secret"),
                false)));
  }

  private static Caller agent(String session, boolean inHost) {
    return new Caller.Agent(session, Optional.empty(), inHost, Optional.empty());
  }

  @Test
  void a_process_at_a_terminal_without_a_host_above_it_is_a_person() {
    bind("s", 77);

    assertThat(identify(Optional.of(CLIENT), "", "")).isEqualTo(new Caller.Person());
  }

  @Test
  void a_process_without_a_terminal_is_unknown() {
    withTerminal.clear();

    assertThat(identify(Optional.of(CLIENT), "", "")).isEqualTo(new Caller.Unknown());
    assertThat(identify(Optional.empty(), "", "")).isEqualTo(new Caller.Unknown());
  }

  @Test
  void a_process_with_a_host_s_variables_is_no_person_even_at_a_terminal() {
    variables.put(CLIENT, Set.of("HOME", "CLAUDECODE"));

    assertThat(identify(Optional.of(CLIENT), "", "")).isEqualTo(new Caller.Unknown());
  }

  @Test
  void a_script_acts_for_the_person_only_if_the_person_says_so_and_no_agent_has_started_it() {
    withTerminal.clear();
    Callers allowing = callers(Scripts.ALLOW);

    assertThat(Answers.await(allowing.identify(Signs.of(Optional.of(CLIENT)))))
        .isEqualTo(new Caller.Person());
    variables.put(CLIENT, Set.of("GEMINI_CLI"));
    assertThat(Answers.await(allowing.identify(Signs.of(Optional.of(CLIENT)))))
        .isEqualTo(new Caller.Unknown());
    variables.clear();
    bind("s", HOST);
    assertThat(Answers.await(allowing.identify(Signs.of(Optional.of(CLIENT)))))
        .isEqualTo(agent("s", true));
  }

  private boolean isOfOtherSession(long pid, String session) {
    Peer peer = new Peer(Optional.of(pid), Optional.empty());
    return Answers.await(callers.isOfOtherSession(peer, session));
  }

  @Test
  void a_program_that_a_host_has_started_does_not_speak_for_another_session() {
    bind("mine", HOST);
    bind("theirs", 77);
    bind("nested", SHELL);

    assertThat(isOfOtherSession(CLIENT, "theirs")).isTrue();
    assertThat(isOfOtherSession(CLIENT, "mine")).as("a host within the host is nearer").isTrue();
    assertThat(isOfOtherSession(CLIENT, "nested")).isFalse();
    assertThat(isOfOtherSession(SHELL, "nested")).as("the host itself").isFalse();
    assertThat(isOfOtherSession(5, "theirs")).as("no host has started it").isFalse();
  }

  @Test
  void a_ticket_proves_the_call_only_within_the_host_of_its_session() {
    CallTickets.Call call = new CallTickets.Call("session1", "reviewer", "t1");
    tickets.issue(call);

    assertThat(identify(Optional.of(CLIENT), "session1", "reviewer"))
        .isEqualTo(new Caller.Agent("session1", Optional.of("reviewer"), false, Optional.empty()));
    bind("session1", HOST);
    assertThat(identify(Optional.of(CLIENT), "session1", "reviewer"))
        .isEqualTo(new Caller.Agent("session1", Optional.of("reviewer"), true, Optional.of(call)));
  }

  @Test
  void an_agent_that_clears_its_environment_is_still_known_by_its_host() {
    bind("s", HOST);

    assertThat(identify(Optional.of(CLIENT), "", "")).isEqualTo(agent("s", true));
  }

  @Test
  void an_agent_that_names_another_session_is_still_known_by_its_host() {
    bind("s", HOST);
    bind("other", 77);

    assertThat(identify(Optional.of(CLIENT), "other", "reviewer")).isEqualTo(agent("s", true));
  }

  @Test
  void a_subagent_is_known_by_its_name_and_the_main_agent_has_none() {
    bind("session1", HOST);

    assertThat(identify(Optional.of(CLIENT), "session1", "reviewer"))
        .isEqualTo(new Caller.Agent("session1", Optional.of("reviewer"), true, Optional.empty()));
    assertThat(identify(Optional.of(CLIENT), "session1", MainAgent.nameIn("session1")))
        .isEqualTo(agent("session1", true));
  }

  @Test
  void of_a_host_within_a_host_the_inner_one_counts() {
    bind("outer", 10);
    bind("inner", HOST);
    parents.put(HOST, 10L);

    assertThat(identify(Optional.of(CLIENT), "", "")).isEqualTo(agent("inner", true));
  }

  @Test
  void a_process_that_the_host_of_its_session_has_not_started_is_unknown_even_at_a_terminal() {
    bind("s", 77);

    assertThat(identify(Optional.of(CLIENT), "s", "")).isEqualTo(new Caller.Unknown());
  }

  @Test
  void where_the_host_s_process_is_unknown_the_environment_counts() {
    assertThat(identify(Optional.of(CLIENT), "s", "")).isEqualTo(agent("s", false));
  }
}
