package swarmd.userhooks;

import java.util.ArrayList;
import java.util.List;
import swarmd.hostfile.Position;
import swarmd.hostfile.Value;

/** Collects the problems of one settings file. */
final class Problems {
  /** A limit, since a file may be full of problems. */
  static final int MAX = 100;

  private final String path;
  private final String text;
  private final List<Problem> problems = new ArrayList<>();

  Problems(String path, String text) {
    this.path = path;
    this.text = text;
  }

  void report(InvalidEntry entry) {
    report(entry.at(), entry.getMessage());
  }

  void report(Value at, String reason) {
    if (problems.size() < MAX) {
      Position position = Position.of(text, at.start());
      problems.add(new Problem(path, position.line(), position.column(), reason));
    } else if (problems.size() == MAX) {
      problems.add(Problem.ofFile(path, "there are more problems, which are not listed"));
    }
  }

  List<Problem> all() {
    return List.copyOf(problems);
  }
}
