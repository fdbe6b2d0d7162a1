package swarmd.hooks;

import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HookType;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.ToolKind;
import swarmd.sessions.Binding;
import swarmd.sessions.Project;

/**
 * A hook event, whichever host it came from.
 *
 * @param host the host that sent it and will read the answer
 * @param name the host's name for the event
 * @param kind the same for all hosts
 * @param session absent unless it is a well-formed id
 * @param agent the subagent it comes from; absent for the main agent
 * @param directory the working directory, exactly as the host sent it
 * @param project the project that the session is bound to, once it is known
 * @param folder the project's main work tree
 * @param skipped types and names of handlers that must not run
 * @param fields the listed fields of the payload, with names in snake_case; maps, lists, strings,
 *     numbers, booleans
 * @param unlisted its other fields, which only the user's own hooks get; empty for sensitive events
 * @param proven whether it was found to come from the host of its session and nobody else
 */
public record HookEvent(
    HostProfile host,
    String name,
    EventKind kind,
    Optional<String> session,
    Optional<String> agent,
    Optional<String> directory,
    Optional<String> project,
    Optional<String> folder,
    Set<String> skipped,
    Map<String, Object> fields,
    Map<String, Object> unlisted,
    boolean proven) {

  /** An event whose origin was not looked at. */
  public HookEvent(
      HostProfile host,
      String name,
      EventKind kind,
      Optional<String> session,
      Optional<String> agent,
      Optional<String> directory,
      Optional<String> project,
      Optional<String> folder,
      Set<String> skipped,
      Map<String, Object> fields,
      Map<String, Object> unlisted) {
    this(
        host, name, kind, session, agent, directory, project, folder, skipped, fields, unlisted,
        false);
  }

  /** An event of a project whose id is its folder. */
  public HookEvent(
      HostProfile host,
      String name,
      EventKind kind,
      Optional<String> session,
      Optional<String> agent,
      Optional<String> directory,
      Optional<String> project,
      Set<String> skipped,
      Map<String, Object> fields) {
    this(host, name, kind, session, agent, directory, project, project, skipped, fields, Map.of());
  }

  /** The file from which a host's shell reads variables; not part of any payload. */
  public static final String ENV_FILE = "env_file";

  public boolean is(EventKind expected) {
    return kind == expected;
  }

  public boolean isStop() {
    return kind == EventKind.STOP;
  }

  /** Whether the main agent or a subagent stops. */
  public boolean stopsAnAgent() {
    return isStop() || is(EventKind.SUBAGENT_STOP);
  }

  /** Whether its session and project are known. */
  public boolean hasSession() {
    return project.isPresent() && session.isPresent();
  }

  /** As in `swarm events`: the type's name, "stop", or the host's name if the event has no type. */
  public String label() {
    if (isStop()) {
      return "stop";
    }
    List<HookType> types = kind.hookTypes();
    return types.isEmpty() ? name : types.get(0).label();
  }

  public HookEvent inProject(Project found) {
    return in(found, skipped);
  }

  /** The same event, with the project and skipped handlers of its session. */
  public HookEvent boundTo(Binding binding) {
    if (binding.skipped().isEmpty()) {
      return inProject(binding.project());
    }
    Set<String> all = new HashSet<>(skipped);
    all.addAll(binding.skipped());
    return in(binding.project(), Set.copyOf(all));
  }

  private HookEvent in(Project found, Set<String> allSkipped) {
    return new HookEvent(
        host,
        name,
        kind,
        session,
        agent,
        directory,
        Optional.of(found.id()),
        Optional.of(found.folder()),
        allSkipped,
        fields,
        unlisted,
        proven);
  }

  /** The same event, from the host of its session. */
  public HookEvent fromHost() {
    return new HookEvent(
        host, name, kind, session, agent, directory, project, folder, skipped, fields, unlisted,
        true);
  }

  /** The same event, with the file for the shell's variables. */
  public HookEvent withEnvFile(String path) {
    return with(ENV_FILE, path);
  }

  /** The same event with another tool input. */
  HookEvent withToolInput(Map<String, Object> input) {
    return with("tool_input", input);
  }

  private HookEvent with(String field, Object value) {
    Map<String, Object> changed = new LinkedHashMap<>(fields);
    changed.put(field, value);
    return withPayload(changed, unlisted);
  }

  /** The same event with another payload. */
  public HookEvent withFields(Map<String, Object> other) {
    return withPayload(other, Map.of());
  }

  private HookEvent withPayload(Map<String, Object> listed, Map<String, Object> others) {
    return new HookEvent(
        host, name, kind, session, agent, directory, project, folder, skipped, listed, others,
        proven);
  }

  /**
   * What the user's own hooks get. They are written for a host's whole payload, which grows with
   * every version of the host, so here, and only here, the unlisted fields are passed on.
   */
  public Map<String, Object> payloadForUserHooks() {
    if (unlisted.isEmpty()) {
      return fields;
    }
    Map<String, Object> all = new LinkedHashMap<>(fields);
    unlisted.forEach(all::putIfAbsent);
    return all;
  }

  /** The kind of tool that the event is about. */
  public ToolKind tool() {
    return fields.get("tool_name") instanceof String tool
        ? HostCatalogue.toolKind(host, tool)
        : ToolKind.OTHER;
  }

  /** Whether a tool has failed, in whichever way the host reports it. */
  public boolean tellsOfFailure() {
    return name.endsWith("Failure") || object("tool_response").get("error") != null;
  }

  public Optional<String> text(String field) {
    return fields.get(field) instanceof String text ? Optional.of(text) : Optional.empty();
  }

  public boolean flag(String field) {
    return Boolean.TRUE.equals(fields.get(field));
  }

  public List<?> list(String field) {
    return fields.get(field) instanceof List<?> list ? list : List.of();
  }

  public Map<?, ?> object(String field) {
    return fields.get(field) instanceof Map<?, ?> map ? map : Map.of();
  }
}
