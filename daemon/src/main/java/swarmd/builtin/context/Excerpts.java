package swarmd.builtin.context;

import java.util.ArrayList;
import java.util.List;
import swarmd.text.Cut;

/** Texts of files, one after the other as long as there is room; what has none is only named. */
final class Excerpts {
  private static final int NAME = 200;

  /** Less of a text would tell nobody anything. */
  private static final int LEAST = 300;

  /** For the names of what had no room. */
  private static final int NAMES = 500;

  private final StringBuilder said;
  private final int room;
  private final List<String> unsaid = new ArrayList<>();

  /**
   * @param room how many characters it may become
   */
  Excerpts(String opening, int room) {
    said = new StringBuilder(opening);
    this.room = room - NAMES;
  }

  /**
   * @param whole whether this is all that the file says
   */
  Excerpts add(String file, String text, boolean whole) {
    String name = Cut.toLine(NAME, file);
    String heading = "\n\n## " + name + "\n";
    String rest = "\n[cut; the rest is in " + name + "]";
    int left = room - said.length() - heading.length() - rest.length();
    if (left < Math.min(LEAST, text.length())) {
      unsaid.add(name);
      return this;
    }
    boolean fits = whole && text.length() <= left;
    said.append(heading).append(Cut.to(left, text)).append(fits ? "" : rest);
    return this;
  }

  String text() {
    return unsaid.isEmpty()
        ? said.toString()
        : said + "\n\n" + Cut.to(NAMES - 2, "Read also: " + String.join(", ", unsaid));
  }
}
