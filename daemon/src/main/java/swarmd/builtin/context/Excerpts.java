package swarmd.builtin.context;

import java.util.ArrayList;
import java.util.List;
import swarmd.text.Cut;
import swarmd.text.QuotedText;

/** Joins texts of files as long as there is room, and only names the others. */
final class Excerpts {
  private static final int MAX_NAME = 200;

  /** A shorter excerpt would be useless. */
  private static final int MIN_EXCERPT = 300;

  /** Room for the names of omitted files. */
  private static final int NAMES_ROOM = 500;

  private final StringBuilder excerpts;
  private final int room;
  private final List<String> omitted = new ArrayList<>();

  /**
   * @param room the maximum length in characters
   */
  Excerpts(String opening, int room) {
    excerpts = new StringBuilder(opening);
    this.room = room - NAMES_ROOM;
  }

  /**
   * @param whole whether this is the whole file
   */
  Excerpts add(String file, String content, boolean whole) {
    return add(file, "", content, whole);
  }

  /**
   * @param remark of ours, before the text
   */
  Excerpts add(String file, String remark, String content, boolean whole) {
    String text = QuotedText.lines(content);
    String name = Cut.toLine(MAX_NAME, file);
    String heading = "\n\n## " + name + "\n" + remark;
    String rest = "\n[cut; the rest is in " + name + "]";
    int left = room - excerpts.length() - heading.length() - rest.length();
    if (left < Math.min(MIN_EXCERPT, text.length())) {
      omitted.add(name);
      return this;
    }
    boolean fits = whole && text.length() <= left;
    excerpts.append(heading).append(Cut.to(left, text)).append(fits ? "" : rest);
    return this;
  }

  String text() {
    return omitted.isEmpty()
        ? excerpts.toString()
        : excerpts + "\n\n" + Cut.to(NAMES_ROOM - 2, "See also: " + String.join(", ", omitted));
  }
}
