package swarmd.swarm;

import java.util.Optional;
import swarmd.common.TextLength;

/**
 * The branch that a task's work is on, if a claim has asked for a worktree.
 *
 * @param name such as swarm/3-fix-the-login
 * @param target the branch that it lands in
 * @param fence of the claim whose holder works on it; another claim's holder works elsewhere
 * @param landed the commit of the target that has the work; empty until then
 */
public record TaskBranch(String name, String target, long fence, Optional<String> landed) {
  public static final TextLength NAME = TextLength.notBlank(300, "branch").onOneLine();
  public static final TextLength TARGET = TextLength.notBlank(300, "target").onOneLine();
  public static final TextLength COMMIT = TextLength.notBlank(64, "landed").onOneLine();

  TaskBranch landedAs(String commit) {
    return new TaskBranch(name, target, fence, Optional.of(commit));
  }
}
