package swarmd.builtin.shell;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import swarmd.builtin.shell.Redirection.Kind;

/** Which of their arguments programs write. */
final class WritingPrograms {
  private static final ShellWord HERE = new ShellWord(".", ".");
  private static final Map<String, Consumer<StepWrites>> RULES = new HashMap<>();

  /** The command w of sed, or the same flag of its command s. */
  private static final Pattern SED_WRITE =
      Pattern.compile("(?:^|[;{}/|#$0-9])\\s*w\\s+([^\\s;}]+)\\s*$");

  static {
    rule("tee sponge", writes -> writes.files(operands(writes, "")));
    rule("sed gsed", WritingPrograms::sed);
    rule("perl", WritingPrograms::perl);
    rule("ruby", WritingPrograms::perl);
    rule("awk gawk mawk nawk", WritingPrograms::awk);
    rule("python python2 python3", writes -> code(writes, "c"));
    rule("node nodejs bun deno", writes -> code(writes, "ep"));
    rule("php", writes -> code(writes, "r"));
    rule("ed ex", writes -> writes.files(operands(writes, "cp")));
    rule("vi vim nvim nano emacs micro", WritingPrograms::editor);
    rule("mv", WritingPrograms::move);
    rule("cp install", WritingPrograms::copy);
    rule("ln", WritingPrograms::link);
    rule("rm unlink shred trash trash-put rimraf srm", WritingPrograms::remove);
    rule("rmdir mkfifo", writes -> writes.files(operands(writes, "m")));
    rule("touch", writes -> writes.files(operands(writes, "drt")));
    rule("truncate fallocate", writes -> writes.files(operands(writes, "srol")));
    rule("chmod chown chgrp chattr setfacl", WritingPrograms::mode);
    rule("dd", WritingPrograms::dd);
    rule("rsync scp", WritingPrograms::sync);
    rule("patch", WritingPrograms::patch);
    rule("apply_patch", WritingPrograms::applyPatch);
    rule("sort shuf", writes -> output(writes, "oktTSn", "-o", "--output"));
    rule("uniq", writes -> writes.files(arguments(writes, "fsw").operandsFrom(1)));
    rule("curl", WritingPrograms::curl);
    rule("wget", WritingPrograms::wget);
    rule("aria2c", writes -> output(writes, "odx", "-o", "--out"));
    rule("tar bsdtar gtar", WritingPrograms::tar);
    rule("unzip", WritingPrograms::unzip);
    rule("7z 7za", WritingPrograms::sevenZip);
    rule("jar", WritingPrograms::jar);
    rule("zip", writes -> first(operands(writes, "nx")).ifPresent(writes::file));
    rule("gzip gunzip bzip2 bunzip2 xz unxz zstd unzstd compress", WritingPrograms::compress);
    rule("split", writes -> writes.files(prefixes(arguments(writes, "abCln").operandsFrom(1))));
    rule("csplit", writes -> writes.files(prefixes(arguments(writes, "fbn").values("-f"))));
    rule("iconv", writes -> output(writes, "oft", "-o", "--output"));
    rule("strip", writes -> writes.files(operands(writes, "oFKN")));
    rule("objcopy ffmpeg convert magick", WritingPrograms::lastOperand);
    rule("javac", writes -> classes(writes, "-d"));
    rule("rename", writes -> writes.files(arguments(writes, "e").operandsFrom(1)));
    rule("find", StepWrites::find);
    rule("git", GitWrites::read);
    rule("gcc g++ cc c++ clang clang++ rustc ld pandoc dot nasm", WritingPrograms::compiler);
    rule("go", WritingPrograms::go);
    rule("cargo", WritingPrograms::cargo);
    rule("npm pnpm yarn bun", WritingPrograms::nodePackages);
    rule("openssl", writes -> named(writes, "-out"));
    rule("esbuild", writes -> output(writes, "", "--outfile"));
    rule("xmllint", writes -> output(writes, "", "--output"));
    rule("json.tool", writes -> writes.files(arguments(writes, "").operandsFrom(1)));
    rule("sqlite3", WritingPrograms::sqlite);
    rule("sd", writes -> writes.files(arguments(writes, "nf").operandsFrom(2)));
  }

  private WritingPrograms() {}

  private static void rule(String programs, Consumer<StepWrites> rule) {
    for (String program : programs.split(" ")) {
      RULES.merge(program, rule, Consumer::andThen);
    }
  }

  static void read(StepWrites writes) {
    String program = writes.part().program();
    Consumer<StepWrites> rule = RULES.get(program);
    if (rule != null && !writes.part().hasArgument("--help", "--version")) {
      rule.accept(writes);
    }
    Formatters.read(program, writes);
  }

  private static Arguments arguments(StepWrites writes, String letters) {
    return Arguments.of(writes.operands(), letters, "");
  }

  private static List<ShellWord> operands(StepWrites writes, String letters) {
    return arguments(writes, letters).operands();
  }

  private static Optional<ShellWord> first(List<ShellWord> words) {
    return words.stream().findFirst();
  }

  private static void output(StepWrites writes, String letters, String... names) {
    writes.files(Arguments.of(writes.operands(), letters, String.join(" ", names)).values(names));
  }

  /** For options with a single dash and several letters. */
  private static void named(StepWrites writes, String option) {
    List<ShellWord> words = writes.operands();
    for (int i = 0; i + 1 < words.size(); i++) {
      if (words.get(i).text().equals(option)) {
        writes.file(words.get(i + 1));
      }
    }
  }

  /** The last operand is written; the others are read. */
  private static void lastOperand(StepWrites writes) {
    List<ShellWord> words = writes.operands();
    if (words.size() > 1 && !words.get(words.size() - 1).isOption()) {
      writes.file(words.get(words.size() - 1));
    }
  }

  /** New files in the folder that an option names. */
  private static void classes(StepWrites writes, String option) {
    List<ShellWord> words = writes.operands();
    for (int i = 0; i + 1 < words.size(); i++) {
      if (words.get(i).text().equals(option)) {
        writes.into(words.get(i + 1));
      }
    }
  }

  private static void sed(StepWrites writes) {
    Arguments arguments =
        Arguments.of(writes.operands(), "efl", "i", "--expression --file --line-length");
    Stream.concat(
            arguments.values("-e", "--expression").stream(), arguments.operands().stream().limit(1))
        .map(script -> SED_WRITE.matcher(script.text()))
        .filter(Matcher::find)
        .forEach(found -> writes.file(found.group(1)));
    if (arguments.has("-i", "--in-place")) {
      boolean hasScript = arguments.has("-e", "-f", "--expression", "--file");
      List<ShellWord> operands =
          arguments.operands().stream().filter(word -> !word.text().isEmpty()).toList();
      writes.files(operands.subList(hasScript ? 0 : Math.min(1, operands.size()), operands.size()));
    }
  }

  private static void perl(StepWrites writes) {
    Arguments arguments = Arguments.of(writes.operands(), "eE", "i0MmICFxr", "");
    boolean hasCode = arguments.has("-e", "-E");
    if (arguments.has("-i")) {
      writes.files(arguments.operandsFrom(hasCode ? 0 : 1));
    }
    arguments.values("-e", "-E").forEach(code -> CodeWrites.in(code.text()).forEach(writes::file));
    if (!hasCode && arguments.operands().isEmpty()) {
      CodeWrites.in(NestedCommands.input(writes.part())).forEach(writes::file);
    }
  }

  private static void awk(StepWrites writes) {
    Arguments arguments = Arguments.of(writes.operands(), "Fvfi", "--include --file --assign");
    boolean hasFile = arguments.has("-f", "--file");
    if (arguments.values("-i", "--include").stream().anyMatch(is -> is.text().equals("inplace"))) {
      writes.files(arguments.operandsFrom(hasFile ? 0 : 1));
    }
    if (!hasFile) {
      first(arguments.operands())
          .ifPresent(code -> CodeWrites.in(code.text()).forEach(writes::file));
    }
  }

  private static void code(StepWrites writes, String letters) {
    Arguments arguments = Arguments.of(writes.operands(), letters + "mWX", "--eval --print --run");
    String[] names = letters.chars().mapToObj(letter -> "-" + (char) letter).toArray(String[]::new);
    Stream.concat(arguments.values(names).stream(), arguments.values("--eval").stream())
        .forEach(code -> CodeWrites.in(code.text()).forEach(writes::file));
    CodeWrites.in(NestedCommands.input(writes.part())).forEach(writes::file);
  }

  private static void editor(StepWrites writes) {
    Arguments arguments = arguments(writes, "cSuTtw");
    if (!arguments.has("-R", "-l", "-Q", "--eval")) {
      arguments.operands().stream()
          .filter(word -> !word.text().startsWith("+"))
          .forEach(writes::file);
    }
  }

  private static void move(StepWrites writes) {
    Arguments arguments = Arguments.of(writes.operands(), "tS", "--target-directory --suffix");
    moved(writes, arguments);
  }

  /** The last operand, or -t, is where the others go. */
  static void moved(StepWrites writes, Arguments arguments) {
    Optional<ShellWord> directory = arguments.value("-t", "--target-directory");
    List<ShellWord> operands = arguments.operands();
    int sources = operands.size() - (directory.isPresent() ? 0 : 1);
    for (int i = 0; i < sources; i++) {
      ShellWord source = operands.get(i);
      writes.tree(source);
      ShellWord to = directory.orElse(operands.get(operands.size() - 1));
      writes.file(to);
      writes.file(to.child(source.name()));
    }
  }

  private static void copy(StepWrites writes) {
    boolean install = writes.part().program().equals("install");
    Arguments arguments =
        Arguments.of(
            writes.operands(),
            install ? "mogtS" : "tS",
            "--target-directory --suffix --mode --owner --group");
    boolean recursive = !install && arguments.has("-r", "-R", "-a", "--recursive", "--archive");
    Optional<ShellWord> directory = arguments.value("-t", "--target-directory");
    List<ShellWord> operands = arguments.operands();
    if (install && arguments.has("-d") || operands.isEmpty()) {
      return;
    }
    int sources = operands.size() - (directory.isPresent() ? 0 : 1);
    ShellWord to = directory.orElse(operands.get(operands.size() - 1));
    for (ShellWord source : operands.subList(0, sources)) {
      writes.file(to);
      if (!source.text().matches("(.*/)?\\.?|.*/\\.")) {
        writes.file(to.child(source.name()));
      }
      if (recursive && source.text().matches("(.*/)?\\.|.*/")) {
        writes.copy(source, to);
      } else if (recursive) {
        writes.copy(source, arguments.has("-T") ? to : to.child(source.name()));
      }
    }
  }

  private static void link(StepWrites writes) {
    Arguments arguments = Arguments.of(writes.operands(), "tS", "--target-directory --suffix");
    List<ShellWord> operands = arguments.operands();
    Optional<ShellWord> directory = arguments.value("-t", "--target-directory");
    if (directory.isPresent() || operands.size() == 1) {
      ShellWord to = directory.orElse(HERE);
      operands.forEach(target -> writes.file(to.child(target.name())));
    } else if (!operands.isEmpty()) {
      ShellWord to = operands.get(operands.size() - 1);
      writes.file(to);
      operands
          .subList(0, operands.size() - 1)
          .forEach(target -> writes.file(to.child(target.name())));
    }
  }

  private static void remove(StepWrites writes) {
    operands(writes, "ns").forEach(writes::tree);
  }

  /** A mode such as -x looks like an option. */
  private static void mode(StepWrites writes) {
    List<ShellWord> words =
        writes.operands().stream()
            .filter(word -> !word.text().matches("-[RfvchHLP]+|--[a-z-]+"))
            .toList();
    boolean byReference =
        writes.operands().stream().anyMatch(word -> word.text().startsWith("--reference="));
    boolean recursive = writes.part().hasFlag("-R", "--recursive");
    words.stream().skip(byReference ? 0 : 1).forEach(recursive ? writes::tree : writes::file);
  }

  private static void dd(StepWrites writes) {
    writes.operands().stream()
        .filter(word -> word.text().startsWith("of="))
        .forEach(word -> writes.file(word.from(3)));
  }

  private static void sync(StepWrites writes) {
    boolean rsync = writes.part().program().equals("rsync");
    Arguments arguments =
        rsync
            ? Arguments.of(
                writes.operands(),
                "efTBM",
                "--exclude --include --filter --rsh --files-from --exclude-from --include-from")
            : arguments(writes, "cFiJloPS");
    Optional<ShellWord> last = arguments.last();
    boolean dry = rsync && arguments.has("-n", "--dry-run");
    if (dry || last.isEmpty() || isRemote(last.get()) || arguments.operands().size() < 2) {
      return;
    }
    ShellWord to = last.get();
    for (ShellWord from : arguments.operands().subList(0, arguments.operands().size() - 1)) {
      boolean contents = from.text().endsWith("/") || from.text().endsWith("/.");
      ShellWord target = contents ? to : to.child(from.name());
      writes.file(to);
      writes.file(target);
      if (isRemote(from)) {
        writes.into(to);
      } else {
        writes.copy(from, target);
      }
    }
    if (arguments.has("--delete", "--delete-after", "--delete-before", "--delete-excluded")) {
      writes.tree(to);
    }
  }

  private static boolean isRemote(ShellWord word) {
    return word.text().matches("[^/]+:.*");
  }

  private static void patch(StepWrites writes) {
    Arguments arguments =
        Arguments.of(writes.operands(), "piodrDBYzFgV", "--input --output --directory --strip");
    if (arguments.has("--dry-run", "-C")) {
      return;
    }
    StepWrites in = arguments.value("-d", "--directory").map(writes::in).orElse(writes);
    first(arguments.operands()).ifPresent(in::file);
    arguments.values("-o", "--output").forEach(in::file);
    patches(
        in,
        writes,
        Stream.concat(
                arguments.values("-i", "--input").stream(), arguments.operandsFrom(1).stream())
            .toList());
  }

  /**
   * @param in where the files are that the patch names
   */
  static void patches(StepWrites in, StepWrites writes, List<ShellWord> files) {
    files.forEach(file -> in.patch(file, writes));
    writes.part().redirections().stream()
        .filter(each -> each.kind() == Kind.READ)
        .forEach(each -> in.patch(each.target(), writes));
    writes
        .part()
        .source()
        .filter(source -> source.program().equals("cat"))
        .ifPresent(source -> source.operands().forEach(file -> in.patch(file, writes)));
    PatchText.files(NestedCommands.input(writes.part())).forEach(in::file);
  }

  private static void applyPatch(StepWrites writes) {
    String text = String.join("\n", writes.part().arguments());
    PatchText.files(text + "\n" + NestedCommands.input(writes.part())).forEach(writes::file);
  }

  private static void curl(StepWrites writes) {
    Arguments arguments =
        Arguments.of(
            writes.operands(),
            "oDcAbdeEFhHKmPQrtTuUwxXyYzC",
            "--output --dump-header --cookie-jar --output-dir --header --data --request --user");
    StepWrites in = arguments.value("--output-dir").map(writes::in).orElse(writes);
    in.files(arguments.values("-o", "--output"));
    writes.files(arguments.values("-D", "--dump-header", "-c", "--cookie-jar"));
    if (arguments.has("-O", "--remote-name", "--remote-name-all")) {
      arguments.operands().forEach(url -> in.file(nameOf(url)));
    }
  }

  private static ShellWord nameOf(ShellWord url) {
    String path = url.text().replaceFirst("[?#].*", "");
    return path.matches("[a-z]+://[^/]*/?")
        ? ShellWord.literal("index.html")
        : ShellWord.literal(path.substring(path.lastIndexOf('/') + 1));
  }

  private static void wget(StepWrites writes) {
    Arguments arguments =
        Arguments.of(
            writes.operands(),
            "OoaPUtTQewl",
            "--output-document --output-file --directory-prefix --header");
    writes.files(arguments.values("-o", "-a", "--output-file"));
    writes.files(arguments.values("-O", "--output-document"));
    boolean named = arguments.has("-O", "--output-document", "--spider", "-r", "--recursive");
    StepWrites in = arguments.value("-P", "--directory-prefix").map(writes::in).orElse(writes);
    if (!named) {
      arguments.operands().forEach(url -> in.file(nameOf(url)));
    }
  }

  private static void tar(StepWrites writes) {
    List<ShellWord> words = writes.operands();
    if (words.isEmpty()) {
      return;
    }
    ShellWord mode = words.get(0);
    List<ShellWord> dashed =
        mode.text().startsWith("-")
            ? words
            : Stream.concat(Stream.of(ShellWord.literal("-" + mode.text())), words.stream().skip(1))
                .toList();
    Arguments arguments =
        Arguments.of(
            dashed, "fCTXbgHIKN", "--file --directory --exclude --exclude-from --strip-components");
    StepWrites in = arguments.value("-C", "--directory").map(writes::in).orElse(writes);
    if (arguments.has("-x", "--extract", "--get")) {
      if (!arguments.has("-O", "--to-stdout")) {
        in.into(HERE);
        arguments.operands().forEach(in::tree);
      }
    } else if (arguments.has("-c", "-r", "-u", "-A", "--create", "--append", "--update")) {
      writes.files(arguments.values("-f", "--file"));
      if (arguments.has("--remove-files")) {
        arguments.operands().forEach(in::tree);
      }
    }
  }

  private static void unzip(StepWrites writes) {
    Arguments arguments = arguments(writes, "dxP");
    if (!arguments.has("-l", "-t", "-p", "-Z", "-v", "-z")) {
      StepWrites in = arguments.value("-d").map(writes::in).orElse(writes);
      in.into(HERE);
      in.files(arguments.operandsFrom(1));
    }
  }

  private static void sevenZip(StepWrites writes) {
    List<ShellWord> words = writes.operands();
    if (words.size() < 2) {
      return;
    }
    String verb = words.get(0).text();
    if (verb.equals("a") || verb.equals("u") || verb.equals("d")) {
      writes.file(words.get(1));
    } else if (verb.equals("x") || verb.equals("e")) {
      words.stream()
          .filter(word -> word.text().startsWith("-o"))
          .findFirst()
          .map(word -> writes.in(word.from(2)))
          .orElse(writes)
          .into(HERE);
    }
  }

  private static void jar(StepWrites writes) {
    List<ShellWord> words = writes.operands();
    String mode = words.isEmpty() ? "" : words.get(0).text();
    if (mode.contains("x") && !mode.startsWith("--")) {
      writes.into(HERE);
      writes.files(words.subList(Math.min(2, words.size()), words.size()));
    } else if (mode.matches("-?[cu][a-zA-Z0]*f.*") && words.size() > 1) {
      writes.file(words.get(1));
    }
  }

  private static void compress(StepWrites writes) {
    Arguments arguments =
        arguments(writes, writes.part().program().contains("zstd") ? "oDTM" : "S");
    writes.files(arguments.values("-o"));
    if (arguments.has("-c", "-l", "-t", "--stdout", "--to-stdout", "--list", "--test")) {
      return;
    }
    for (ShellWord file : arguments.operands()) {
      if (!arguments.has("-k", "--keep")) {
        writes.file(file);
      }
      String name = file.text();
      int dot = name.lastIndexOf('.');
      boolean packed = name.matches(".*\\.(gz|bz2|xz|zst|Z)");
      writes.file(packed ? ShellWord.literal(name.substring(0, dot)) : file.plus(".gz"));
    }
  }

  private static List<ShellWord> prefixes(List<ShellWord> words) {
    return words.stream().map(word -> word.plus("aa")).toList();
  }

  private static void compiler(StepWrites writes) {
    writes.files(
        Arguments.of(writes.operands(), "oILDlWfOxe", "--output").values("-o", "--output"));
  }

  private static void go(StepWrites writes) {
    switch (String.join(" ", writes.part().arguments().stream().limit(2).toList())) {
      case "mod tidy", "mod edit", "mod init", "mod vendor" -> goModule(writes);
      default -> {
        if (writes.part().hasArgument("get")) {
          goModule(writes);
        } else if (writes.part().hasArgument("fmt")) {
          writes.tree(HERE, List.of("*.go"));
        } else if (writes.part().hasArgument("build")) {
          named(writes, "-o");
        }
      }
    }
  }

  private static void goModule(StepWrites writes) {
    writes.file("go.mod");
    writes.file("go.sum");
  }

  private static void cargo(StepWrites writes) {
    List<String> arguments = writes.part().arguments();
    String verb = arguments.isEmpty() ? "" : arguments.get(0);
    switch (verb) {
      case "add", "remove", "rm" -> writes.file("Cargo.toml");
      case "update" -> writes.file("Cargo.lock");
      case "fmt" -> {
        if (!arguments.contains("--check")) {
          writes.tree(HERE, List.of("*.rs"));
        }
      }
      case "fix" -> writes.tree(HERE, List.of("*.rs"));
      default -> {}
    }
  }

  private static void nodePackages(StepWrites writes) {
    List<String> words = writes.part().positional();
    boolean named = words.size() > 1;
    if (named && words.get(0).matches("i|install|add|uninstall|remove|rm|un|up|upgrade")) {
      writes.file("package.json");
      writes.file("package-lock.json");
    } else if (named && words.get(0).matches("version|pkg") && !words.get(1).equals("get")) {
      writes.file("package.json");
    }
  }

  private static void sqlite(StepWrites writes) {
    List<ShellWord> operands = operands(writes, "");
    boolean changes =
        Stream.concat(
                operands.stream().skip(1).map(ShellWord::text),
                Stream.of(NestedCommands.input(writes.part())))
            .anyMatch(
                sql ->
                    sql.matches(
                        "(?is).*\\b(insert|update|delete|create|drop|alter|replace|vacuum)\\b.*"));
    if (changes && !operands.isEmpty()) {
      writes.file(operands.get(0));
    }
  }
}
