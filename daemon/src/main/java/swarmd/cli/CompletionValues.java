package swarmd.cli;

import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import swarmd.catalogue.HookType;
import swarmd.notes.NoteQueries;
import swarmd.sessions.MainAgent;
import swarmd.sessions.Session;
import swarmd.sessions.SessionQueries;
import swarmd.skills.SkillQueries;
import swarmd.store.Snapshot;
import swarmd.swarm.Task;
import swarmd.swarm.TaskQueries;
import swarmd.swarm.TaskQueries.Order;
import swarmd.swarm.TaskQueries.TaskFilter;
import swarmd.swarm.TaskStatus;
import swarmd.text.Cut;

/** The values that an option or a parameter can have at the moment. */
final class CompletionValues {
  private static final int MAX_TASKS = 1_000;
  private static final int MAX_SESSIONS = 100;
  private static final int MAX_DESCRIPTION = 80;

  /** By the name of an option, whatever its command. */
  private static final Map<String, Kind> OF_OPTION =
      Map.of(
          "--agent", Kind.AGENTS,
          "--account", Kind.ACCOUNTS,
          "--session", Kind.SESSIONS,
          "--swarm", Kind.SWARMS,
          "--tags", Kind.TAGS,
          "--tag", Kind.TAGS,
          "--depends-on", Kind.TASKS,
          "--task", Kind.TASKS,
          "--check", Kind.CHECKS,
          "--checks", Kind.CHECKS);

  /** By the label of an option or a parameter. */
  private static final Map<String, Kind> OF_LABEL =
      Map.of(
          "DIR", Kind.FOLDERS,
          "FILE", Kind.FILES,
          "GLOB", Kind.FILES,
          "GLOB,...", Kind.FILES,
          "TYPE", Kind.HOOK_TYPES,
          "EVENT", Kind.HOOK_TYPES,
          "SWARM", Kind.SWARMS,
          "AGENT", Kind.AGENTS,
          "CHECK", Kind.CHECKS);

  /** By the command that a parameter called ID belongs to. */
  private static final Map<String, Kind> OF_ID =
      Map.of("task", Kind.TASKS, "note", Kind.NOTES, "skill", Kind.SKILLS);

  /** The tasks that a command can do something with; all for those that are not listed. */
  private static final Map<String, Set<TaskStatus>> TASKS_FOR =
      Map.of(
          "claim", EnumSet.of(TaskStatus.PENDING),
          "renew", EnumSet.of(TaskStatus.CLAIMED),
          "release", EnumSet.of(TaskStatus.CLAIMED),
          "complete", EnumSet.of(TaskStatus.CLAIMED),
          "fail", EnumSet.of(TaskStatus.CLAIMED),
          "land", EnumSet.of(TaskStatus.DONE),
          "retry", EnumSet.of(TaskStatus.FAILED),
          "reopen", EnumSet.of(TaskStatus.CANCELLED),
          "cancel", EnumSet.complementOf(EnumSet.of(TaskStatus.DONE, TaskStatus.CANCELLED)));

  private final Context context;

  CompletionValues(Context context) {
    this.context = context;
  }

  /** Where values come from. */
  enum Kind {
    CHOICES,
    COMMANDS,
    TASKS,
    AGENTS,
    ACCOUNTS,
    SESSIONS,
    SWARMS,
    TAGS,
    CHECKS,
    NOTES,
    SKILLS,
    HOOK_TYPES,
    FILES,
    FOLDERS,
    /** Nobody but the user knows. */
    FREE
  }

  /** A possible completion of a word, with a description. */
  record Candidate(String value, String description) {
    private static final String DIRECTIVE = ":";

    /** Leaves it to the shell, which knows its files. */
    static Candidate directive(String name) {
      return new Candidate(DIRECTIVE + name, "");
    }

    boolean isDirective() {
      return value.startsWith(DIRECTIVE);
    }

    Candidate after(String prefix) {
      return new Candidate(prefix + value, description);
    }

    /** One line, for a shell. */
    String line() {
      return description.isEmpty()
          ? value
          : value + "\t" + Cut.toLine(MAX_DESCRIPTION, description);
    }
  }

  static Kind kindOf(ArgSpec argument, CommandSpec command) {
    if (!choices(argument).isEmpty()) {
      return Kind.CHOICES;
    }
    if (argument instanceof OptionSpec option) {
      return Stream.of(option.names())
          .flatMap(name -> Optional.ofNullable(OF_OPTION.get(name)).stream())
          .findFirst()
          .orElse(OF_LABEL.getOrDefault(argument.paramLabel(), Kind.FREE));
    }
    if (command.helpCommand()) {
      return Kind.COMMANDS;
    }
    return switch (argument.paramLabel()) {
      case "ID" -> OF_ID.getOrDefault(command.parent().name(), Kind.FREE);
      case "NAME" -> command.name().equals("check") ? Kind.CHECKS : Kind.FREE;
      default -> OF_LABEL.getOrDefault(argument.paramLabel(), Kind.FREE);
    };
  }

  List<Candidate> of(ArgSpec argument, CommandSpec command) throws InterruptedException {
    return switch (kindOf(argument, command)) {
      case CHOICES -> plain(choices(argument));
      case COMMANDS -> plain(command.parent().subcommands().keySet());
      case TASKS -> tasks(command);
      case AGENTS -> agents();
      case SESSIONS ->
          sessions().stream().map(session -> new Candidate(session.id(), session.host())).toList();
      case SWARMS -> swarms();
      case ACCOUNTS -> accounts();
      case TAGS -> tags();
      case CHECKS -> checks();
      case NOTES -> notes();
      case SKILLS -> skills();
      case HOOK_TYPES -> plain(Stream.of(HookType.values()).map(HookType::label).toList());
      case FILES -> List.of(Candidate.directive("files"));
      case FOLDERS -> List.of(Candidate.directive("folders"));
      case FREE -> List.of();
    };
  }

  /** Those that are paused. */
  private List<Candidate> accounts() {
    return context.services().accounts().paused().stream()
        .map(pause -> new Candidate(pause.account(), pause.cause().predicate()))
        .toList();
  }

  private static List<Candidate> plain(Collection<String> values) {
    return values.stream().map(value -> new Candidate(value, "")).toList();
  }

  /** Users type the constants of an enum in lower case. */
  private static List<String> choices(ArgSpec argument) {
    if (argument.completionCandidates() != null) {
      return StreamSupport.stream(argument.completionCandidates().spliterator(), false)
          .map(value -> value.toLowerCase(Locale.ROOT))
          .toList();
    }
    return Stream.of(argument.auxiliaryTypes())
        .filter(Class::isEnum)
        .flatMap(type -> Stream.of(type.getEnumConstants()))
        .map(constant -> constant.toString().toLowerCase(Locale.ROOT))
        .toList();
  }

  private String project() {
    return context.project(Optional.empty());
  }

  private <T> T read(Function<Snapshot, T> query) throws InterruptedException {
    return context.await(context.services().store().read(query));
  }

  /** The newest first. */
  private List<Task> recentTasks(Set<TaskStatus> statuses) throws InterruptedException {
    return context.await(
        context
            .services()
            .tasks()
            .list(
                new TaskFilter(
                    Optional.of(project()),
                    Optional.empty(),
                    statuses,
                    Optional.empty(),
                    List.of(),
                    Optional.empty(),
                    Optional.empty(),
                    Order.ID,
                    true,
                    0,
                    MAX_TASKS)));
  }

  private List<Candidate> tasks(CommandSpec command) throws InterruptedException {
    return recentTasks(TASKS_FOR.getOrDefault(command.name(), Set.of())).stream()
        .map(task -> new Candidate(Long.toString(task.id()), task.title()))
        .toList();
  }

  private List<Candidate> agents() throws InterruptedException {
    Set<String> names = new TreeSet<>();
    recentTasks(Set.of()).forEach(task -> task.agent().ifPresent(names::add));
    sessions().forEach(session -> names.add(MainAgent.nameIn(session.id())));
    return plain(names);
  }

  private List<Session> sessions() throws InterruptedException {
    String project = project();
    long since = context.now() - Session.STALE.toMillis();
    return read(
        snapshot ->
            snapshot.get(SessionQueries.class).live(Optional.of(project), since, MAX_SESSIONS));
  }

  private List<Candidate> swarms() throws InterruptedException {
    String project = project();
    return read(snapshot -> snapshot.get(TaskQueries.class).summaries(Optional.of(project)))
        .stream()
        .map(
            summary ->
                new Candidate(summary.id().name(), summary.state().name().toLowerCase(Locale.ROOT)))
        .toList();
  }

  private List<Candidate> tags() throws InterruptedException {
    Set<String> tags = new TreeSet<>();
    recentTasks(Set.of()).forEach(task -> tags.addAll(task.tags()));
    return plain(tags);
  }

  private List<Candidate> checks() throws InterruptedException {
    return context
        .await(context.services().checks().list(context.foundProject(Optional.empty())))
        .stream()
        .map(listed -> new Candidate(listed.check().name(), listed.check().command()))
        .toList();
  }

  private List<Candidate> notes() throws InterruptedException {
    String project = project();
    List<Candidate> found = new ArrayList<>();
    read(snapshot -> snapshot.get(NoteQueries.class).of(project))
        .forEach(note -> found.add(new Candidate(Long.toString(note.id()), note.text())));
    return found;
  }

  private List<Candidate> skills() throws InterruptedException {
    String project = project();
    List<Candidate> found = new ArrayList<>();
    read(snapshot -> snapshot.get(SkillQueries.class).of(project))
        .forEach(skill -> found.add(new Candidate(Long.toString(skill.id()), skill.text())));
    return found;
  }
}
