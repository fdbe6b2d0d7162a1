package swarmd.cli;

import static swarmd.cli.Table.cell;

import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import swarmd.api.TaskJson;
import swarmd.cli.Terminal.Colour;
import swarmd.common.Outcome;
import swarmd.sessions.Project;
import swarmd.settings.Setting;
import swarmd.swarm.ClaimRequest;
import swarmd.swarm.Claimed;
import swarmd.swarm.Handoff;
import swarmd.swarm.HandoffText;
import swarmd.swarm.Lease;
import swarmd.swarm.Task;
import swarmd.swarm.Tasks;
import swarmd.text.HumanDuration;
import swarmd.text.QuotedText;
import swarmd.worktrees.Worktrees;

@Command(
    name = "claim",
    mixinStandardHelpOptions = true,
    description = "Claims the next task for an agent, or the given task.",
    footer = {
      "",
      "Example:  swarm task claim --tags sql --wait 60",
      "          swarm task claim --worktree",
      "Exit codes: 0 a task was claimed; 1 there is none yet, so claim again;",
      "3 there will be none: all tasks are finished, or only blocked ones remain."
    })
final class TaskClaimCommand implements Callable<PendingExit> {
  private final Context context;

  @Parameters(arity = "0..1", paramLabel = "ID", description = "Claim only this task.")
  private Optional<Long> id = Optional.empty();

  @Option(
      names = "--agent",
      paramLabel = "NAME",
      description = "The agent that claims it (SWARM_AGENT).")
  private Optional<String> agent = Optional.empty();

  @Option(
      names = "--session",
      paramLabel = "ID",
      description = "The session of the agent (SWARM_SESSION).")
  private Optional<String> session = Optional.empty();

  @Option(
      names = "--limit",
      paramLabel = "N",
      defaultValue = "1",
      description = "Claim up to N tasks, at most 1000 (1).")
  private long limit;

  @Option(
      names = "--files",
      split = ",",
      paramLabel = "FILE",
      description = "Prefer tasks that own these files.")
  private List<String> files = List.of();

  @Option(
      names = {"--tags", "--tag"},
      split = ",",
      paramLabel = "TAG",
      description = "Claim only tasks that have all these tags.")
  private List<String> tags = List.of();

  @Option(names = "--swarm", paramLabel = "NAME", description = "Claim only tasks of this swarm.")
  private Optional<String> swarm = Optional.empty();

  @Option(
      names = "--lease",
      paramLabel = "SECONDS",
      description = "The duration of the lease, up to 24 h (300).")
  private Optional<Long> leaseSeconds = Optional.empty();

  @Option(names = "--wait", paramLabel = "SECONDS", description = "Wait for work, up to 60 s (0).")
  private long waitSeconds;

  @Option(
      names = "--worktree",
      description = "Work in a worktree and on a branch of the task's own.")
  private boolean worktree;

  @Option(
      names = "--request-id",
      paramLabel = "ID",
      description = "Repeating a claim with its id returns the same tasks.")
  private Optional<String> requestId = Optional.empty();

  @Option(
      names = "--account",
      paramLabel = "NAME",
      description =
          "Claim nothing while this account is paused; without it, that of the session counts.")
  private Optional<String> account = Optional.empty();

  @Option(names = "--project", paramLabel = "DIR", description = "Use this project.")
  private Optional<String> project = Optional.empty();

  @Option(names = "--json", description = "Print JSON.")
  private boolean json;

  TaskClaimCommand(Context context) {
    this.context = context;
  }

  @Override
  public PendingExit call() throws InterruptedException {
    Tasks tasks = context.services().tasks();
    Project place = context.foundProject(project);
    ClaimRequest request = request(place);
    if (worktree) {
      if (limit > 1) {
        throw CommandFailed.usage("--worktree claims one task at a time; leave --limit out");
      }
      context.awaitValue(context.services().worktrees().usable(place));
    }
    CompletableFuture<Outcome<Claimed>> claim =
        requestId.isPresent() ? tasks.claim(request) : tasks.claimOnce(request);
    PendingExit exit = new PendingExit();
    exit.onEnd(() -> claim.cancel(false));
    exit.follow(
        claim.thenCompose(
            outcome -> {
              Claimed claimed = Context.value(outcome);
              return worktree
                  ? context
                      .services()
                      .worktrees()
                      .prepare(claimed, place)
                      .thenCompose(this::deliver)
                  : deliver(Outcome.ok(Worktrees.Prepared.without(claimed)));
            }));
    return exit;
  }

  private CompletableFuture<Integer> deliver(Outcome<Worktrees.Prepared> prepared) {
    Worktrees.Prepared value = Context.value(prepared);
    return context
        .services()
        .tasks()
        .handoffs(value.claimed())
        .thenComposeAsync(handoffs -> deliver(value, handoffs), context.threads());
  }

  /** A claim that the client did not receive is given back, unless it can ask for it again. */
  private CompletableFuture<Integer> deliver(
      Worktrees.Prepared prepared, Map<Long, List<Handoff>> handoffs) {
    Claimed claimed = prepared.claimed();
    return printed(prepared, handoffs)
        .whenComplete(
            (sent, failure) -> {
              if (failure != null && requestId.isEmpty()) {
                context.services().tasks().giveBack(claimed);
              }
            })
        .thenApply(sent -> exitCode(claimed));
  }

  private CompletableFuture<Void> printed(
      Worktrees.Prepared prepared, Map<Long, List<Handoff>> handoffs) {
    Claimed claimed = prepared.claimed();
    try {
      if (json) {
        context.printJson(TaskJson.claimed(claimed, handoffs, prepared.folders()));
      } else if (!claimed.isEmpty()) {
        context.terminal().print(text(prepared, handoffs));
      }
      claimed.nothing().map(Claimed.Nothing::message).ifPresent(context.terminal()::note);
      return context.terminal().sent();
    } catch (RuntimeException | Error e) {
      return CompletableFuture.failedFuture(e);
    }
  }

  private static int exitCode(Claimed claimed) {
    if (claimed.isFinal()) {
      return CommandLineRunner.CONFLICT;
    }
    return claimed.isEmpty() ? CommandLineRunner.FAILED : 0;
  }

  private ClaimRequest request(Project place) {
    Duration defaultLease = context.services().settings().duration(Setting.LEASE_MS);
    return new ClaimRequest(
        place.id(),
        context.agent(agent),
        context.session(session),
        id,
        ClaimRequest.LIMIT.checkInt(limit),
        files,
        tags,
        swarm,
        leaseSeconds.map(Duration::ofSeconds).orElse(defaultLease),
        Duration.ofSeconds(waitSeconds),
        requestId.or(() -> context.variable(Context.RUN)),
        account);
  }

  /** Printed at once, so that the client receives the token or nothing. */
  private String text(Worktrees.Prepared prepared, Map<Long, List<Handoff>> handoffs) {
    return prepared.claimed().tasks().stream()
        .map(
            task ->
                text(
                    task,
                    Optional.ofNullable(prepared.folders().get(task.id())),
                    prepared.claimed().checks().getOrDefault(task.id(), List.of()),
                    handoffs.getOrDefault(task.id(), List.of())))
        .collect(Collectors.joining());
  }

  private String text(
      Task task, Optional<Path> folder, List<String> checks, List<Handoff> handoffs) {
    Terminal terminal = context.terminal();
    Lease lease = task.lease().orElseThrow();
    List<String> lines = new ArrayList<>();
    lines.add(terminal.paint(Colour.BOLD, "task " + task.id()) + "  " + cell(task.title()).text());
    if (task.status().terminal()) {
      return lines.get(0) + "\nis " + task.status().label() + " already: this claim was repeated\n";
    }
    task.description().ifPresent(text -> lines.add("\n" + QuotedText.lines(text) + "\n"));
    if (!task.files().isEmpty()) {
      lines.add("files  " + cell(String.join(", ", task.files())).text());
    }
    task.branch()
        .ifPresent(
            branch ->
                lines.add(
                    folder.isPresent()
                        ? "branch %s, which lands in %s".formatted(branch.name(), branch.target())
                        : "branch %s has work of an earlier holder; to go on there, release the task and claim it with --worktree"
                            .formatted(branch.name())));
    folder.ifPresent(path -> lines.add("work in " + path));
    if (!checks.isEmpty()) {
      lines.add("checks " + String.join(", ", checks) + "; they must pass before it is done");
    }
    if (!handoffs.isEmpty()) {
      lines.add(terminal.paint(Colour.BOLD, "before you"));
      HandoffText.lines(handoffs, context.now()).forEach(lines::add);
    }
    lines.add("lease  " + HumanDuration.of(lease.expiresAt() - context.now()));
    lines.add("token  " + lease.token());
    lines.add(
        terminal.paint(
            Colour.DIM, "then   swarm task done " + task.id() + " --token " + lease.token()));
    return String.join("\n", lines) + "\n";
  }
}
