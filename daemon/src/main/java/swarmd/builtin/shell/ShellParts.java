package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.builtin.shell.Redirection.Kind;

/**
 * Splits a command line into simple commands, as far as that is possible without being a shell.
 * Never for permissions: it skips what it cannot parse. A command in a substitution comes before
 * the command that has it among its words.
 */
final class ShellParts {
  /** Enough for advice; the whole of a longer command is read where that matters. */
  static final int MAX_ADVICE = 4 << 10;

  private static final int MAX_DEPTH = 30;
  private static final char NO_CLOSER = '\0';
  private static final String ENDS_WORD = " \t\r\n;&|<>()";

  private final String text;
  private final List<ShellPart> parts = new ArrayList<>();
  private final Set<String> functions = new HashSet<>();
  private int depth;
  private int at;

  /** What ends the innermost list of commands. */
  private char closing = NO_CLOSER;

  /** Where the texts of the heredocs that were opened in this line end. */
  private int endOfHeredocs;

  private ShellParts(String text, int depth) {
    this.text = text;
    this.depth = depth;
  }

  /** Parses only the beginning of a very long command. */
  static List<ShellPart> of(String command) {
    return of(command, MAX_ADVICE, Scope.outermost());
  }

  /** Parses the command as it runs in this shell. */
  static List<ShellPart> of(String command, int maxLength, Scope scope) {
    ShellParts reader =
        new ShellParts(command.substring(0, Math.min(command.length(), maxLength)), 0);
    while (reader.at < reader.text.length()) { // an unexpected closing bracket ends a list
      reader.commands(scope, NO_CLOSER, false);
    }
    reader.parts.removeIf(part -> reader.functions.contains(part.program()));
    return List.copyOf(reader.parts);
  }

  /** The simple command that is being read. */
  private final class Command {
    private final Scope scope;
    private final boolean inherited;
    private List<ShellWord> words = new ArrayList<>();
    private List<Redirection> redirections = new ArrayList<>();
    private boolean input;
    private boolean output;

    /** Between [[ and ]], where nothing is redirected or piped. */
    private boolean test;

    private Optional<ShellPart> source = Optional.empty();

    Command(Scope scope, boolean inherited) {
      this.scope = scope;
      this.inherited = inherited;
      input = inherited;
    }

    boolean isEmpty() {
      return words.isEmpty() && redirections.isEmpty();
    }

    void add(ShellWord word) {
      test = word.text().equals("[[") && hasOnlyKeywords() || test && !word.text().equals("]]");
      words.add(word);
    }

    /** Whether it is this keyword, with so many words after it. */
    boolean is(String keyword, int following) {
      int program = words.size() - 1 - following;
      return program >= 0
          && words.get(program).text().equals(keyword)
          && Wrappers.programIndex(words) == program;
    }

    boolean hasOnlyKeywords() {
      return Wrappers.programIndex(words) == words.size();
    }

    void end(boolean piped) {
      if (isEmpty()) { // a line break or bracket between a pipe and its command
        input |= piped;
        return;
      }
      if (words.size() > 1 && words.get(0).text().equals("function")) {
        functions.add(words.get(1).text());
        words = words.subList(2, words.size());
      }
      ShellPart part =
          new ShellPart(
              List.copyOf(words), input, output, List.copyOf(redirections), scope, source);
      if (!isEmpty()) {
        parts.add(part);
      }
      words = new ArrayList<>();
      redirections = new ArrayList<>();
      test = false;
      input = piped || inherited;
      output = false;
      source = piped ? Optional.of(part) : Optional.empty();
    }
  }

  /** Reads commands up to the closing character, which is read as well. */
  private void commands(Scope scope, char closer, boolean piped) {
    Command command = new Command(scope, piped);
    boolean pattern = false;
    int cases = 0;
    while (at < text.length()) {
      char c = text.charAt(at);
      if (command.test && "<>()&|".indexOf(c) >= 0) {
        at++;
        continue;
      }
      if (pattern && (c == ')' || c == '|' || c == '(')) {
        pattern = c != ')';
        command.words.clear();
        at++;
        continue;
      }
      if (c == closer) {
        at++;
        break;
      }
      switch (c) {
        case ' ', '\t', '\r' -> at++;
        case '\\' -> {
          if (!skipLineBreak()) {
            word(command);
          }
        }
        case '\n' -> {
          command.end(false);
          at = Math.max(at + 1, endOfHeredocs);
        }
        case ';' -> {
          command.end(false);
          pattern = cases > 0 && text.startsWith(";;", at);
          at += pattern ? 2 : 1;
        }
        case '&' -> ampersand(command);
        case '|' -> pipe(command);
        case '(' -> openBracket(command);
        case ')' -> {
          command.end(false);
          at++;
        }
        case '<', '>' -> redirect(command, "");
        case '#' -> comment();
        case '`' -> word(command);
        default -> {
          word(command);
          if (command.is("case", 2)) {
            command.end(false);
            cases++;
            pattern = true;
          } else if (command.is("esac", 0)) {
            cases = Math.max(0, cases - 1);
            pattern = false;
          }
        }
      }
    }
    command.end(false);
  }

  private void ampersand(Command command) {
    if (text.startsWith("&>", at)) {
      at++;
      redirect(command, "");
    } else {
      command.end(false);
      at += text.startsWith("&&", at) ? 2 : 1;
    }
  }

  private void pipe(Command command) {
    boolean alternative = text.startsWith("||", at);
    command.output |= !alternative;
    command.end(!alternative);
    at += alternative || text.startsWith("|&", at) ? 2 : 1;
  }

  private void openBracket(Command command) {
    if (text.startsWith("((", at) && skipArithmetic(command.scope)) {
      return;
    }
    int closing = at + 1;
    while (closing < text.length() && " \t".indexOf(text.charAt(closing)) >= 0) {
      closing++;
    }
    if (!command.words.isEmpty() && text.startsWith(")", closing)) {
      functions.add(command.words.get(command.words.size() - 1).text());
      command.words.clear();
      at = closing + 1;
      return;
    }
    boolean input = command.hasOnlyKeywords() && command.input;
    at++;
    nested(command.scope, ')', input);
    if (command.hasOnlyKeywords()) { // only redirections may follow
      command.words.clear();
      command.input = command.inherited;
    }
  }

  private void nested(Scope scope, char closer, boolean piped) {
    if (depth == MAX_DEPTH) {
      at = text.length();
      return;
    }
    char outer = closing;
    closing = closer;
    depth++;
    commands(scope.inner(), closer, piped);
    depth--;
    closing = outer;
  }

  /** Returns false if the brackets turn out to be subshells. */
  private boolean skipArithmetic(Scope scope) {
    int end = endOfArithmetic();
    while (at < end) {
      if (text.startsWith("$(", at) && !text.startsWith("$((", at)) {
        at += 2;
        nested(scope, ')', false);
      } else {
        at++;
      }
    }
    return end >= 0;
  }

  /** The end of what two brackets enclose that are closed together; -1 if they are not. */
  private int endOfArithmetic() {
    int open = 0;
    for (int i = at; i < text.length(); i++) {
      char c = text.charAt(i);
      open += c == '(' ? 1 : c == ')' ? -1 : 0;
      if (open == 1 && c == ')') {
        return text.startsWith(")", i + 1) ? i + 2 : -1;
      }
    }
    return -1;
  }

  /** Skips a backslash at the end of a line. */
  private boolean skipLineBreak() {
    boolean found = text.startsWith("\\\n", at);
    at += found ? 2 : 0;
    return found;
  }

  private void comment() {
    int end = text.indexOf('\n', at);
    at = end < 0 ? text.length() : end;
  }

  /**
   * Reads a redirection.
   *
   * @param stream the number before it, if any
   */
  private void redirect(Command command, String stream) {
    if (text.charAt(at) == '<') {
      redirectInput(command);
      return;
    }
    if (text.startsWith(">(", at)) {
      substitutedFile(command);
      return;
    }
    at++;
    boolean duplicate = text.startsWith("&", at);
    while (at < text.length() && ">|&!".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    command.output |= !stream.equals("2");
    ShellWord target = target(command.scope);
    if (!target.text().isEmpty() && !(duplicate && target.text().matches("[0-9]+-?|-"))) {
      command.redirections.add(new Redirection(Kind.WRITE, target));
    }
  }

  private void redirectInput(Command command) {
    if (text.startsWith("<(", at)) {
      substitutedFile(command);
      return;
    }
    command.input = true;
    if (text.startsWith("<<<", at)) {
      at += 3;
      command.redirections.add(new Redirection(Kind.TEXT, target(command.scope)));
      return;
    }
    Optional<Heredoc> heredoc = Heredoc.at(text, at);
    if (heredoc.isPresent()) {
      heredoc(command, heredoc.get());
      return;
    }
    boolean both = text.startsWith("<>", at);
    while (at < text.length() && "<>&".indexOf(text.charAt(at)) >= 0) {
      at++;
    }
    ShellWord target = target(command.scope);
    if (!target.text().isEmpty()) {
      command.redirections.add(new Redirection(both ? Kind.WRITE : Kind.READ, target));
    }
  }

  /** The text begins in the next line, or after the heredoc before it. */
  private void heredoc(Command command, Heredoc heredoc) {
    at = heredoc.end();
    int start = endOfHeredocs > at ? endOfHeredocs : Heredoc.nextLine(text, at);
    int end = heredoc.endOfText(text, start);
    endOfHeredocs = Heredoc.nextLine(text, end);
    String body = text.substring(start, end);
    command.redirections.add(new Redirection(Kind.TEXT, new ShellWord(body, body)));
    if (!heredoc.quoted() && depth < MAX_DEPTH) {
      ShellParts inner = new ShellParts(body, depth + 1);
      inner.substitutions(command.scope);
      parts.addAll(inner.parts);
    }
  }

  /** Reads the commands in a text of which the shell expands nothing else. */
  private void substitutions(Scope scope) {
    WordReader ignored = new WordReader(scope);
    while (at < text.length()) {
      char c = text.charAt(at);
      if (c == '\\') {
        at = Math.min(at + 2, text.length());
      } else if (c == '$') {
        ignored.dollar();
      } else if (c == '`') {
        ignored.backquoted();
      } else {
        at++;
      }
    }
  }

  /** A command whose output or input is passed as a file. */
  private void substitutedFile(Command command) {
    int start = at;
    at += 2;
    nested(command.scope, ')', false);
    String raw = text.substring(start, at);
    command.words.add(new ShellWord(raw, String.valueOf(ShellWord.UNKNOWN)));
  }

  /** A file name after < or > is not an argument. */
  private ShellWord target(Scope scope) {
    boolean skipped = true;
    while (skipped) {
      skipped = skipLineBreak();
      if (at < text.length() && " \t".indexOf(text.charAt(at)) >= 0) {
        at++;
        skipped = true;
      }
    }
    return new WordReader(scope).read();
  }

  private void word(Command command) {
    ShellWord word = new WordReader(command.scope).read();
    boolean redirects = at < text.length() && "<>".indexOf(text.charAt(at)) >= 0;
    if (redirects && word.text().matches("[0-9]+|\\{\\w+\\}")) {
      redirect(command, word.text());
    } else {
      command.add(word);
    }
  }

  /** Reads one word. */
  private final class WordReader {
    private final Scope scope;
    private final StringBuilder word = new StringBuilder();
    private final StringBuilder form = new StringBuilder();

    WordReader(Scope scope) {
      this.scope = scope;
    }

    ShellWord read() {
      while (at < text.length()) {
        char c = text.charAt(at);
        if (c == '(' && isListOfValues() && depth < MAX_DEPTH) {
          list();
        } else if (ENDS_WORD.indexOf(c) >= 0 || c == '`' && closing == '`') {
          break;
        } else {
          step(c);
        }
      }
      return new ShellWord(word.toString(), form.toString());
    }

    private void step(char c) {
      switch (c) {
        case '\\' -> escaped();
        case '\'' -> singleQuoted();
        case '"' -> {
          at++;
          doubleQuoted();
        }
        case '$' -> dollar();
        case '`' -> backquoted();
        default -> {
          word.append(c);
          form.append(ShellWord.isMark(c) ? ShellWord.UNKNOWN : c);
          at++;
        }
      }
    }

    private void addQuoted(char c) {
      word.append(c);
      ShellWord.appendQuoted(form, c);
      at++;
    }

    private boolean isListOfValues() {
      return word.length() > 1 && word.charAt(word.length() - 1) == '=';
    }

    /** The values of an array are not commands. */
    private void list() {
      int start = at++;
      depth++;
      while (at < text.length() && text.charAt(at) != ')') {
        int before = at;
        new WordReader(scope).read();
        at = Math.max(at, before + 1);
      }
      depth--;
      at = Math.min(at + 1, text.length());
      unknown(start, at);
    }

    private void unknown(int start, int end) {
      word.append(text, start, end);
      form.append(ShellWord.UNKNOWN);
    }

    private void escaped() {
      at++;
      if (at < text.length()) {
        if (text.charAt(at) == '\n') {
          at++;
        } else {
          addQuoted(text.charAt(at));
        }
      }
    }

    private void singleQuoted() {
      at++;
      while (at < text.length() && text.charAt(at) != '\'') {
        addQuoted(text.charAt(at));
      }
      at = Math.min(at + 1, text.length());
    }

    private void doubleQuoted() {
      while (at < text.length() && text.charAt(at) != '"') {
        char c = text.charAt(at);
        if (c == '`' && closing == '`') {
          return; // not closed within the backquotes
        }
        if (c == '\\' && at + 1 < text.length()) {
          escapedInQuotes();
        } else if (c == '$') {
          dollar();
        } else if (c == '`') {
          backquoted();
        } else {
          addQuoted(c);
        }
      }
      at = Math.min(at + 1, text.length());
    }

    /** Only these characters lose their backslash; a line break is lost, too. */
    private void escapedInQuotes() {
      char next = text.charAt(at + 1);
      if (next == '\n') {
        at += 2;
      } else {
        if ("$`\"\\".indexOf(next) < 0) {
          addQuoted('\\');
        } else {
          at++;
        }
        addQuoted(text.charAt(at));
      }
    }

    private void backquoted() {
      int start = at++;
      nested(scope, '`', false);
      String raw = text.substring(start, at);
      word.append(raw);
      markOutput("$(" + raw.replace("`", "") + ")");
    }

    private void dollar() {
      int start = at;
      if (text.startsWith("$((", at)) {
        at++;
        if (!skipArithmetic(scope)) {
          at++;
          nested(scope, ')', false);
        }
        unknown(start, at);
      } else if (text.startsWith("$(", at)) {
        at += 2;
        nested(scope, ')', false);
        substituted(start);
      } else if (text.startsWith("${", at)) {
        braces();
      } else if (text.startsWith("$'", at)) {
        at++;
        ansiQuoted();
      } else if (text.startsWith("$\"", at)) {
        at += 2;
        doubleQuoted();
      } else {
        variable();
      }
    }

    /** Agents like to name files by the folder they are in. */
    private void substituted(int start) {
      String raw = text.substring(start, at);
      word.append(raw);
      if (raw.equals("$(pwd)")) {
        mark("PWD");
      } else if (raw.equals("$(git rev-parse --show-toplevel)")) {
        mark(ShellSteps.WORK_TREE);
      } else {
        markOutput(raw);
      }
    }

    /** Files that a command prints may be known. */
    private void markOutput(String raw) {
      if (raw.chars().anyMatch(c -> ShellWord.isMark((char) c))) {
        form.append(ShellWord.UNKNOWN);
      } else {
        mark(raw);
      }
    }

    private void mark(String name) {
      form.append(ShellWord.VARIABLE).append(name).append(ShellWord.VARIABLE_END);
    }

    private void variable() {
      int end = endOfName(at + 1);
      if (end > at + 1) {
        word.append(text, at, end);
        mark(text.substring(at + 1, end));
        at = end;
      } else if (at + 1 < text.length() && "@*#?$!-0123456789".indexOf(text.charAt(at + 1)) >= 0) {
        unknown(at, at + 2);
        at += 2;
      } else {
        addQuoted('$');
      }
    }

    private int endOfName(int start) {
      int end = start;
      while (end < text.length() && isNamePart(text.charAt(end), end == start)) {
        end++;
      }
      return end;
    }

    private static boolean isNamePart(char c, boolean first) {
      return c == '_'
          || c >= 'a' && c <= 'z'
          || c >= 'A' && c <= 'Z'
          || !first && c >= '0' && c <= '9';
    }

    /** The default of a variable may hold commands. */
    private void braces() {
      int start = at;
      int name = endOfName(at + 2);
      if (name > at + 2 && text.startsWith("}", name)) {
        word.append(text, at, name + 1);
        mark(text.substring(at + 2, name));
        at = name + 1;
        return;
      }
      at += 2;
      if (depth == MAX_DEPTH) {
        unknown(start, at);
        return;
      }
      depth++;
      WordReader value = new WordReader(scope);
      while (at < text.length() && text.charAt(at) != '}') {
        char c = text.charAt(at);
        if (c == '\n' || ENDS_WORD.indexOf(c) >= 0) {
          at++;
        } else {
          value.step(c);
        }
      }
      depth--;
      at = Math.min(at + 1, text.length());
      unknown(start, at);
    }

    private void ansiQuoted() {
      at++;
      while (at < text.length() && text.charAt(at) != '\'') {
        if (text.charAt(at) == '\\' && at + 1 < text.length()) {
          char c = text.charAt(++at);
          char meant = c == 'n' ? '\n' : c == 't' ? '\t' : c;
          word.append(meant);
          ShellWord.appendQuoted(form, meant);
          at++;
        } else {
          addQuoted(text.charAt(at));
        }
      }
      at = Math.min(at + 1, text.length());
    }
  }
}
