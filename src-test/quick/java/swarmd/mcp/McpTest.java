package swarmd.mcp;

import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import swarmd.testing.HostSession;
import swarmd.testing.InProcessTest;

/** A daemon with an agent that calls its tools. */
abstract class McpTest extends InProcessTest {
  static final String SESSION = "5f2ac0de-0000-4000-8000-000000000001";
  static final String AGENT = "main-5f2ac0de";

  HostSession session;
  McpClient mcp;

  @BeforeEach
  final void connect() {
    session = new HostSession(api.http(), daemon.project(), SESSION);
    session.start();
    mcp = agent(SESSION);
  }

  /** An agent as its environment names its session. */
  McpClient agent(String id) {
    return new McpClient(
        daemon::connect,
        Map.of("Swarm-Session", id, "Swarm-Project-Dir", daemon.project().toString()));
  }
}
