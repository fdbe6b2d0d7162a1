package swarmd.realhosts;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Collectors;
import swarmd.realhosts.ModelApi.Reply;
import swarmd.testing.Api;
import swarmd.testing.UnixHttp;

/** Replaces the models of all hosts: follows the test's script, turn by turn. */
public final class ScriptedModel implements AutoCloseable {
  private static final Turn NOTHING_MORE = Turn.say("I have nothing more to say.");

  /** An answer to requests outside the conversation. */
  private static final Turn ASIDE =
      Turn.say("{\"title\":\"scripted\",\"reasoning\":\"none\",\"next_speaker\":\"user\"}");

  private final List<ModelApi> apis =
      List.of(
          new AnthropicMessages(), new GeminiContents(), new OpenAiResponses(), new OpenAiChat());
  private final Map<String, Queue<Step>> lanes = new ConcurrentHashMap<>();
  private final List<ModelInput> requests = new CopyOnWriteArrayList<>();
  private final List<Throwable> failures = new CopyOnWriteArrayList<>();
  private final ExecutorService threads = Executors.newCachedThreadPool();
  private final HttpServer server;

  private ScriptedModel(HttpServer server) {
    this.server = server;
  }

  public static ScriptedModel start() {
    try {
      HttpServer server = HttpServer.create(new InetSocketAddress(UnixHttp.LOOPBACK, 0), 0);
      ScriptedModel model = new ScriptedModel(server);
      server.createContext("/", model::serve);
      server.setExecutor(model.threads);
      server.start();
      return model;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  public String url() {
    return "http://127.0.0.1:" + server.getAddress().getPort();
  }

  /** Sets the steps of the main conversation. */
  public ScriptedModel script(Step... steps) {
    return lane(ModelInput.MAIN, steps);
  }

  public ScriptedModel lane(String name, Step... steps) {
    lanes.put(name, new ConcurrentLinkedQueue<>(List.of(steps)));
    return this;
  }

  /** The requests of the main conversation. */
  public List<ModelInput> requests() {
    return requests(ModelInput.MAIN);
  }

  public List<ModelInput> requests(String lane) {
    return requests.stream().filter(input -> input.lane().equals(lane)).toList();
  }

  /** Errors in the steps; the host got the answer that nothing is left to do. */
  public List<Throwable> failures() {
    return List.copyOf(failures);
  }

  public String transcript() {
    return requests.stream().map(ModelInput::toString).collect(Collectors.joining("\n"));
  }

  private void serve(HttpExchange exchange) throws IOException {
    try (exchange) {
      String path = exchange.getRequestURI().getPath();
      String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
      Reply reply = reply(path, body);
      byte[] bytes = reply.body().getBytes(StandardCharsets.UTF_8);
      exchange.getResponseHeaders().set("Content-Type", reply.contentType());
      reply.headers().forEach(exchange.getResponseHeaders()::set);
      exchange.sendResponseHeaders(reply.status(), bytes.length);
      exchange.getResponseBody().write(bytes);
    } catch (RuntimeException e) {
      failures.add(e);
      throw e;
    }
  }

  private Reply reply(String path, String body) {
    for (ModelApi api : apis) {
      if (api.serves(path)) {
        JsonNode request = Api.json(body);
        ModelInput input = api.read(request);
        requests.add(input);
        return api.answer(request, path, turn(input));
      }
    }
    if (path.endsWith("/models")) {
      return Reply.json(Api.json("{\"object\":\"list\",\"models\":[],\"data\":[]}"));
    }
    return Reply.json(Api.object().put("input_tokens", 100).put("totalTokens", 100));
  }

  private Turn turn(ModelInput input) {
    if (input.lane().equals(ModelInput.SIDE)) {
      return ASIDE;
    }
    Queue<Step> steps = lanes.getOrDefault(input.lane(), new ConcurrentLinkedQueue<>());
    Step step = steps.poll();
    try {
      return step == null ? NOTHING_MORE : step.turn(input);
    } catch (Exception | AssertionError e) {
      failures.add(e);
      steps.clear();
      return NOTHING_MORE;
    }
  }

  @Override
  public void close() {
    server.stop(0);
    threads.shutdownNow();
  }
}
