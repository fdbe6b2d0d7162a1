package swarmd.swarm;

import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Builds a claim; a test sets only what matters to it. */
public final class Claim {
  private final String agent;
  private String project = TestSwarm.PROJECT;
  private Optional<String> session = Optional.empty();
  private Optional<Long> id = Optional.empty();
  private int limit = 1;
  private List<String> files = List.of();
  private List<String> tags = List.of();
  private Optional<String> swarm = Optional.empty();
  private Duration lease = ClaimRequest.DEFAULT_LEASE;
  private Duration patience = Duration.ZERO;
  private Optional<String> requestId = Optional.empty();

  private Claim(String agent) {
    this.agent = agent;
  }

  public static Claim by(String agent) {
    return new Claim(agent);
  }

  public Claim inProject(String name) {
    project = name;
    return this;
  }

  Claim session(String name) {
    session = Optional.of(name);
    return this;
  }

  Claim task(long wanted) {
    id = Optional.of(wanted);
    return this;
  }

  public Claim upTo(int number) {
    limit = number;
    return this;
  }

  Claim forFiles(String... names) {
    files = List.of(names);
    return this;
  }

  Claim tagged(String... names) {
    tags = List.of(names);
    return this;
  }

  public Claim inSwarm(String name) {
    swarm = Optional.of(name);
    return this;
  }

  Claim lease(Duration duration) {
    lease = duration;
    return this;
  }

  public Claim waiting(Duration atMost) {
    patience = atMost;
    return this;
  }

  Claim request(String name) {
    requestId = Optional.of(name);
    return this;
  }

  public ClaimRequest build() {
    return new ClaimRequest(
        project, agent, session, id, limit, files, tags, swarm, lease, patience, requestId);
  }
}
