package swarmd.store.sqlite;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.lang.reflect.Proxy;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import swarmd.hooks.Conversation;

/** Jdbi and prepared statements share a connection, and its transactions are the writer's. */
class SqliteConnectionTest {
  private static final Conversation CONVERSATION = new Conversation("/project", "s1", "a1");

  private final SqliteFile file = new SqliteFile();
  private final List<String> calls = new ArrayList<>();
  private SqliteConnection connection;
  private SqlDeliveryRepository deliveries;
  private SqlSessionRepository sessions;

  @BeforeEach
  void open() throws SQLException {
    file.close(file.open());
    Connection real = DriverManager.getConnection("jdbc:sqlite:" + file.path());
    connection = new SqliteConnection(recording(real));
    deliveries = new SqlDeliveryRepository(connection);
    sessions = new SqlSessionRepository(connection);
  }

  @AfterEach
  void close() {
    connection.close();
    file.close();
  }

  private Connection recording(Connection real) {
    return (Connection)
        Proxy.newProxyInstance(
            getClass().getClassLoader(),
            new Class<?>[] {Connection.class},
            (proxy, method, arguments) -> {
              calls.add(method.getName());
              return method.invoke(real, arguments);
            });
  }

  @Test
  void a_statement_is_compiled_once_however_often_it_runs() {
    for (int i = 0; i < 5; i++) {
      deliveries.add(CONVERSATION, "rule " + i, 1);
    }

    assertThat(calls).containsOnlyOnce("prepareStatement");
    assertThat(deliveries.of(CONVERSATION)).hasSize(5);
  }

  @Test
  void a_rollback_undoes_both_kinds_of_statements() {
    connection.sql().execute("BEGIN IMMEDIATE");
    sessions.seen("/project", "s1", "claude", 1);
    deliveries.add(CONVERSATION, "a rule", 1);
    assertThat(sessions.find("/project", "s1")).isPresent();
    connection.sql().execute("ROLLBACK");

    assertThat(sessions.find("/project", "s1")).isEmpty();
    assertThat(deliveries.of(CONVERSATION)).isEmpty();
  }

  @Test
  void jdbi_begins_and_ends_no_transaction() {
    connection.sql().execute("BEGIN IMMEDIATE");
    deliveries.add(CONVERSATION, "a rule", 1);
    deliveries.of(CONVERSATION);
    connection.sql().execute("COMMIT");

    assertThat(calls).doesNotContain("setAutoCommit", "setSavepoint", "commit", "rollback");
  }

  @Test
  void a_failed_statement_can_run_again() {
    assertThatThrownBy(() -> deliveries.add(CONVERSATION, null, 1)).isNotNull();

    deliveries.add(CONVERSATION, "a rule", 1);

    assertThat(deliveries.of(CONVERSATION)).containsExactly("a rule");
  }

  @Test
  void an_error_message_shows_no_parameters() {
    Conversation secret = new Conversation("/project", "secret", "a1");

    assertThatThrownBy(() -> deliveries.add(secret, null, 1))
        .hasMessageContaining("NOT NULL")
        .satisfies(failure -> assertThat(failure.toString()).doesNotContain("secret"));
  }

  @Test
  void an_absent_value_is_null_in_both_kinds_of_statements() {
    SqlSubagentRepository subagents = new SqlSubagentRepository(connection);
    subagents.started("/project", "s1", "a1", Optional.empty(), 1);
    subagents.seen("/project", "s1", "a2", Optional.empty(), 1);

    assertThat(subagents.running("/project", "s1"))
        .hasSize(2)
        .allMatch(subagent -> subagent.type().isEmpty());
  }
}
