package swarmd.cli;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A wrong command line, the exit code and the line that the user reads. Words with spaces are in
 * single quotes; {project} stands for the project's folder.
 */
public record WrongUsage(String typed, int exit, String line) {
  private static final Pattern WORD = Pattern.compile("'([^']*)'|(\\S+)");

  /** The rows of wrong-usage.tsv. */
  public static List<WrongUsage> all() {
    try (InputStream file = WrongUsage.class.getResourceAsStream("/wrong-usage.tsv")) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(row -> !row.isBlank() && !row.startsWith("#"))
          .map(row -> row.split("\t"))
          .map(cells -> new WrongUsage(cells[0], Integer.parseInt(cells[1]), cells[2]))
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public List<String> words() {
    List<String> words = new ArrayList<>();
    for (Matcher word = WORD.matcher(typed); word.find(); ) {
      words.add(word.group(1) == null ? word.group(2) : word.group(1));
    }
    return words;
  }

  @Override
  public String toString() {
    return typed + "\t" + exit + "\t" + line;
  }
}
