package swarmd.store.postgresql;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import swarmd.swarm.Answers;
import swarmd.time.SystemTime;

@Tag("postgresql")
class BusyPoolTest {
  private static final String USER = "swarmd_few_connections";

  private final PostgresServer server = PostgresServer.shared();
  private final String name = server.newDatabase();

  @AfterEach
  void drop() {
    server.drop(name);
    server.execute("postgres", "DROP ROLE IF EXISTS " + USER);
  }

  @Test
  void a_call_waits_for_a_connection_as_long_as_others_are_answered() {
    server.execute("postgres", "CREATE ROLE %s LOGIN CONNECTION LIMIT 1".formatted(USER));
    server.execute("postgres", "GRANT CREATE ON DATABASE %s TO %s".formatted(name, USER));
    try (SystemTime time = new SystemTime();
        PostgresDatabase database =
            new PostgresDatabase(DatabaseUrl.of(server.url(USER, name)), time)) {
      Answers.await(database.hello());
      server.execute(
          name,
          """
          CREATE OR REPLACE FUNCTION swarmd.claims_of(request text) RETURNS jsonb LANGUAGE plpgsql AS
          'BEGIN PERFORM pg_sleep(1.2); RETURN to_jsonb(request); END'
          """);

      List<CompletableFuture<JsonNode>> answers =
          IntStream.range(0, 6).mapToObj(i -> database.claimsOf("request " + i)).toList();

      assertThat(answers)
          .allSatisfy(
              answer ->
                  assertThat(answer.get(60, TimeUnit.SECONDS).asText()).startsWith("request"));
    }
  }
}
