package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import swarmd.api.SkillJson;
import swarmd.cli.Terminal.Colour;
import swarmd.skills.NewSkill;
import swarmd.skills.Skill;
import swarmd.skills.Skill.Status;
import swarmd.text.HumanDuration;

@Command(
    name = "skill",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Decides what the sessions of a project learn.",
    footer = {
      "",
      "swarmd proposes a skill when you have corrected agents twice the same way, and agents"
          + " propose",
      "what helped them. Sessions receive only what you accept. Examples:",
      "  swarm skill list",
      "  swarm skill accept 3",
      "  swarm skill retire 3"
    })
final class SkillCommand implements Runnable, CommandGroup {
  @Spec private CommandSpec spec;

  private final Context context;

  SkillCommand(Context context) {
    this.context = context;
  }

  @Override
  public List<Object> subcommands() {
    return List.of(
        new ListSkills(context),
        new Show(context),
        new Accept(context),
        new Retire(context),
        new Propose(context));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  private static CommandFailed unknown(String project, long id) {
    return CommandFailed.because(
        "there is no skill %d in %s; see: swarm skill list".formatted(id, project));
  }

  @Command(
      name = "list",
      aliases = "ls",
      description = "Lists the skills of the project you are in.")
  private static final class ListSkills extends ProjectCommand {
    @Option(
        names = {"-a", "--all"},
        description = "Include retired skills.")
    private boolean all;

    ListSkills(Context context) {
      super(context);
    }

    @Override
    void run(String project) throws InterruptedException {
      List<Skill> skills =
          context.await(context.services().skills().list(project)).stream()
              .filter(skill -> all || skill.status() != Status.RETIRED)
              .toList();
      if (json) {
        context.printJson(SkillJson.skills(skills, context.now()));
      } else if (skills.isEmpty()) {
        context.terminal().note("no skills in " + project);
      } else {
        print(skills);
      }
    }

    private void print(List<Skill> skills) {
      Table table =
          new Table(context.terminal(), "ID", "STATUS", "FROM", "USED", "LAST USED", "TEXT");
      for (Skill skill : skills) {
        table.row(
            number(skill.id()),
            skill.status() == Status.PROPOSED
                ? cell(skill.status().label(), Colour.BOLD)
                : cell(skill.status().label()),
            cell(skill.origin() == Skill.Origin.AGENT ? "an agent" : "you"),
            number(skill.used()),
            cell(
                skill
                    .lastUsed()
                    .map(at -> HumanDuration.of(context.now() - at) + " ago")
                    .orElse("never")),
            cell(skill.text()));
      }
      table.print();
      skills.stream()
          .filter(skill -> skill.status() == Status.PROPOSED)
          .findFirst()
          .ifPresent(
              skill ->
                  context
                      .terminal()
                      .note(
                          "to give a proposed skill to sessions that need it:  swarm skill accept "
                              + skill.id()));
      skills.stream()
          .filter(skill -> skill.stale(context.now()))
          .forEach(
              skill ->
                  context
                      .terminal()
                      .note(
                          "skill %d was not needed for %d days; if it is outdated:  swarm skill retire %1$d"
                              .formatted(skill.id(), Skill.STALE.toDays())));
    }
  }

  @Command(name = "show", description = "Shows a skill with what calls for it.")
  private static final class Show extends ProjectCommand {
    @Parameters(paramLabel = "ID")
    private long id;

    Show(Context context) {
      super(context);
    }

    @Override
    void run(String project) throws InterruptedException {
      Skill skill =
          context.await(context.services().skills().list(project)).stream()
              .filter(each -> each.id() == id)
              .findFirst()
              .orElseThrow(() -> unknown(project, id));
      if (json) {
        context.printJson(SkillJson.skill(skill, context.now()));
        return;
      }
      Terminal terminal = context.terminal();
      terminal.println(
          "skill %d, %s, %s"
              .formatted(
                  id,
                  skill.status().label(),
                  skill.origin() == Skill.Origin.AGENT
                      ? "written by an agent"
                      : "in the user's own words"));
      terminal.println(
          skill.triggers().isEmpty()
              ? "for every session"
              : "for prompts and commands with: " + String.join(", ", skill.triggers()));
      terminal.println("used %d times".formatted(skill.used()));
      terminal.println("");
      terminal.println(skill.text());
    }
  }

  /** Only the person decides what sessions are told. */
  private abstract static class Decision extends ProjectCommand {
    private final Status status;

    @Parameters(arity = "1..*", paramLabel = "ID")
    private List<Long> ids;

    Decision(Context context, Status status) {
      super(context);
      this.status = status;
    }

    @Override
    void run(String project) throws InterruptedException {
      context.requirePerson(status == Status.ACCEPTED ? "accept skills" : "retire skills");
      for (long id : ids) {
        Skill skill =
            context
                .await(context.services().skills().decide(project, id, status))
                .orElseThrow(() -> unknown(project, id));
        if (json) {
          context.printJson(SkillJson.skill(skill, context.now()));
        } else {
          context.terminal().println(status.label() + " skill " + id);
        }
      }
    }
  }

  @Command(
      name = "accept",
      description = {
        "Gives skills to the sessions that need them.",
        "Agents cannot do this: run it in your own terminal."
      })
  private static final class Accept extends Decision {
    Accept(Context context) {
      super(context, Status.ACCEPTED);
    }
  }

  @Command(
      name = "retire",
      description = {
        "Rejects proposed skills, and gives accepted ones to no session any more.",
        "Agents cannot do this: run it in your own terminal."
      })
  private static final class Retire extends Decision {
    Retire(Context context) {
      super(context, Status.RETIRED);
    }
  }

  @Command(
      name = "propose",
      description = "Proposes a skill, for the user to accept.",
      footer = {
        "",
        "Example:",
        "  swarm skill propose --trigger \"npm test\" \"stop the server on port 8080 first\""
      })
  private static final class Propose extends ProjectCommand {
    @Parameters(arity = "1..*", paramLabel = "TEXT", description = "What helps.")
    private List<String> words;

    @Option(
        names = "--trigger",
        paramLabel = "WORDS",
        description =
            "Words in a prompt or a command that call for the skill; repeatable. Without any, it is"
                + " for every session.")
    private List<String> triggers = List.of();

    Propose(Context context) {
      super(context);
    }

    @Override
    void run(String project) throws InterruptedException {
      NewSkill proposed =
          NewSkill.written(
              project,
              context.caller().isPerson() ? Skill.Origin.PERSON : Skill.Origin.AGENT,
              String.join(" ", words).strip(),
              List.copyOf(triggers));
      Skill skill = Context.value(context.await(context.services().skills().propose(proposed)));
      if (json) {
        context.printJson(SkillJson.skill(skill, context.now()));
      } else {
        context
            .terminal()
            .println(
                skill.status() == Status.PROPOSED
                    ? "proposed skill %d; the user accepts it with: swarm skill accept %1$d"
                        .formatted(skill.id())
                    : "skill %d says the same, and is %s"
                        .formatted(skill.id(), skill.status().label()));
      }
    }
  }
}
