package swarmd.browser;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import swarmd.catalogue.HostCatalogue;
import swarmd.daemon.AlreadyRunning;
import swarmd.daemon.Daemon;
import swarmd.home.Home;
import swarmd.hosts.Recording;
import swarmd.settings.Settings;
import swarmd.testing.Api;
import swarmd.testing.Api.Held;
import swarmd.testing.TestHome;
import swarmd.testing.UnixHttp;

/** A daemon after an hour of work on two projects, filled through its API with real payloads. */
final class Demo implements AutoCloseable {
  private static final String PARSER = "4bd9f519-7089-4c3e-b2c0-f4b603788ac4";
  private static final String SHOP = "77aa01c2-9b1d-4f0e-8a8a-5d1f3c2b1a00";
  private static final String DOCS = "c0ffee00-1111-4222-8333-444455556666";

  private final TestHome home = TestHome.create();
  private final PastTime time = new PastTime(Duration.ofMinutes(60));
  private final Daemon daemon;
  private final UnixHttp http;
  private final Path tool;
  private final Path shop;

  Demo() throws IOException, AlreadyRunning {
    Map<String, String> environment = Map.of("HOME", home.root().toString());
    Settings settings =
        Settings.load(
            new Home(home.directory(), home.directory().resolve("swarmd.sock")),
            property -> "",
            name -> environment.getOrDefault(name, ""));
    daemon = Daemon.start(settings, HostCatalogue.STANDARD, time);
    http = UnixHttp.connect(daemon.info().socket());
    tool = Files.createDirectories(home.root().resolve("tool"));
    shop = Files.createDirectories(home.root().resolve("shop"));
    Files.createDirectories(home.directory());
    Files.writeString(
        home.directory().resolve("settings.json"),
        """
        {"hooks":{"PreToolUse":[{"name":"guard","matcher":"Write|Edit","hooks":
          [{"type":"command","command":"./check.sh","timeout":3}]}]}}
        """);
    fill();
  }

  Path socket() {
    return daemon.info().socket();
  }

  /** The project with the graph worth showing. */
  Path parserProject() {
    return tool;
  }

  private void fill() {
    Api parser = Api.on(http, tool);
    Api store = Api.on(http, shop);
    List<Long> tasks = parserTasks(parser);
    List<Long> orders = shopTasks(store);
    hook("SessionStart", PARSER, tool, Map.of());
    hook("SessionStart", SHOP, shop, Map.of());
    hook("gemini-SessionStart", DOCS, shop, Map.of());
    say(PARSER, tool, "ralph, finish the parser");
    say(SHOP, shop, "work on the checkout");
    Held grammar = claim(parser, tasks.get(0), "main-4bd9f519", PARSER);
    Held round = claim(store, orders.get(2), "eve", "");
    for (int minute = 0; minute < 58; minute++) {
      work(minute);
      if (minute == 9) {
        complete(parser, grammar, "docs/grammar.md, 214 lines");
      }
      if (minute == 12) {
        Held tried = claim(parser, tasks.get(1), "bob", "");
        parser.post(
            tried.path("release"),
            tried.proof().put("note", "Unicode identifiers are missing; Ident.java is a start."));
      }
      if (minute == 30) {
        complete(parser, claim(parser, tasks.get(1), "ada", ""), "all 118 tests pass");
      }
      if (minute == 33) {
        complete(store, round, "");
      }
      if (minute == 45) {
        Held broken = claim(parser, tasks.get(2), "cleo", "");
        parser.post(
            broken.path("fail"),
            broken
                .proof()
                .put(
                    "error",
                    """
                    check "test" failed: 3 of 118
                      ExprTest.unary_minus_binds_tighter
                      ExprTest.call_chain
                      ExprTest.ternary_is_right_associative\
                    """));
      }
      time.forward(Duration.ofMinutes(1));
    }
    edit(PARSER, tool, "docs/grammar.md");
    edit(PARSER, tool, "src/print/Printer.java");
    edit(SHOP, shop, "db/discount.sql");
    claim(parser, tasks.get(3), "main-4bd9f519", PARSER);
    claim(store, orders.get(0), "main-77aa01c2", SHOP);
    claim(store, orders.get(3), "eve", "");
    store.post("/v1/tasks/" + orders.get(6) + "/cancel", Api.object());
    hook("SubagentStart", SHOP, shop, Map.of("agent_type", "Explore", "agent_id", "a518d366fd1a"));
    time.forward(Duration.ofMinutes(1));
    hook("PreToolUse", SHOP, shop, Map.of("tool_use_id", "last"));
    ObjectNode question = payload("PermissionRequest", PARSER, tool, Map.of());
    question.withObject("/tool_input").put("command", "rm -rf build");
    send("claude", question);
    time.forward(Duration.ofMinutes(1));
  }

  private static List<Long> parserTasks(Api api) {
    return Api.ids(
        api.post(
            "/v1/tasks",
            Api.json(
                """
                {"project":"%s","swarm":"parser","tasks":[
                  {"key":"g","title":"Write down the grammar","files":["docs/grammar.md"]},
                  {"key":"l","title":"Lexer: numbers, strings, comments","depends_on":["g"],
                   "files":["src/lex/**"],"description":"Numbers with exponents, strings with escapes, nested comments.\\n\\nKeep the position of every token: the error messages need it."},
                  {"key":"p","title":"Parser for expressions","depends_on":["l"],"files":["src/parse/**"]},
                  {"key":"r","title":"Printer that keeps comments","depends_on":["l"]},
                  {"key":"e","title":"Error messages with positions","depends_on":["p"],"priority":-1},
                  {"key":"f","title":"Formatter on top of the printer","depends_on":["p","r"]},
                  {"key":"z","title":"Fuzz the parser for an hour","depends_on":["p"]},
                  {"key":"i","title":"Editor plugin","depends_on":["f","e"]},
                  {"title":"Benchmark against the old parser","wave":1},
                  {"title":"Document the syntax tree","wave":1},
                  {"title":"Release 1.0","wave":2}]}
                """
                    .formatted(api.project()))));
  }

  private static List<Long> shopTasks(Api api) {
    return Api.ids(
        api.post(
            "/v1/tasks",
            Api.json(
                """
                {"project":"%s","swarm":"checkout","tasks":[
                  {"key":"c","title":"Add a column for the discount","files":["db/**"]},
                  {"title":"Show the discount in the cart","depends_on":["c"]},
                  {"title":"Round prices half up","priority":-2},
                  {"title":"Translate the error messages into French and Arabic, and have native speakers check them"},
                  {"title":"Retry payments that time out"},
                  {"title":"Delete carts after 90 days","priority":3},
                  {"title":"Log slow queries"}]}
                """
                    .formatted(api.project()))));
  }

  private static Held claim(Api api, long id, String agent, String session) {
    ObjectNode body = api.body().put("agent", agent).put("id", id).put("lease_ms", 7_200_000);
    return api.claim(session.isEmpty() ? body : body.put("session", session));
  }

  private static void complete(Api api, Held held, String result) {
    api.post(held.path("complete"), held.proof().put("result", result));
  }

  /** A minute of two sessions at work. */
  private void work(int minute) {
    for (int i = 0; i < 3 + minute % 4; i++) {
      String call = minute + "-" + i;
      boolean inShop = i % 3 == 0;
      String session = inShop ? SHOP : PARSER;
      Path project = inShop ? shop : tool;
      hook("PreToolUse", session, project, Map.of("tool_use_id", call));
      hook("PostToolUse", session, project, Map.of("tool_use_id", call));
    }
    if (minute % 10 == 5) {
      hook("Stop", PARSER, tool, Map.of());
      say(PARSER, tool, "go on");
    }
    if (minute % 20 == 7) {
      ObjectNode question = payload("PermissionRequest", SHOP, shop, Map.of());
      question.withObject("/tool_input").put("command", "git status");
      send("claude", question);
    }
  }

  private void edit(String session, Path project, String file) {
    ObjectNode payload = payload("PostToolUse", session, project, Map.of("tool_name", "Write"));
    payload.putObject("tool_input").put("file_path", project.resolve(file).toString());
    send("claude", payload);
  }

  private void say(String session, Path project, String prompt) {
    hook("UserPromptSubmit", session, project, Map.of("prompt", prompt));
  }

  private void hook(String recorded, String session, Path project, Map<String, String> fields) {
    send(Recording.of(recorded).host(), payload(recorded, session, project, fields));
  }

  private static ObjectNode payload(
      String recorded, String session, Path project, Map<String, String> fields) {
    ObjectNode payload = Recording.of(recorded).payload().deepCopy();
    payload.put("session_id", session).put("cwd", project.toString());
    fields.forEach(payload::put);
    return payload;
  }

  private void send(String host, ObjectNode payload) {
    http.send(
        "POST",
        "/v1/hooks",
        Map.of("Swarm-Host", host),
        payload.toString().getBytes(StandardCharsets.UTF_8));
  }

  @Override
  public void close() {
    http.close();
    daemon.close();
    time.close();
    home.close();
  }
}
