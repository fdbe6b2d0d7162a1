package swarmd.cli;

import static swarmd.cli.Table.cell;
import static swarmd.cli.Table.number;

import java.util.List;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;
import swarmd.api.NoteJson;
import swarmd.cli.Terminal.Colour;
import swarmd.notes.NewNote;
import swarmd.notes.Note;
import swarmd.sessions.SessionId;
import swarmd.text.HumanDuration;

@Command(
    name = "note",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    description = "Keeps notes for all sessions of a project.",
    footer = {
      "",
      "Every session receives them when it starts and after a compaction. Examples:",
      "  swarm note add \"the tests need a running database\"",
      "  swarm note list",
      "  swarm note rm 3"
    })
final class NoteCommand implements Runnable, CommandGroup {
  @Spec private CommandSpec spec;

  private final Context context;

  NoteCommand(Context context) {
    this.context = context;
  }

  @Override
  public List<Object> subcommands() {
    return List.of(new Add(context), new ListNotes(context), new Remove(context));
  }

  @Override
  public void run() {
    spec.commandLine().usage(spec.commandLine().getOut());
  }

  @Command(
      name = "add",
      description = "Keeps a note until it is removed.",
      footer = {
        "",
        "Examples:",
        "  swarm note add \"releases are tagged by hand\"",
        "  swarm note add --priority \"never touch the folder legacy\"",
        "  swarm note add --working \"half of the parser is moved; the rest is in old/\""
      })
  private static final class Add extends ProjectCommand {
    @Parameters(arity = "1..*", paramLabel = "TEXT", description = "The text of the note.")
    private List<String> words;

    @Option(
        names = "--priority",
        description = "Always show this note first; all of these together may have 500 characters.")
    private boolean priority;

    @Option(names = "--working", description = "Delete the note after 7 days.")
    private boolean working;

    Add(Context context) {
      super(context);
    }

    @Override
    void run(String project) throws InterruptedException {
      NewNote note =
          new NewNote(
              project,
              kind(),
              context.session(Optional.empty()).filter(SessionId::isValid),
              String.join(" ", words).strip());
      Note added =
          Context.value(context.await(context.services().notes().add(List.of(note))).get(0));
      if (json) {
        context.printJson(NoteJson.note(added));
      } else {
        context
            .terminal()
            .println("added note %d; remove it with: swarm note rm %1$d".formatted(added.id()));
      }
    }

    private Note.Kind kind() {
      if (priority && working) {
        throw CommandFailed.usage("a note is --priority or --working, not both");
      }
      return priority ? Note.Kind.PRIORITY : working ? Note.Kind.WORKING : Note.Kind.MANUAL;
    }
  }

  @Command(
      name = "list",
      aliases = "ls",
      description =
          "Lists the notes of the project you are in, in the order sessions receive them.")
  private static final class ListNotes extends ProjectCommand {
    ListNotes(Context context) {
      super(context);
    }

    @Override
    void run(String project) throws InterruptedException {
      List<Note> notes = context.await(context.services().notes().list(project));
      if (json) {
        context.printJson(NoteJson.notes(notes));
      } else if (notes.isEmpty()) {
        context
            .terminal()
            .note("no notes in " + project + "; add one with: swarm note add \"text\"");
      } else {
        table(notes).print();
      }
    }

    private Table table(List<Note> notes) {
      Table table = new Table(context.terminal(), "ID", "KIND", "AGE", "TEXT");
      for (Note note : notes) {
        table.row(
            number(note.id()),
            note.kind() == Note.Kind.PRIORITY
                ? cell(note.kind().label(), Colour.BOLD)
                : cell(note.kind().label()),
            cell(HumanDuration.of(context.now() - note.at())),
            cell(note.text()));
      }
      return table;
    }
  }

  @Command(name = "rm", description = "Removes notes.")
  private static final class Remove extends ProjectCommand {
    @Parameters(arity = "1..*", paramLabel = "ID")
    private List<Long> ids;

    Remove(Context context) {
      super(context);
    }

    @Override
    void run(String project) throws InterruptedException {
      for (long id : ids) {
        if (!context.await(context.services().notes().remove(project, id))) {
          throw CommandFailed.because(
              "there is no note %d in %s; see: swarm note list".formatted(id, project));
        }
        if (json) {
          context.printJson(NoteJson.removed(id));
        } else {
          context.terminal().println("removed note " + id);
        }
      }
    }
  }
}
