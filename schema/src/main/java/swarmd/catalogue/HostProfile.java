package swarmd.catalogue;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * All that is known of a host but the form of its answers, which its writer in the daemon knows.
 * Runs in a JVM that starts for a single hook: no lambdas, streams or regular expressions.
 */
public final class HostProfile {
  private final String id;
  private final String title;
  private final Optional<String> program;
  private final Map<String, EventKind> events;
  private final List<Variation> variations;
  private final Map<String, ToolKind> tools;
  private final Map<String, String> canonicalTools;
  private final Recognition recognition;
  private final Optional<HostSettings> settings;
  private final Variables variables;
  private final Traits traits;
  private final Notifications notifications;
  private final Optional<OwnFiles> ownFiles;
  private final Set<String> commands;
  private final String permissionDenial;
  private final String permissionQuestion;
  private final boolean asksPermissions;
  private final boolean permissionsLeaveSandbox;
  private final boolean holdsSubagents;
  private final HookMark hookMark;
  private final Optional<Mcp> mcp;

  private HostProfile(Builder builder) {
    id = builder.id;
    title = builder.title;
    program = builder.program;
    variations = List.copyOf(builder.variations);
    events = Collections.unmodifiableMap(new LinkedHashMap<>(builder.events));
    tools = Collections.unmodifiableMap(new LinkedHashMap<>(builder.tools));
    canonicalTools = Collections.unmodifiableMap(new LinkedHashMap<>(builder.canonicalTools));
    recognition = builder.recognition;
    settings = builder.settings;
    variables = builder.variables;
    traits = builder.traits;
    notifications = builder.notifications;
    ownFiles = builder.ownFiles;
    commands = builder.commands;
    permissionDenial = builder.permissionDenial;
    permissionQuestion = builder.permissionQuestion;
    asksPermissions = builder.asksPermissions;
    permissionsLeaveSandbox = builder.permissionsLeaveSandbox;
    holdsSubagents = builder.holdsSubagents;
    hookMark = builder.hookMark;
    mcp = builder.mcp;
  }

  /**
   * How a payload is recognised where no header names the host.
   *
   * @param shared events that another host has under the same name
   * @param sharedMarker the field that such an event has only in this host
   * @param foreignField a field that this host never sends
   * @param ownFields fields that together only this host sends, even with an unknown event
   */
  public record Recognition(
      Set<String> shared,
      Optional<String> sharedMarker,
      Optional<String> foreignField,
      List<String> ownFields) {}

  /**
   * Some hosts send an event under the name of another one; a field tells them apart.
   *
   * @param usual the kind that the name stands for
   * @param field the field that tells
   * @param present whether it is there, or missing, if the event is another one
   * @param instead the kind that it then is
   */
  public record Variation(EventKind usual, String field, boolean present, EventKind instead) {}

  /**
   * The variables that a host sets.
   *
   * @param project for hooks: the folder of its project
   * @param session the session's id, for hooks and perhaps for shells
   * @param sessionInShell whether the shell of its main agent has it, too
   * @param agent in the shell of a subagent: its id
   * @param envFile for hooks: a file with variables for its shells
   * @param others that belong to one session and must not reach a daemon that serves them all
   */
  public record Variables(
      Optional<String> project,
      Optional<String> session,
      boolean sessionInShell,
      Optional<String> agent,
      Optional<String> envFile,
      List<String> others) {

    static final Variables NONE =
        new Variables(Optional.empty(), Optional.empty(), false, Optional.empty(), List.of());

    /** Of a host that names its subagents in no variable. */
    public Variables(
        Optional<String> project,
        Optional<String> session,
        boolean sessionInShell,
        Optional<String> envFile,
        List<String> others) {
      this(project, session, sessionInShell, Optional.empty(), envFile, others);
    }

    /** The names of all of them. */
    public List<String> names() {
      List<String> names = new ArrayList<>(others);
      for (Optional<String> name : List.of(project, session, agent, envFile)) {
        if (name.isPresent()) {
          names.add(name.get());
        }
      }
      return names;
    }
  }

  /**
   * What else was measured.
   *
   * @param contextTokens how much its model's context holds
   * @param keepsStartContext whether a resumed session still has the context of its start
   * @param reportsBackgroundTasks whether it tells its model itself that a background task ended
   * @param contextBeforeTools whether context in the answer to a tool call reaches the model
   * @param maxHolds how many holds of a Stop in a row it honours unless it is set up otherwise; 0
   *     if there is no limit
   * @param textBytes the longest text, in UTF-8, that reaches its model whole
   */
  public record Traits(
      long contextTokens,
      boolean keepsStartContext,
      boolean reportsBackgroundTasks,
      boolean contextBeforeTools,
      int maxHolds,
      int textBytes) {

    /** Of a host that does not count bytes. */
    public Traits(
        long contextTokens,
        boolean keepsStartContext,
        boolean reportsBackgroundTasks,
        boolean contextBeforeTools,
        int maxHolds) {
      this(
          contextTokens,
          keepsStartContext,
          reportsBackgroundTasks,
          contextBeforeTools,
          maxHolds,
          Integer.MAX_VALUE);
    }
  }

  /**
   * What the types of its notifications say about its session.
   *
   * @param permission it waits until the person permits something
   * @param idle it waits for the next prompt
   */
  public record Notifications(Set<String> permission, Set<String> idle) {}

  /**
   * What the commands that a host starts for its hooks have, and those of its tools never have; an
   * agent cannot give it to a command.
   */
  public enum HookMark {
    /** A standard stream that leads to the host; the tools' are files. */
    STREAM,
    /** The host's own session of processes; each tool runs in a session of its own. */
    SESSION,
    /** None that was measured. */
    NONE
  }

  /**
   * How the host calls our tools by MCP.
   *
   * @param toolPrefix comes before the name of a tool in its events
   * @param askedPrefix comes before it where the host asks for a permission, if that is another one
   * @param callInMeta the field of a call's _meta with the id that its tool event has, too
   * @param sessionInMeta the field of a call's _meta with the session
   * @param agentInMeta the field with the agent; the session's id is that of the main agent
   * @param settings where it reads which servers it starts
   */
  public record Mcp(
      String toolPrefix,
      Optional<String> askedPrefix,
      Optional<String> callInMeta,
      Optional<String> sessionInMeta,
      Optional<String> agentInMeta,
      Optional<McpSettings> settings) {

    /** Of a host whose calls do not tell whose they are. */
    static Mcp named(String toolPrefix, McpSettings settings) {
      return new Mcp(
          toolPrefix,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.of(settings));
    }

    Mcp asking(String prefix) {
      return new Mcp(
          toolPrefix, Optional.of(prefix), callInMeta, sessionInMeta, agentInMeta, settings);
    }

    private Optional<McpTool> tool(String name) {
      return Stream.of(Optional.of(toolPrefix), askedPrefix)
          .flatMap(Optional::stream)
          .filter(name::startsWith)
          .flatMap(prefix -> McpTool.of(name.substring(prefix.length())).stream())
          .findFirst();
    }
  }

  /** Files in a project that the host itself reads, so that nobody has to pass them on. */
  public record OwnFiles(String rules, String memory, String commands, String skills) {}

  public static Builder named(String id, String title) {
    return new Builder(id, title);
  }

  /** As in `swarm install ID` and in the header Swarm-Host. */
  public String id() {
    return id;
  }

  /** As people call it. */
  public String title() {
    return title;
  }

  /** The program that people start, as it is found on the PATH; empty if there is no such one. */
  public Optional<String> program() {
    return program;
  }

  /** The kind of an event whose name stands for the usual one, by the fields of its payload. */
  public EventKind vary(EventKind usual, Map<String, Object> fields) {
    for (Variation variation : variations) {
      if (variation.usual == usual && fields.containsKey(variation.field) == variation.present) {
        return variation.instead;
      }
    }
    return usual;
  }

  /** Its events by the names it gives them. */
  public Map<String, EventKind> events() {
    return events;
  }

  /** The kind of an event that this host calls so; empty if it has none of that name. */
  public Optional<EventKind> kindOf(String eventName) {
    return Optional.ofNullable(events.get(eventName));
  }

  /** What the host calls an event of this kind; empty if it has none. */
  public Optional<String> eventName(EventKind kind) {
    for (Map.Entry<String, EventKind> event : events.entrySet()) {
      if (event.getValue() == kind || event.getValue() == kind.family()) {
        return Optional.of(event.getKey());
      }
    }
    return Optional.empty();
  }

  public boolean recognises(Map<String, Object> payload) {
    Object event = payload.get("hook_event_name");
    if (!recognition.ownFields.isEmpty() && payload.keySet().containsAll(recognition.ownFields)) {
      return true;
    }
    return event instanceof String
        && events.containsKey(event)
        && !(recognition.foreignField.isPresent()
            && payload.containsKey(recognition.foreignField.get()))
        && (!recognition.shared.contains(event)
            || recognition.sharedMarker.isPresent()
                && payload.containsKey(recognition.sharedMarker.get()));
  }

  /** Its tools by the names it gives them. */
  public Map<String, ToolKind> tools() {
    return tools;
  }

  /** The canonical names of those of its tools that another host has under another name. */
  public Map<String, String> canonicalTools() {
    return canonicalTools;
  }

  /** Empty for hosts whose settings we do not write. */
  public Optional<HostSettings> settings() {
    return settings;
  }

  /** The variable by which a person uses another account of this host; empty if there is none. */
  public String accountVariable() {
    return settings.isPresent() ? settings.get().homeVariable() : "";
  }

  public Variables variables() {
    return variables;
  }

  public Traits traits() {
    return traits;
  }

  /** Empty for hosts that are not known to call our tools by MCP. */
  public Optional<Mcp> mcp() {
    return mcp;
  }

  /** Which of our tools the host means by this name in its events. */
  public Optional<McpTool> ownTool(String tool) {
    return mcp.flatMap(host -> host.tool(tool));
  }

  public Notifications notifications() {
    return notifications;
  }

  public Optional<OwnFiles> ownFiles() {
    return ownFiles;
  }

  /** Slash commands that are the host's own. */
  public Set<String> commands() {
    return commands;
  }

  /** How a person ends the modes of an idle session, to follow "end it with". */
  public String wayOut() {
    return hasCommands() ? cancelCommand() : "`swarm cancel` in a terminal";
  }

  /**
   * How a person ends the modes of a session that is at work, to follow "to end it,". While it
   * works, the host queues or refuses commands.
   */
  public String wayOutOfWork() {
    return hasCommands()
        ? "press Esc, then type " + cancelCommand()
        : "run `swarm cancel` in a terminal";
  }

  private boolean hasCommands() {
    return settings.isPresent() && settings.get().commandFormat().isPresent();
  }

  private static String cancelCommand() {
    return "/" + OwnCommand.CANCEL.label();
  }

  /** Denies a permission where no daemon answers. The message must need no escapes in JSON. */
  public String permissionDenial(String message) {
    return permissionDenial.replace("MESSAGE", message);
  }

  /** Leaves a permission to the host's own dialog where no daemon answers. */
  public String permissionQuestion() {
    return permissionQuestion;
  }

  /** Whether it asks its person about a permission that no hook has decided. */
  public boolean asksPermissions() {
    return asksPermissions;
  }

  /**
   * Whether a permitted command may run outside the host's sandbox, and the request cannot tell.
   */
  public boolean permissionsLeaveSandbox() {
    return permissionsLeaveSandbox;
  }

  /** Whether a subagent that is about to stop can be kept working. */
  public boolean holdsSubagents() {
    return holdsSubagents;
  }

  /** How its hooks are told from the commands of its tools. */
  public HookMark hookMark() {
    return hookMark;
  }

  @Override
  public String toString() {
    return id;
  }

  /** Collects what is known of a host. */
  public static final class Builder {
    private final String id;
    private final String title;
    private Optional<String> program = Optional.empty();
    private final List<Variation> variations = new ArrayList<>();
    private final Map<String, EventKind> events = new LinkedHashMap<>();
    private final Map<String, ToolKind> tools = new LinkedHashMap<>();
    private final Map<String, String> canonicalTools = new LinkedHashMap<>();
    private Recognition recognition =
        new Recognition(Set.of(), Optional.empty(), Optional.empty(), List.of());
    private Optional<HostSettings> settings = Optional.empty();
    private Variables variables = Variables.NONE;
    private Traits traits = new Traits(200_000, false, false, false, 0);
    private Notifications notifications = new Notifications(Set.of(), Set.of());
    private Optional<OwnFiles> ownFiles = Optional.empty();
    private Set<String> commands = Set.of();
    private String permissionDenial = "{\"continue\":false,\"message\":\"MESSAGE\"}";
    private String permissionQuestion = "{\"continue\":true}";
    private boolean asksPermissions = true;
    private boolean permissionsLeaveSandbox;
    private boolean holdsSubagents = true;
    private HookMark hookMark = HookMark.NONE;
    private Optional<Mcp> mcp = Optional.empty();

    private Builder(String id, String title) {
      this.id = id;
      this.title = title;
    }

    public Builder program(String name) {
      program = Optional.of(name);
      return this;
    }

    public Builder event(String name, EventKind kind) {
      events.put(name, kind);
      return this;
    }

    /** An event that is another one if it has this field. */
    public Builder withField(String field, EventKind usual, EventKind instead) {
      variations.add(new Variation(usual, field, true, instead));
      return this;
    }

    /** An event that is another one if it lacks this field. */
    public Builder withoutField(String field, EventKind usual, EventKind instead) {
      variations.add(new Variation(usual, field, false, instead));
      return this;
    }

    /** Events under their canonical names. */
    public Builder events(EventKind... kinds) {
      for (EventKind kind : kinds) {
        events.put(kind.canonicalName(), kind);
      }
      return this;
    }

    public Builder tools(ToolKind kind, String... names) {
      for (String name : names) {
        tools.put(name, kind);
      }
      return this;
    }

    /** A tool that does the same as the one with the canonical name. */
    public Builder sameTool(String canonicalName, String name) {
      canonicalTools.put(name, canonicalName);
      return this;
    }

    public Builder recognisedBy(Recognition how) {
      recognition = how;
      return this;
    }

    /**
     * For hosts that have taken over the names of another one's events: only these fields, all of
     * them, tell such a payload from the other host's. Without any, only the command names it.
     */
    public Builder recognisedOnlyBy(String... ownFields) {
      recognition =
          new Recognition(
              Set.copyOf(events.keySet()), Optional.empty(), Optional.empty(), List.of(ownFields));
      return this;
    }

    public Builder settings(HostSettings.Builder described) {
      settings = Optional.of(described.build());
      return this;
    }

    public Builder variables(Variables set) {
      variables = set;
      return this;
    }

    public Builder notifications(Notifications measured) {
      notifications = measured;
      return this;
    }

    public Builder traits(Traits measured) {
      traits = measured;
      return this;
    }

    public Builder ownFiles(OwnFiles read) {
      ownFiles = Optional.of(read);
      return this;
    }

    public Builder commands(String... names) {
      commands = Set.of(names);
      return this;
    }

    /** JSON in which MESSAGE stands for the reason. */
    public Builder permissionDenial(String json) {
      permissionDenial = json;
      return this;
    }

    /** JSON that decides nothing; where "continue" could pass for a yes, it says so. */
    public Builder permissionQuestion(String json) {
      permissionQuestion = json;
      return this;
    }

    /** For hosts that may take an undecided permission for a yes. */
    public Builder mayNotAskPermissions() {
      asksPermissions = false;
      return this;
    }

    /** For hosts that ask for permission to leave their sandbox. */
    public Builder permissionsLeaveSandbox() {
      permissionsLeaveSandbox = true;
      return this;
    }

    /** For hosts in which a subagent's end cannot be held. */
    public Builder lettingSubagentsStop() {
      holdsSubagents = false;
      return this;
    }

    public Builder mcp(Mcp measured) {
      mcp = Optional.of(measured);
      return this;
    }

    public Builder hookMark(HookMark measured) {
      hookMark = measured;
      return this;
    }

    public HostProfile build() {
      return new HostProfile(this);
    }
  }
}
