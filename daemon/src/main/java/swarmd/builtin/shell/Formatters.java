package swarmd.builtin.shell;

import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Programs that rewrite the files or folders that they are given. */
final class Formatters {
  private static final ShellWord HERE = new ShellWord(".", ".");

  /**
   * How to recognise that one writes.
   *
   * @param verbs one of which must be the first word; none is needed if empty
   * @param needs options of which one must be there; none is needed if empty
   * @param prevents options with which it only reads
   * @param names the names of the files that it rewrites in a folder; all if empty
   * @param everywhere whether it starts in the current folder if it is given none
   */
  private record Rule(
      List<String> programs,
      List<String> verbs,
      List<String> needs,
      List<String> prevents,
      List<String> names,
      boolean everywhere) {

    boolean applies(ShellPart part) {
      String[] needed = needs.toArray(String[]::new);
      String[] preventing = prevents.toArray(String[]::new);
      List<String> words = part.positional();
      return (verbs.isEmpty() || !words.isEmpty() && verbs.contains(words.get(0)))
          && (needs.isEmpty() || part.hasFlag(needed))
          && !part.hasFlag(preventing);
    }
  }

  private static final List<Rule> RULES =
      List.of(
          rule("gofmt goimports gofumpt", "", "-w", "", "*.go", false),
          rule("prettier", "", "--write -w", "--check -c", "", false),
          rule("black", "", "", "--check --diff -c", "*.py *.pyi *.ipynb", false),
          rule("isort", "", "", "--check --check-only --diff -c", "*.py *.pyi", false),
          rule("autopep8 yapf", "", "-i --in-place", "", "*.py", false),
          rule("autoflake", "", "-i --in-place", "", "*.py", false),
          rule("pyupgrade", "", "", "", "*.py", false),
          rule("ruff", "format", "", "--check --diff", "*.py *.pyi", true),
          rule("ruff", "check", "--fix --fix-only", "--diff", "*.py *.pyi", true),
          rule(
              "eslint tslint standard xo",
              "",
              "--fix",
              "",
              "*.js *.jsx *.ts *.tsx *.mjs *.cjs *.vue",
              false),
          rule("stylelint", "", "--fix", "", "*.css *.scss *.less", false),
          rule("markdownlint markdownlint-cli2", "", "--fix -f", "", "*.md", false),
          rule("biome", "", "--write --apply --fix", "", "", true),
          rule("dprint", "fmt", "", "", "", true),
          rule("deno", "fmt", "", "--check", "", true),
          rule("rustfmt", "", "", "--check", "*.rs", false),
          rule("clang-format", "", "-i", "--dry-run -n", "", false),
          rule("shfmt", "", "-w", "", "", false),
          rule("ktlint", "", "-F --format", "", "*.kt *.kts", true),
          rule("rubocop", "", "-a -A -x --autocorrect --autocorrect-all", "", "*.rb", true),
          rule("google-java-format", "", "-i -r --replace", "", "*.java", false),
          rule("terraform tofu", "fmt", "", "-check", "*.tf", true),
          rule("dart", "format", "", "--output=none", "*.dart", false),
          rule("mix", "format", "", "--check-formatted", "*.ex *.exs", true),
          rule("swiftformat", "", "", "--lint", "*.swift", false),
          rule("stylua", "", "", "--check -c", "*.lua", false),
          rule("taplo", "fmt format", "", "--check", "*.toml", true),
          rule("sqlfluff", "fix", "", "", "*.sql", false),
          rule("php-cs-fixer", "fix", "", "--dry-run", "*.php", true),
          rule("buf", "format", "-w", "", "*.proto", true),
          rule("dos2unix unix2dos", "", "", "", "", false),
          rule("yq", "", "-i --inplace --in-place", "", "", false),
          rule("jsonlint", "", "-i --in-place", "", "", false),
          rule("ast-grep sg", "", "-U --update-all", "", "", true),
          rule("nixfmt alejandra", "", "", "--check", "*.nix", false));

  private static final Map<String, List<Rule>> BY_PROGRAM =
      RULES.stream()
          .flatMap(rule -> rule.programs.stream().map(program -> Map.entry(program, rule)))
          .collect(
              Collectors.groupingBy(
                  Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));

  private Formatters() {}

  private static Rule rule(
      String programs,
      String verbs,
      String needs,
      String prevents,
      String names,
      boolean everywhere) {
    return new Rule(
        words(programs), words(verbs), words(needs), words(prevents), words(names), everywhere);
  }

  private static List<String> words(String text) {
    return text.isEmpty() ? List.of() : List.of(text.split(" "));
  }

  static void read(String program, StepWrites writes) {
    for (Rule rule : BY_PROGRAM.getOrDefault(program, List.of())) {
      if (rule.applies(writes.part())) {
        List<ShellWord> files =
            writes.operands().stream()
                .filter(word -> !word.isOption())
                .skip(rule.verbs.isEmpty() ? 0 : 1)
                .map(word -> new ShellWord(word.text(), word.text())) // they expand wildcards
                .toList();
        (files.isEmpty() && rule.everywhere ? List.of(HERE) : files)
            .forEach(file -> writes.tree(file, rule.names));
      }
    }
  }
}
