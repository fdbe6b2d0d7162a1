package swarmd.team;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import swarmd.store.postgresql.PostgresServer;
import swarmd.testing.Api;
import swarmd.testing.Commands;
import swarmd.testing.FaultyProxy;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessDaemon;
import swarmd.testing.Programs.Result;
import swarmd.testing.UnixHttp;

/** A person puts a workstation into a team, and takes it out again. */
@Tag("postgresql")
class TeamCommandTest {
  private static final String PASSWORD = "b:ird\\song";

  private final PostgresServer server = PostgresServer.shared();
  private final String database = server.newDatabase();
  private InProcessDaemon daemon;
  private Commands swarm;
  private String url;

  @BeforeEach
  void start() throws IOException {
    server.execute(
        database,
        """
        DO $$ BEGIN
          IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '%1$s') THEN
            CREATE ROLE %1$s LOGIN PASSWORD '%2$s';
          END IF;
        END $$;
        GRANT CREATE ON DATABASE %3$s TO %1$s;
        """
            .formatted(PostgresServer.SECURED, PASSWORD, database));
    assumeTrue(checksPasswords(), "this server lets everybody in");
    url = server.url(PostgresServer.SECURED, database);
    open(Map.of());
    writePassword("b\\:ird\\\\song");
  }

  private boolean checksPasswords() {
    try {
      DriverManager.getConnection(
              "jdbc:" + server.url("", database).replace("//@", "//"),
              PostgresServer.SECURED,
              "wrong")
          .close();
      return false;
    } catch (SQLException e) {
      return true;
    }
  }

  private void open(Map<String, String> environment) {
    daemon = InProcessDaemon.start(environment);
    connect();
  }

  private void connect() {
    swarm = new Commands(daemon::connect, daemon.project());
  }

  private void restart() {
    swarm.close();
    daemon.restart();
    connect();
  }

  @AfterEach
  void stop() {
    swarm.close();
    daemon.close();
    server.drop(database);
  }

  private Path passwordFile() {
    return daemon.userHome().resolve(".pgpass");
  }

  private void writePassword(String password) throws IOException {
    Files.writeString(
        passwordFile(),
        "# all of them\nelsewhere:*:*:*:wrong\n127.0.0.1:%d:*:%s:%s\n"
            .formatted(server.port(), PostgresServer.SECURED, password));
    Files.setPosixFilePermissions(passwordFile(), PosixFilePermissions.fromString("rw-------"));
  }

  private String failure(String... words) {
    Result result = swarm.run(words);
    assertThat(result.exit()).as(result.out()).isNotZero();
    assertThat(result.err().strip()).doesNotContain("\n").startsWith("swarm: ");
    assertThat(result.err()).doesNotContain(PASSWORD);
    return result.err();
  }

  private void ok(Result result) {
    assertThat(result.exit()).as(result.err()).isZero();
    assertThat(result.out() + result.err()).doesNotContain(PASSWORD);
  }

  private String settings() throws IOException {
    return Files.readString(daemon.daemon().info().home().resolve("settings.json"));
  }

  @Test
  void the_first_one_of_a_team_prepares_the_database_and_learns_what_colleagues_run()
      throws IOException {
    Result result = swarm.run("team", "init", url);

    ok(result);
    assertThat(result.out())
        .contains("created the tables in postgresql://127.0.0.1", "PostgreSQL 1")
        .contains("swarm team join '" + url + "'")
        .contains(":" + PostgresServer.SECURED + ":PASSWORD' >> ~/.pgpass");
    assertThat(swarm.restartWanted()).isTrue();
    assertThat(settings()).contains("\"database\": \"" + url + "\"");

    restart();

    assertThat(swarm.run("team").out()).contains(database + ", connected", "this workstation is ");
    ok(swarm.run("task", "add", "write the parser"));
    ok(swarm.run("team", "init", url));
    assertThat(swarm.restartWanted()).isFalse();
  }

  @Test
  void others_join_when_the_tables_are_there_and_leave_again() throws IOException {
    Files.writeString(
        daemon.daemon().info().home().resolve("settings.json"),
        "{\n  \"settings\": {\n    \"lease.ms\": 60000\n  }\n}\n");
    ok(swarm.run("task", "add", "a local task"));
    assertThat(failure("team", "join", url)).contains("has no tables", "swarm team init");
    ok(swarm.run("team", "init", url));
    ok(swarm.run("team", "join", url));
    restart();
    assertThat(swarm.run("task", "list").out()).doesNotContain("a local task");
    assertThat(failure("team", "join", url + "2"))
        .contains("this workstation is in the team at", "swarm team leave");

    ok(swarm.run("team", "leave"));
    restart();

    assertThat(settings()).contains("lease.ms").doesNotContain("database");
    assertThat(swarm.run("team").out()).contains("shares its tasks with nobody");
    assertThat(swarm.run("task", "list").out()).contains("a local task");
  }

  @Test
  void agents_at_work_are_not_interrupted_by_a_restart() {
    try (UnixHttp http = daemon.connect()) {
      new HostSession(http, daemon.project(), "s1").start();

      Result result = swarm.run("team", "init", url);

      ok(result);
      assertThat(result.out()).contains("Agents are at work", "swarm daemon restart");
      assertThat(swarm.restartWanted()).isFalse();
    }
  }

  @Test
  void who_holds_a_task_cannot_leave() {
    ok(swarm.run("team", "init", url));
    restart();
    try (Api api = daemon.api()) {
      long id = api.add("write the parser").get(0);
      api.claim("ann");

      assertThat(failure("team", "leave")).contains("hold task " + id);
    }
  }

  @Test
  void an_agent_cannot_put_the_workstation_into_a_team() {
    swarm.with("CLAUDE_CODE_SESSION_ID", "s1");

    assertThat(failure("team", "init", url)).contains("put this workstation into a team");
  }

  @Test
  void what_keeps_it_from_the_database_is_said_with_the_next_step() throws IOException {
    String host = "127.0.0.1:" + server.port();
    assertThat(failure("team", "init", url.replace(host, "no-such-host.invalid")))
        .contains("there is no host 'no-such-host.invalid'; check the address");
    assertThat(failure("team", "init", url.replace(host, "127.0.0.1:1")))
        .contains("127.0.0.1:1 refuses connections; check that PostgreSQL runs there");
    assertThat(failure("team", "init", url.replace(database, "absent")))
        .contains("there is no database 'absent'", "createdb --owner=" + PostgresServer.SECURED);
    assertThat(failure("team", "init", url + "?sslmode=verify-full")).contains("sslmode");
    assertThat(failure("team", "init", url.replace("@", ":" + "secret@")))
        .contains("must not contain a password", "~/.pgpass")
        .doesNotContain("secret");
    assertThat(failure("team", "init", url + "?password=secret"))
        .contains("must not contain a password")
        .doesNotContain("secret");

    writePassword("wrong");
    assertThat(failure("team", "init", url))
        .contains("the password of user '%s' is wrong".formatted(PostgresServer.SECURED))
        .contains(passwordFile().toString());
    Files.setPosixFilePermissions(passwordFile(), PosixFilePermissions.fromString("rw-r-----"));
    assertThat(failure("team", "init", url)).contains("others may read", "chmod 600");
    Files.delete(passwordFile());
    assertThat(failure("team", "init", url))
        .contains("wants a password for user")
        .contains("put it into " + passwordFile())
        .contains(PostgresServer.SECURED + ":PASSWORD");
  }

  @Test
  void it_says_so_where_notifications_do_not_arrive() throws IOException {
    try (FaultyProxy network = FaultyProxy.before(server.port())) {
      network.forbid("LISTEN");
      Files.writeString(
          passwordFile(), Files.readString(passwordFile()).replace(":" + server.port(), ":*"));

      Result result =
          swarm.run("team", "init", url.replace(":" + server.port(), ":" + network.port()));

      ok(result);
      assertThat(result.out()).contains("Notifications do not arrive, as behind PgBouncer");
    }
  }

  @Test
  void rights_and_versions_that_do_not_fit_are_reported() {
    server.execute(
        database,
        "REVOKE CREATE ON DATABASE %s FROM %s".formatted(database, PostgresServer.SECURED));
    assertThat(failure("team", "init", url))
        .contains("may not do that", "GRANT CREATE ON DATABASE");
    server.execute(
        database, "GRANT CREATE ON DATABASE %s TO %s".formatted(database, PostgresServer.SECURED));
    ok(swarm.run("team", "init", url));
    server.execute(database, "UPDATE swarmd.schema_version SET version = 99");

    assertThat(failure("team", "join", url))
        .contains("schema version 99", "install the newer swarmd");
  }

  @Test
  void the_environment_of_the_daemon_may_have_the_password_and_the_address() {
    stopDaemon();
    open(Map.of("PGPASSWORD", PASSWORD, "SWARMD_DATABASE", url));
    ok(swarm.run("task", "add", "write the parser"));
    assertThat(failure("team", "join", url)).contains("SWARMD_DATABASE is set in the daemon's");

    stopDaemon();
    open(Map.of("SWARMD_DATABASE", server.url(database)));
    assertThat(swarm.run("task", "list", "--all").out()).contains("write the parser");
  }

  private void stopDaemon() {
    swarm.close();
    daemon.close();
  }
}
