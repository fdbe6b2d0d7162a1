package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Expands a word's variables, braces and tilde as a shell does. Wildcards stay: they depend on the
 * files there are.
 */
final class Expansion {
  /** More names than an agent would write; a command with more is only read in part. */
  private static final int MAX_RESULTS = 100;

  /** No path is longer. */
  private static final int MAX_LENGTH = 4096;

  private static final int MAX_DEPTH = 10;

  private Expansion() {}

  /**
   * The forms that the word stands for.
   *
   * @param variables the forms of a variable's values, or of a command's output; never empty
   */
  static List<String> of(ShellWord word, Function<String, List<String>> variables) {
    List<String> results = new ArrayList<>();
    for (String form : withValues(word.form(), variables)) {
      braces(form, 0, results);
    }
    return results.stream().map(form -> tilde(form, variables)).toList();
  }

  private static List<String> withValues(String form, Function<String, List<String>> variables) {
    List<String> results = List.of("");
    int at = 0;
    while (at < form.length()) {
      int mark = form.indexOf(ShellWord.VARIABLE, at);
      int end = mark < 0 ? form.length() : form.indexOf(ShellWord.VARIABLE_END, mark);
      List<String> values = mark < 0 ? List.of("") : variables.apply(form.substring(mark + 1, end));
      String before = form.substring(at, mark < 0 ? form.length() : mark);
      List<String> longer = new ArrayList<>();
      for (String result : results) {
        for (String value : values) {
          if (longer.size() < MAX_RESULTS) {
            String all = result + before + value;
            longer.add(all.length() > MAX_LENGTH ? String.valueOf(ShellWord.UNKNOWN) : all);
          }
        }
      }
      results = longer;
      at = end + 1;
    }
    return results;
  }

  /** The words that a word with braces stands for; a word without braces itself. */
  static Stream<ShellWord> ofBraces(ShellWord word) {
    if (next(word.form(), '{', 0) < 0) {
      return Stream.of(word);
    }
    List<String> forms = new ArrayList<>();
    braces(word.form(), 0, forms);
    return forms.size() == 1
        ? Stream.of(word)
        : forms.stream().map(form -> new ShellWord(withoutBackslashes(form), form));
  }

  private static String withoutBackslashes(String form) {
    return form.replaceAll("\\\\(.)", "$1");
  }

  private static void braces(String form, int depth, List<String> results) {
    if (results.size() >= MAX_RESULTS) {
      return;
    }
    int open = next(form, '{', 0);
    List<String> alternatives = List.of();
    int close = -1;
    while (open >= 0 && alternatives.isEmpty()) {
      close = closing(form, open);
      alternatives = close < 0 ? List.of() : alternatives(form.substring(open + 1, close));
      open = alternatives.isEmpty() ? next(form, '{', open + 1) : open;
    }
    if (open < 0 || depth == MAX_DEPTH) {
      results.add(form);
      return;
    }
    for (String each : alternatives) {
      braces(form.substring(0, open) + each + form.substring(close + 1), depth + 1, results);
    }
  }

  private static int next(String form, char c, int from) {
    for (int i = from; i < form.length(); i++) {
      if (form.charAt(i) == '\\') {
        i++;
      } else if (form.charAt(i) == c) {
        return i;
      }
    }
    return -1;
  }

  private static int closing(String form, int open) {
    int depth = 0;
    for (int i = open; i < form.length(); i++) {
      char c = form.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '{') {
        depth++;
      } else if (c == '}' && --depth == 0) {
        return i;
      }
    }
    return -1;
  }

  /** Empty if the braces are only characters, as in find's {}. */
  private static List<String> alternatives(String inner) {
    int dots = inner.indexOf("..");
    if (dots > 0 && inner.matches("\\w+\\.\\.\\w+(\\.\\.\\d+)?")) {
      return sequence(inner.split("\\.\\."));
    }
    List<String> found = new ArrayList<>();
    int depth = 0;
    int start = 0;
    for (int i = 0; i < inner.length(); i++) {
      char c = inner.charAt(i);
      if (c == '\\') {
        i++;
      } else if (c == '{') {
        depth++;
      } else if (c == '}') {
        depth--;
      } else if (c == ',' && depth == 0) {
        found.add(inner.substring(start, i));
        start = i + 1;
      }
    }
    if (found.isEmpty()) {
      return List.of();
    }
    found.add(inner.substring(start));
    return found;
  }

  private static List<String> sequence(String[] ends) {
    List<String> found = new ArrayList<>();
    if (ends[0].matches("\\d{1,6}") && ends[1].matches("\\d{1,6}")) {
      int first = Integer.parseInt(ends[0]);
      int last = Integer.parseInt(ends[1]);
      for (int i = first; found.size() < MAX_RESULTS; i += first < last ? 1 : -1) {
        found.add(String.valueOf(i));
        if (i == last) {
          break;
        }
      }
    } else if (ends[0].length() == 1 && ends[1].length() == 1) {
      for (char c = ends[0].charAt(0); c <= ends[1].charAt(0); c++) {
        found.add(String.valueOf(c));
      }
    }
    return found;
  }

  private static String tilde(String form, Function<String, List<String>> variables) {
    boolean home = form.equals("~") || form.startsWith("~/");
    return home ? variables.apply("HOME").get(0) + form.substring(1) : form;
  }
}
