package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import swarmd.builtin.shell.ShellSteps.Step;

/**
 * What a shell command would write, as far as that can be read from its text.
 *
 * @param files what it would write
 * @param harmless whether all its programs are known to write nothing
 * @param folders where its programs run that may write more than these files; where it starts if
 *     only the shell knows
 */
public record CommandWrites(List<Written> files, boolean harmless, List<String> folders) {
  /** Heredocs with whole files are long. */
  private static final int MAX_LENGTH = 256 << 10;

  /** Programs that write nothing but what {@link WritingPrograms} finds. */
  private static final Set<String> READERS =
      Set.of(
          ("ls cat bat head tail grep egrep fgrep rg ag ack find fd sed awk gawk cut tr sort uniq"
               + " wc nl diff cmp comm file stat du df pwd cd pushd popd echo printf true false :"
               + " test [ [[ read export set unset local declare readonly shift return exit for"
               + " while until case select if fi done esac } break continue wait sleep date which"
               + " type command hash whoami id uname hostname env printenv ps pgrep top free uptime"
               + " lsof jq yq od hexdump strings basename dirname realpath readlink tree column"
               + " paste join fold fmt rev tac seq expr bc dc md5sum sha1sum sha256sum cksum base64"
               + " curl ping dig host nslookup nc man help history alias jobs kill less more tee"
               + " xargs swarm trap eval time ulimit umask")
              .split(" "));

  /** Not commit and push: they run the project's own hooks. */
  private static final Set<String> READING_GIT =
      Set.of(
          "status",
          "diff",
          "log",
          "show",
          "branch",
          "tag",
          "rev-parse",
          "rev-list",
          "ls-files",
          "ls-tree",
          "ls-remote",
          "blame",
          "grep",
          "cat-file",
          "describe",
          "shortlog",
          "reflog",
          "remote",
          "config",
          "fetch",
          "add",
          "check-ignore",
          "merge-base",
          "name-rev",
          "for-each-ref",
          "cherry",
          "whatchanged",
          "count-objects",
          "help",
          "version");

  /**
   * Reads a command.
   *
   * @param folder where it starts
   * @param workTree the top of the work tree around it
   * @param variables what else is known of its environment
   */
  public static CommandWrites of(
      String command, String folder, String workTree, Map<String, String> variables) {
    Map<String, List<String>> known = new HashMap<>();
    variables.forEach((name, value) -> known.put(name, List.of(ShellWord.literal(value).form())));
    known.put(ShellSteps.WORK_TREE, List.of(ShellWord.literal(workTree).form()));
    List<Step> steps = ShellSteps.of(command, MAX_LENGTH, Optional.of(folder), known);
    StepWrites.Found found = new StepWrites.Found();
    List<String> folders = new ArrayList<>();
    for (Step step : steps) {
      if (!isReader(step.part())) {
        folders.add(new StepWrites(step, found).programFolder().orElse(folder));
      }
      new StepWrites(step, found).read();
    }
    if (command.length() > MAX_LENGTH || found.more()) {
      folders.add(folder);
    }
    List<Written> files = found.files();
    return new CommandWrites(
        files, folders.isEmpty() && files.isEmpty(), folders.stream().distinct().toList());
  }

  private static boolean isReader(ShellPart part) {
    String program = part.program();
    return program.isEmpty()
        || READERS.contains(program)
        || program.equals("git")
            && GitCommand.in(part).filter(git -> READING_GIT.contains(git.program())).isPresent();
  }
}
