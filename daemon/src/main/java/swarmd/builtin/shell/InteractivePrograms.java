package swarmd.builtin.shell;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Finds commands that would wait for user input, and what to run instead. */
final class InteractivePrograms {
  private static final String EDIT = "use your edit tool, or sed -i";
  private static final String SCRIPT = "pass the code, as with -c or -e, or a file, or a heredoc";
  private static final String SCREEN = "it draws on a full screen, which nobody sees; ";
  private static final String PERSON = "it prompts for input: leave it to the user";
  private static final String LOGIN =
      "it prompts, or opens a browser: leave it to the user, or pass a token";

  private static final Set<String> INSPECTION =
      Set.of("-i", "inspect", "debug", "--interactive"); // of node
  private static final Set<String> ATTACHING = Set.of("a", "at", "attach", "attach-session");
  private static final Set<String> OPENING = Set.of("new", "new-session");
  private static final Predicate<String> PACMAN_CHANGES = matching("-[SRU][a-z]*");
  private static final Predicate<String> INPUT_AND_TERMINAL = matching("-[a-z]*(it|ti)[a-z]*");
  private static final Predicate<String> DJANGO_SHELL =
      matching("(.*/)?manage\\.py (shell|dbshell)");
  private static final Predicate<String> DJANGO_USER =
      matching("(.*/)?manage\\.py createsuperuser");

  private static Predicate<String> matching(String regex) {
    return Pattern.compile(regex).asMatchPredicate();
  }

  /**
   * When programs wait.
   *
   * @param answered whether they do not wait if they read from a pipe, a file or a text
   */
  private record Rule(
      String programs, String alternative, boolean answered, Predicate<ShellPart> waits) {
    Set<String> signs() {
      return waits instanceof Condition condition ? condition.signs : Set.of();
    }
  }

  /**
   * A command that waits for input.
   *
   * @param command the program and the arguments that make it interactive
   * @param alternative what to run instead
   */
  record InteractiveCommand(String command, String alternative) {}

  private static final List<Rule> RULES =
      Stream.of(
              editors(),
              pagers(),
              interpreters(),
              databases(),
              remote(),
              screens(),
              system(),
              packages(),
              accounts(),
              containers())
          .flatMap(List::stream)
          .toList();

  private static Rule always(String programs, String alternative, Predicate<ShellPart> waits) {
    return new Rule(programs, alternative, false, waits);
  }

  private static Rule unanswered(String programs, String alternative, Predicate<ShellPart> waits) {
    return new Rule(programs, alternative, true, waits);
  }

  private static List<Rule> editors() {
    return List.of(
        always(
            "vi vim nvim view",
            EDIT,
            part ->
                !part.hasFlag("--headless", "-l")
                    && !(part.hasLetter("eE") && part.hasLetter("s"))),
        always("nano pico micro joe hx helix kak vimdiff sudoedit sudo-edit", EDIT, part -> true),
        always("emacs", EDIT, part -> !part.hasFlag("--batch", "-batch", "--script")),
        unanswered("ed ex", EDIT, part -> !part.hasLetter("s")),
        always("code subl", "leave out --wait", flag("--wait", "-w")),
        always("crontab", "use crontab FILE", argument("-e")),
        always("systemctl", "write the file, then systemctl daemon-reload", verb("edit")),
        always("kubectl", "use kubectl patch or apply", verb("edit")),
        always("ansible-vault", "use --vault-password-file and encrypt", verb("edit", "create")),
        always(
            "hg svn",
            "give the message: commit -m TEXT",
            verb("commit", "ci")
                .and(part -> !part.hasLetter("mFl") && !part.hasFlag("--message"))));
  }

  private static List<Rule> pagers() {
    return List.of(
        always("less more most", "use cat, head, tail or sed -n", part -> !part.output()),
        always(
            "man info",
            "use man -P cat NAME, or NAME --help",
            part -> !part.output() && !part.hasArgument("-P", "-k", "-f", "-w", "--output=-")));
  }

  private static List<Rule> interpreters() {
    return List.of(
        unanswered(
            "python python2 python3",
            SCRIPT,
            part ->
                part.arguments().isEmpty()
                    || part.arguments().get(0).equals("-i")
                    || isOnly(part, "-q")
                    || runsModule(part, Set.of("pdb", "code", "IPython"))
                    || managesDjango(part)),
        unanswered(
            "node nodejs",
            SCRIPT,
            part -> part.arguments().isEmpty() || INSPECTION.contains(part.arguments().get(0))),
        unanswered(
            "irb lua julia ghci jshell scala ipython bpython deno iex erl sbcl ocaml utop racket"
                + " guile swipl octave tclsh clj clojure sbt pry",
            SCRIPT,
            part -> part.arguments().isEmpty()),
        unanswered(
            "bash sh zsh fish dash ksh",
            SCRIPT,
            part -> part.arguments().isEmpty() || isOnly(part, "-i", "-l", "-il", "--login")),
        unanswered("php", SCRIPT, part -> isOnly(part, "-a") || artisan(part)),
        unanswered("rails", SCRIPT, verb("console", "c", "dbconsole", "db")),
        unanswered("R", "use Rscript -e CODE", part -> !part.hasFlag("-e", "-f", "--file", "CMD")),
        unanswered(
            "gdb",
            "use gdb --batch -ex COMMAND",
            part -> !part.hasFlag("-batch", "--batch", "--batch-silent")),
        unanswered(
            "lldb", "use lldb --batch -o COMMAND", part -> !part.hasFlag("-b", "--batch", "-P")),
        unanswered(
            "dlv", "run the tests, or log", verb("debug", "test", "exec", "attach", "connect")),
        unanswered("jdb pdb rdbg", "run the tests, or log", part -> true),
        unanswered("bc dc", SCRIPT, part -> part.arguments().isEmpty()));
  }

  private static List<Rule> databases() {
    return List.of(
        unanswered(
            "psql",
            "use psql -c SQL or -f FILE",
            part -> !part.hasLetter("cfl") && !part.hasFlag("--command", "--file", "--list")),
        unanswered(
            "mysql mariadb",
            "use -e SQL",
            part -> !part.hasFlag("-e", "--execute") && !part.hasLetter("e")),
        unanswered(
            "sqlite3",
            "pass the SQL as an argument after the file",
            part -> part.positional().size() <= 1),
        unanswered(
            "duckdb",
            "use duckdb FILE -c SQL",
            part -> part.positional().size() <= 1 && !part.hasFlag("-c", "-s", "-f", "-cmd")),
        unanswered(
            "mongosh mongo",
            "use --eval CODE",
            part ->
                !part.hasFlag("--eval", "-f", "--file")
                    && part.arguments().stream().noneMatch(word -> word.endsWith(".js"))),
        unanswered(
            "clickhouse-client",
            "use --query SQL",
            part -> !part.hasFlag("-q", "--query", "--queries-file")),
        unanswered("sqlplus cqlsh", SCRIPT, part -> !part.hasLetter("efL")),
        unanswered("redis-cli", "name the command: redis-cli GET KEY", part -> !hasWork(part)));
  }

  /** Redis takes its command after options with values. */
  private static boolean hasWork(ShellPart part) {
    return !Arguments.of(part.operands(), "hpnaursid", "--user --pass").operands().isEmpty()
        || part.hasFlag("--scan", "--stat", "--bigkeys", "--latency", "--pipe", "--rdb", "--eval");
  }

  private static List<Rule> remote() {
    return List.of(
        unanswered(
            "ssh",
            "name the command: ssh HOST COMMAND, with -o BatchMode=yes",
            InteractivePrograms::isLogin),
        unanswered("sftp", "use sftp -b FILE, or scp", part -> !part.hasArgument("-b")),
        unanswered("ftp telnet", "use curl", part -> true),
        unanswered(
            "ssh-keygen",
            "use ssh-keygen -N '' -f FILE",
            part -> !part.hasLetter("NlyRFHBkLDePpY")),
        always("ssh-copy-id", PERSON, part -> true),
        unanswered(
            "openssl",
            "add < /dev/null to s_client, -subj to req",
            verb("s_client")
                .or(
                    verb("req")
                        .and(
                            part ->
                                part.hasArgument("-new", "-x509")
                                    && !part.hasArgument("-subj", "-config", "-batch")))));
  }

  private static List<Rule> screens() {
    return List.of(
        always("top", SCREEN + "use top -b -n 1, or ps", part -> !part.hasLetter("bl")),
        always("htop btop atop glances", SCREEN + "use ps, or top -b -n 1", part -> true),
        always("watch", "it never ends: run the command once", part -> true),
        unanswered(
            "tig lazygit lazydocker gitk ranger nnn ncdu k9s mutt nmtui cfdisk irssi weechat",
            SCREEN + "use plain commands",
            part -> true),
        unanswered(
            "lynx w3m links elinks",
            SCREEN + "use -dump, or curl",
            part -> !part.hasArgument("-dump", "--dump", "-source", "-dump_source", "-version")),
        unanswered(
            "fdisk parted",
            "use sfdisk, or parted -s; -l lists",
            part -> !part.hasFlag("-l", "--list", "-s", "--script", "--version", "--help")),
        unanswered(
            "dpkg-reconfigure",
            "use -f noninteractive",
            part -> !part.hasArgument("-f", "--frontend", "-fnoninteractive")),
        always("iotop", SCREEN + "use iotop -b -n 1", part -> !part.hasLetter("b")),
        always(
            "make",
            SCREEN + "use make olddefconfig, or edit .config",
            part -> part.hasArgument("menuconfig", "nconfig")),
        always(
            "fzf", SCREEN + "use fzf --filter, or grep", part -> !part.hasFlag("-f", "--filter")),
        // with arguments it is usually the MinIO client
        unanswered("mc", SCREEN + "use plain commands", part -> part.arguments().isEmpty()),
        always("tmux", SCREEN + "run it in the background", InteractivePrograms::showsTmux),
        always(
            "screen",
            SCREEN + "run it in the background",
            part -> !part.hasFlag("-ls", "-list", "-wipe", "-X") && !part.hasLetter("dDm")));
  }

  private static boolean showsTmux(ShellPart part) {
    List<String> words = part.positional();
    return words.isEmpty() && !part.hasFlag("-V")
        || !words.isEmpty() && ATTACHING.contains(words.get(0))
        || !words.isEmpty() && OPENING.contains(words.get(0)) && !part.hasLetter("d");
  }

  private static List<Rule> system() {
    return List.of(
        unanswered("read", "nobody answers: set the variable", part -> part.hasLetter("p")),
        unanswered("select", "nobody answers: set the variable", part -> true),
        unanswered("dialog whiptail zenity", PERSON, part -> true),
        unanswered("passwd", PERSON, part -> !part.hasFlag("-S", "-l", "-u", "-d", "--status")),
        unanswered("visudo", PERSON, part -> !part.hasLetter("c")),
        unanswered("vipw chsh", PERSON, part -> true),
        unanswered("su", "use su -c COMMAND", part -> !part.hasLetter("c")),
        // only where no command follows
        unanswered("sudo", "name the command: sudo COMMAND", part -> part.hasLetter("isev")),
        unanswered(
            "rm mv cp ln",
            "leave out -i",
            part -> part.hasLetter("iI") && !part.hasLetter("f") && !part.hasFlag("--force")),
        unanswered("find", "use -exec instead of -ok", argument("-ok", "-okdir")),
        unanswered("htpasswd", "use htpasswd -b or -i", part -> !part.hasLetter("biD")),
        unanswered(
            "gpg",
            "use gpg --batch with a file of parameters",
            flag("--gen-key", "--full-generate-key", "--full-gen-key", "--edit-key")
                .and(part -> !part.hasFlag("--batch"))),
        // InteractiveGit knows when it waits
        unanswered("git", "", new Condition(part -> false, InteractiveGit.COMMANDS)));
  }

  private static List<Rule> packages() {
    Predicate<ShellPart> yes = part -> part.hasLetter("y") || part.hasFlag("--yes");
    Predicate<ShellPart> creates =
        verb("create", "init", "innit").and(part -> !part.hasFlag("--template", "-t", "--help"));
    return List.of(
        unanswered(
            "npm", "add -y; for a login, pass a token", creates.and(yes.negate()).or(login())),
        unanswered(
            "yarn bun", "add -y; for a login, pass a token", creates.and(yes.negate()).or(login())),
        unanswered(
            "pnpm",
            "pass a template; for a login, pass a token",
            verb("create").and(part -> !part.hasFlag("--template", "-t")).or(login())),
        unanswered(
            "create-next-app create-vue create-svelte create-vite",
            "pass --yes or all choices as options",
            part -> part.arguments().stream().noneMatch(word -> word.startsWith("-"))),
        unanswered(
            "poetry composer",
            "add --no-interaction",
            verb("init").and(part -> !part.hasFlag("-n", "--no-interaction"))),
        unanswered("cargo", LOGIN, verb("login").and(InteractivePrograms::isBare)),
        unanswered(
            "gradle", "pass --type and --dsl", verb("init").and(InteractivePrograms::isBare)),
        unanswered(
            "mvn",
            "add -B",
            part ->
                part.hasArgument("archetype:generate")
                    && !part.hasFlag("-B", "--batch-mode", "-DinteractiveMode=false")),
        unanswered(
            "apt apt-get aptitude yum dnf",
            "add -y",
            argument(
                    "install",
                    "remove",
                    "upgrade",
                    "dist-upgrade",
                    "full-upgrade",
                    "autoremove",
                    "purge")
                .and(
                    part ->
                        !part.hasLetter("yqs")
                            && !part.hasFlag("--yes", "--assume-yes", "--assumeyes", "--dry-run"))),
        unanswered(
            "pacman yay",
            "add --noconfirm",
            part ->
                part.arguments().stream().anyMatch(PACMAN_CHANGES)
                    && !part.hasFlag("--noconfirm", "-Ss", "-Si")),
        unanswered(
            "zypper",
            "add -n",
            verb("install", "in", "remove", "rm", "update", "up", "dup")
                .and(part -> !part.hasFlag("-n", "--non-interactive", "-y"))),
        unanswered("pip pip3", "add -y", verb("uninstall").and(yes.negate())),
        unanswered(
            "conda mamba",
            "add -y",
            verb("install", "create", "remove", "update", "uninstall").and(yes.negate())),
        unanswered(
            "terraform tofu",
            "add -auto-approve, or apply a saved plan",
            verb("apply", "destroy")
                .and(part -> !part.hasFlag("-auto-approve", "--auto-approve") && isBare(part))
                .or(login())),
        unanswered(
            "pulumi", "add --yes", verb("up", "update", "destroy", "refresh").and(yes.negate())));
  }

  private static List<Rule> accounts() {
    return List.of(
        unanswered(
            "gh glab",
            "pass the choices as options, and a token for a login",
            phrase("auth login", "auth refresh")
                .and(part -> !part.hasFlag("--with-token"))
                .or(
                    phrase(
                            "pr create",
                            "issue create",
                            "release create",
                            "mr create",
                            "repo create")
                        .and(part -> part.arguments().size() == 2))),
        unanswered("gcloud", LOGIN, phrase("auth login", "init")),
        unanswered("aws", LOGIN, phrase("configure", "configure sso", "sso login")),
        unanswered(
            "az",
            LOGIN,
            login().and(part -> !part.hasFlag("--service-principal", "--identity", "-i"))),
        unanswered(
            "heroku vercel netlify firebase railway supabase wrangler expo eas surge snyk"
                + " sentry-cli",
            LOGIN,
            login()),
        unanswered("fly flyctl", LOGIN, phrase("auth login")));
  }

  private static List<Rule> containers() {
    Predicate<ShellPart> terminal =
        part ->
            ownOptions(part).stream().anyMatch(INPUT_AND_TERMINAL)
                || ownOptions(part).stream().anyMatch(Set.of("-i", "--interactive")::contains)
                    && ownOptions(part).stream().anyMatch(Set.of("-t", "--tty")::contains);
    return List.of(
        unanswered(
            "docker podman nerdctl",
            "leave out -t and -i; pass a password with --password-stdin",
            verb("run", "exec", "start", "container")
                .and(terminal)
                .or(verb("attach"))
                .or(
                    verb("login")
                        .and(part -> !part.hasFlag("--password-stdin", "-p", "--password")))
                .or(
                    phrase("compose exec", "compose run")
                        .and(part -> !part.hasFlag("-T", "--no-TTY") && opensShell(part)))),
        unanswered(
            "kubectl oc",
            "leave out -t and -i",
            verb("exec", "run", "attach", "debug").and(terminal)));
  }

  private static boolean opensShell(ShellPart part) {
    List<String> words = part.positional();
    return NestedCommands.SHELLS.contains(words.get(words.size() - 1));
  }

  /** The options before the name of a container's program, and those before --. */
  private static List<String> ownOptions(ShellPart part) {
    List<String> words = part.arguments();
    int end = words.indexOf("--");
    return end < 0 ? words : words.subList(0, end);
  }

  /**
   * The rules of one program.
   *
   * @param signs words of which one must stand in the command if the program waits; empty if it may
   *     wait without any
   */
  private record Program(List<Rule> rules, Set<String> signs) {
    static Program of(List<Rule> rules) {
      boolean always = rules.stream().anyMatch(rule -> rule.signs().isEmpty());
      return new Program(
          rules,
          always
              ? Set.of()
              : rules.stream()
                  .flatMap(rule -> rule.signs().stream())
                  .collect(Collectors.toUnmodifiableSet()));
    }
  }

  private static final Map<String, Program> BY_NAME =
      RULES.stream()
          .flatMap(
              rule -> Stream.of(rule.programs.split(" ")).map(program -> Map.entry(program, rule)))
          .collect(
              Collectors.groupingBy(
                  Map.Entry::getKey,
                  Collectors.collectingAndThen(
                      Collectors.mapping(Map.Entry::getValue, Collectors.toList()), Program::of)));

  /** Alone, these make any program print something and end. */
  private static final Set<String> INFORMATION =
      Set.of("-V", "-v", "-h", "-?", "-help", "-version", "help", "version");

  private InteractivePrograms() {}

  /**
   * Whether the text has the name of such a program, and a word without which that program does not
   * wait; far cheaper than to read it as a shell.
   */
  static boolean mayBeIn(String command) {
    List<Program> found = new ArrayList<>(2);
    return anyWord(
            command,
            word -> {
              Program program = BY_NAME.get(word);
              if (program != null) {
                found.add(program);
              }
              return program != null && program.signs.isEmpty();
            })
        || !found.isEmpty()
            && anyWord(
                command,
                word -> {
                  for (Program program : found) {
                    if (program.signs.contains(word)) {
                      return true;
                    }
                  }
                  return false;
                });
  }

  private static boolean anyWord(String command, Predicate<String> test) {
    int start = -1;
    for (int i = 0; i <= command.length(); i++) {
      boolean inName = i < command.length() && isOfName(command.charAt(i));
      if (inName && start < 0) {
        start = i;
      } else if (!inName && start >= 0) {
        if (test.test(command.substring(start, i))) {
          return true;
        }
        start = -1;
      }
    }
    return false;
  }

  private static boolean isOfName(char c) {
    return c == '-' || c == '_' || c == '.' || c == '+' || Character.isLetterOrDigit(c);
  }

  /** Empty if the command does not wait, as far as we can tell. */
  static Optional<InteractiveCommand> find(ShellPart part) {
    String program = part.program();
    Program known = BY_NAME.get(program);
    if (known == null) {
      return Optional.empty();
    }
    boolean informs =
        part.hasFlag("--version", "--help")
            || part.arguments().size() == 1 && INFORMATION.contains(part.arguments().get(0));
    if (informs) {
      return Optional.empty();
    }
    return program.equals("git")
        ? InteractiveGit.find(part)
        : known.rules.stream()
            .filter(rule -> !(rule.answered && part.input()) && rule.waits.test(part))
            .findFirst()
            .map(rule -> new InteractiveCommand(program, rule.alternative));
  }

  /**
   * When a program waits.
   *
   * @param waits reads the whole command
   * @param signs words of which one must stand in it; empty if none has to
   */
  private record Condition(Predicate<ShellPart> waits, Set<String> signs)
      implements Predicate<ShellPart> {
    @Override
    public boolean test(ShellPart part) {
      return waits.test(part);
    }

    @Override
    public Predicate<ShellPart> and(Predicate<? super ShellPart> other) {
      return new Condition(waits.and(other), signs);
    }

    @Override
    public Predicate<ShellPart> or(Predicate<? super ShellPart> other) {
      Set<String> others = other instanceof Condition condition ? condition.signs : Set.of();
      return new Condition(
          waits.or(other),
          signs.isEmpty() || others.isEmpty()
              ? Set.of()
              : Stream.concat(signs.stream(), others.stream())
                  .collect(Collectors.toUnmodifiableSet()));
    }
  }

  /** Whether the first word that is no option is one of these. */
  private static Predicate<ShellPart> verb(String... any) {
    Set<String> verbs = Set.of(any);
    return new Condition(part -> verbs.contains(words(part, 1)), verbs);
  }

  /** Whether the first two words that are no options are one of these phrases. */
  private static Predicate<ShellPart> phrase(String... any) {
    Set<String> phrases = Set.of(any);
    Set<String> lastWords =
        phrases.stream()
            .map(phrase -> phrase.substring(phrase.lastIndexOf(' ') + 1))
            .collect(Collectors.toUnmodifiableSet());
    return new Condition(part -> phrases.contains(words(part, 2)), lastWords);
  }

  private static Predicate<ShellPart> flag(String... any) {
    return new Condition(part -> part.hasFlag(any), Set.of(any));
  }

  private static Predicate<ShellPart> argument(String... any) {
    return new Condition(part -> part.hasArgument(any), Set.of(any));
  }

  private static Predicate<ShellPart> login() {
    return verb("login", "adduser", "add-user").or(phrase("npm login"));
  }

  /** The first words that are no options. */
  private static String words(ShellPart part, int count) {
    return part.positional().stream().limit(count).collect(Collectors.joining(" "));
  }

  /** Whether nothing follows the verb. */
  private static boolean isBare(ShellPart part) {
    return part.arguments().size() == 1;
  }

  private static boolean isOnly(ShellPart part, String... words) {
    return part.arguments().size() == 1 && part.hasArgument(words);
  }

  private static boolean runsModule(ShellPart part, Set<String> modules) {
    List<String> arguments = part.arguments();
    return arguments.size() > 1
        && arguments.get(0).equals("-m")
        && modules.contains(arguments.get(1));
  }

  private static boolean managesDjango(ShellPart part) {
    String words = words(part, 2);
    return DJANGO_SHELL.test(words) && part.arguments().size() == 2
        || DJANGO_USER.test(words) && !part.hasFlag("--noinput", "--no-input");
  }

  private static boolean artisan(ShellPart part) {
    return words(part, 2).equals("artisan tinker") && !part.hasFlag("--execute");
  }

  /** True for a host without a command, unless an option makes ssh do something else. */
  private static boolean isLogin(ShellPart part) {
    if (part.hasLetter("NfVGOQTWs")) {
      return false;
    }
    return Arguments.of(part.operands(), "pilobcDEeFIJLmRSwBP", "").operands().size() == 1;
  }
}
