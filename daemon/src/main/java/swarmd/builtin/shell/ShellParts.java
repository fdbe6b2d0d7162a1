package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Splits a command line into simple commands, as far as that is possible without being a shell.
 * Only for advice, never for permissions: it skips what it cannot parse.
 */
final class ShellParts {
  private static final int MAX_LENGTH = 4 << 10;
  private static final Pattern NO_PARAMETERS = Pattern.compile("\\([ \\t]*+\\)");

  private final String text;
  private final List<ShellPart> parts = new ArrayList<>();
  private final List<String> words = new ArrayList<>();
  private final StringBuilder word = new StringBuilder();
  private final List<Heredoc> openHeredocs = new ArrayList<>();
  private final Set<String> functions = new HashSet<>();
  private int openBrackets;
  private boolean inWord;
  private boolean input;
  private boolean output;
  private int at;

  private ShellParts(String text) {
    this.text = text;
  }

  /** Parses only the beginning of a very long command. */
  static List<ShellPart> of(String command) {
    return new ShellParts(command.substring(0, Math.min(command.length(), MAX_LENGTH))).split();
  }

  private List<ShellPart> split() {
    while (at < text.length()) {
      step(text.charAt(at));
    }
    endPart(false);
    parts.removeIf(part -> functions.contains(part.program()));
    return List.copyOf(parts);
  }

  private void step(char c) {
    switch (c) {
      case ' ', '\t', '\r' -> {
        endWord();
        at++;
      }
      case '\n' -> {
        endPart(false);
        at++;
        skipHeredocs();
      }
      case ';', '&', '`' -> {
        endPart(false);
        at++;
      }
      case '(' -> openBracket();
      case ')' -> closeBracket();
      case '|' -> pipe();
      case '<' -> redirectInput();
      case '>' -> redirectOutput();
      case '#' -> comment();
      case '\\' -> escaped();
      case '\'' -> singleQuoted();
      case '"' -> doubleQuoted();
      case '$' -> dollar();
      default -> add(c);
    }
  }

  private void add(char c) {
    word.append(c);
    inWord = true;
    at++;
  }

  private void pipe() {
    boolean alternative = text.startsWith("||", at);
    output |= !alternative;
    endPart(!alternative);
    at += alternative ? 2 : 1;
  }

  private void redirectOutput() {
    String stream = word.toString();
    if (stream.equals("1") || stream.equals("2")) {
      word.setLength(0);
      inWord = false;
    }
    endWord();
    output |= !stream.equals("2");
    at++;
    skipTarget();
  }

  private void redirectInput() {
    endWord();
    input = true;
    Optional<Heredoc> heredoc =
        text.startsWith("<<<", at) ? Optional.empty() : Heredoc.at(text, at);
    if (heredoc.isPresent()) {
      openHeredocs.add(heredoc.get());
      at = heredoc.get().end();
      return;
    }
    while (at < text.length() && text.charAt(at) == '<') {
      at++;
    }
    skipTarget();
  }

  /** A file name after < or > is not an argument. */
  private void skipTarget() {
    while (at < text.length() && ">&| \t".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    while (at < text.length() && " \t\r\n;&|<>()`'\"".indexOf(text.charAt(at)) < 0) {
      at++;
    }
  }

  private void skipHeredocs() {
    openHeredocs.forEach(heredoc -> at = heredoc.endOfText(text, at));
    openHeredocs.clear();
  }

  private void comment() {
    if (inWord) {
      add('#');
      return;
    }
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  private void escaped() {
    at++;
    if (at < text.length()) {
      if (text.charAt(at) == '\n') {
        at++;
      } else {
        add(text.charAt(at));
      }
    }
  }

  private void singleQuoted() {
    int end = text.indexOf('\'', at + 1);
    end = end < 0 ? text.length() : end;
    word.append(text, at + 1, end);
    inWord = true;
    at = Math.min(end + 1, text.length());
  }

  private void doubleQuoted() {
    inWord = true;
    at++;
    while (at < text.length() && text.charAt(at) != '"') {
      if (text.charAt(at) == '\\' && at + 1 < text.length()) {
        at++;
        add(text.charAt(at));
      } else if (text.startsWith("$(", at)) {
        substitution();
      } else {
        add(text.charAt(at));
      }
    }
    at = Math.min(at + 1, text.length());
  }

  private void dollar() {
    if (text.startsWith("$((", at)) {
      add('$');
      openBracket();
    } else if (text.startsWith("$(", at)) {
      endPart(false);
      at += 2;
      openBrackets++;
    } else {
      add('$');
    }
  }

  private void openBracket() {
    if (text.startsWith("((", at) && appendThrough("))") || isAssignment() && appendThrough(")")) {
      return;
    }
    Matcher noParameters = NO_PARAMETERS.matcher(text).region(at, text.length());
    if (noParameters.lookingAt()) {
      defineFunction();
      at = noParameters.end();
    } else {
      endPart(false);
      at++;
      openBrackets++;
    }
  }

  /** Arithmetic and lists of values are not commands. */
  private boolean appendThrough(String end) {
    int found = text.indexOf(end, at);
    if (found >= 0) {
      word.append(text, at, found + end.length());
      inWord = true;
      at = found + end.length();
    }
    return found >= 0;
  }

  private boolean isAssignment() {
    return inWord && word.length() > 0 && word.charAt(word.length() - 1) == '=';
  }

  private void defineFunction() {
    endWord();
    if (!words.isEmpty()) {
      functions.add(words.get(words.size() - 1));
      words.clear();
    }
  }

  private void closeBracket() {
    if (openBrackets > 0) {
      openBrackets--;
      endPart(false);
    } else { // after a case pattern
      endWord();
      words.clear();
    }
    at++;
  }

  /** Keeps the text of a quoted $( ) unchanged. */
  private void substitution() {
    int from = at;
    int depth = 1;
    at += 2;
    while (at < text.length() && depth > 0) {
      char c = text.charAt(at);
      if (c != '<' || !skipQuotedHeredoc()) {
        depth += c == '(' ? 1 : c == ')' ? -1 : 0;
        at++;
      }
    }
    word.append(text, from, at);
  }

  private boolean skipQuotedHeredoc() {
    Optional<Heredoc> heredoc = Heredoc.at(text, at);
    heredoc.ifPresent(
        found -> {
          int line = text.indexOf('\n', found.end());
          at = line < 0 ? text.length() : found.endOfText(text, line + 1);
        });
    return heredoc.isPresent();
  }

  private void endWord() {
    if (inWord) {
      words.add(word.toString());
      word.setLength(0);
      inWord = false;
    }
  }

  private void endPart(boolean piped) {
    endWord();
    if (words.isEmpty()) { // a line break or bracket between a pipe and its command
      input |= piped;
      return;
    }
    parts.add(new ShellPart(List.copyOf(words), input, output));
    words.clear();
    input = piped;
    output = false;
  }
}
