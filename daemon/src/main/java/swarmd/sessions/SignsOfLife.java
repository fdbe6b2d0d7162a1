package swarmd.sessions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/**
 * What a session's events say about its life: which of its agents has a turn running, a tool call
 * open, or a permission prompt that waits for the person. Times are epoch milliseconds.
 *
 * @param lastEvent when any of its agents last sent an event
 * @param agents by name; an empty name is the main agent
 */
public record SignsOfLife(long lastEvent, Map<String, Agent> agents) {
  private static final String MAIN = "";

  /**
   * Some hosts do not report every result, and some subagents end without any event. The oldest
   * calls are forgotten: one that is open says as much as many, and each event copies them.
   */
  private static final int MAX_CALLS = 16;

  private static final int MAX_AGENTS = 500;

  public static final SignsOfLife NONE = new SignsOfLife(0, Map.of());

  public SignsOfLife {
    agents = Map.copyOf(agents);
  }

  /**
   * One agent of a session.
   *
   * @param turnRuns whether it has got a prompt or used a tool since its last stop
   * @param openCalls tool calls without a result; calls without numbers may be equal
   * @param permissionWaits whether the host waits for the person to permit something
   */
  public record Agent(
      long lastEvent, boolean turnRuns, List<String> openCalls, boolean permissionWaits) {

    public Agent {
      openCalls = List.copyOf(openCalls);
    }

    private boolean isInACall() {
      return !openCalls.isEmpty() || permissionWaits;
    }

    boolean isIdle() {
      return !turnRuns && !isInACall();
    }

    private static Agent idle(long at) {
      return new Agent(at, false, List.of(), false);
    }

    private Agent at(long moment) {
      return new Agent(moment, turnRuns, openCalls, permissionWaits);
    }

    private Agent with(boolean running, List<String> calls, boolean waits) {
      return new Agent(lastEvent, running, calls, waits);
    }
  }

  /** A tool call; hosts that do not number their calls send only the tool's name. */
  public record ToolCall(String id, boolean numbered) {}

  public boolean isTurnRunning() {
    return agents.values().stream().anyMatch(Agent::turnRuns);
  }

  public boolean isCallOpen() {
    return agents.values().stream().anyMatch(agent -> !agent.openCalls.isEmpty());
  }

  /** How many tool calls of the agent have no result yet. */
  public int openCalls(Optional<String> agent) {
    return agent(agent).map(found -> found.openCalls.size()).orElse(0);
  }

  public boolean isPermissionAwaited() {
    return agents.values().stream().anyMatch(Agent::permissionWaits);
  }

  public boolean isSubagentsPermissionAwaited() {
    return agents.entrySet().stream()
        .anyMatch(agent -> !agent.getKey().equals(MAIN) && agent.getValue().permissionWaits());
  }

  /** Whether nothing is under way. */
  public boolean isIdle() {
    return agents.values().stream().allMatch(Agent::isIdle);
  }

  /** The main agent, or a subagent that has not ended. */
  public Optional<Agent> agent(Optional<String> name) {
    return Optional.ofNullable(agents.get(name.orElse(MAIN)));
  }

  /** The subagent, unless it has ended. */
  public Optional<Agent> subagent(String name) {
    return name.equals(MAIN) ? Optional.empty() : Optional.ofNullable(agents.get(name));
  }

  /** Any event shows that the permission prompt before it was answered. */
  public SignsOfLife active(Optional<String> agent, long now) {
    return change(agent, now, before -> before.with(before.turnRuns, before.openCalls, false));
  }

  /** A prompt; calls without a result were interrupted. */
  public SignsOfLife turnStarted(Optional<String> agent, long now) {
    return change(agent, now, before -> before.with(true, List.of(), false));
  }

  /** A call that is reported twice is still one. */
  public SignsOfLife callOpened(Optional<String> agent, ToolCall call, long now) {
    return change(
        agent,
        now,
        before -> {
          List<String> calls = new ArrayList<>(before.openCalls);
          if (!call.numbered || !calls.contains(call.id)) {
            calls.add(call.id);
          }
          if (calls.size() > MAX_CALLS) {
            calls.remove(0);
          }
          return before.with(true, calls, false);
        });
  }

  public SignsOfLife callClosed(Optional<String> agent, ToolCall call, long now) {
    return change(
        agent,
        now,
        before -> {
          List<String> calls = new ArrayList<>(before.openCalls);
          calls.remove(call.id);
          return before.with(true, calls, false);
        });
  }

  /** The results of all calls have gone to the model. */
  public SignsOfLife callsClosed(Optional<String> agent, long now) {
    return change(agent, now, before -> before.with(true, List.of(), false));
  }

  public SignsOfLife permissionAwaited(Optional<String> agent, long now) {
    return change(agent, now, before -> before.with(true, before.openCalls, true));
  }

  /** What becomes of the subagents of a main agent that stops. */
  public enum Subagents {
    GO_ON,
    /** The host names everything that goes on, and they are not among it. */
    ENDED,
    /** The host does not say: only an open call or a permission prompt shows that one is alive. */
    UNKNOWN
  }

  /** The agent waits for its next prompt. */
  public SignsOfLife turnEnded(Optional<String> agent, Subagents subagents, long now) {
    SignsOfLife ended = change(agent, now, before -> Agent.idle(now));
    if (agent.isPresent()) {
      return ended;
    }
    return switch (subagents) {
      case GO_ON -> ended;
      case ENDED -> ended.only(MAIN::equals);
      case UNKNOWN -> ended.only(name -> name.equals(MAIN) || agents.get(name).isInACall());
    };
  }

  public SignsOfLife subagentEnded(String agent, long now) {
    return active(Optional.of(agent), now).only(name -> !name.equals(agent));
  }

  /** The clock was moved, which is not silence. */
  SignsOfLife clockMoved(long millis, long now) {
    Map<String, Agent> moved = new LinkedHashMap<>();
    agents.forEach(
        (name, agent) ->
            moved.put(
                name,
                new Agent(
                    moved(agent.lastEvent, millis, now),
                    agent.turnRuns,
                    agent.openCalls,
                    agent.permissionWaits)));
    return new SignsOfLife(moved(lastEvent, millis, now), moved);
  }

  private static long moved(long at, long millis, long now) {
    return Math.min(at + Math.max(0, millis), now);
  }

  private SignsOfLife only(Predicate<String> kept) {
    Map<String, Agent> left = new LinkedHashMap<>(agents);
    left.keySet().removeIf(kept.negate());
    return new SignsOfLife(lastEvent, left);
  }

  private SignsOfLife change(Optional<String> agent, long now, UnaryOperator<Agent> change) {
    String name = agent.orElse(MAIN);
    Agent before = agents.containsKey(name) ? agents.get(name) : Agent.idle(now);
    Agent after = change.apply(before).at(Math.max(before.lastEvent, now));
    return new SignsOfLife(Math.max(lastEvent, now), with(name, after));
  }

  private Map<String, Agent> with(String name, Agent agent) {
    if (agents.isEmpty() || agents.size() == 1 && agents.containsKey(name)) {
      return Map.of(name, agent); // most sessions have one agent
    }
    Map<String, Agent> changed = new LinkedHashMap<>(agents);
    changed.put(name, agent);
    if (changed.size() > MAX_AGENTS) {
      changed.entrySet().stream()
          .filter(each -> !each.getKey().equals(MAIN))
          .min((one, other) -> Long.compare(one.getValue().lastEvent, other.getValue().lastEvent))
          .ifPresent(oldest -> changed.remove(oldest.getKey()));
    }
    return changed;
  }
}
