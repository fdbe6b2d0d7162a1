package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;
import static io.netty.handler.codec.http.HttpMethod.POST;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.api.HookJson;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfiles;
import swarmd.common.Cause;
import swarmd.common.Futures;
import swarmd.hooks.FailurePolicy;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookService;
import swarmd.hooks.ReviewerCommand;
import swarmd.hosts.Hosts;
import swarmd.json.Json;
import swarmd.sessions.Arrival;
import swarmd.sessions.Binding;
import swarmd.sessions.HookOrigins;
import swarmd.sessions.HookOrigins.Origin;
import swarmd.sessions.HostProcess;
import swarmd.sessions.Peer;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Sessions;
import swarmd.time.Time;

/** Answers hosts' hook events. Always with 200, because hosts ignore any other status. */
final class HookRoutes {
  private static final Logger log = LoggerFactory.getLogger(HookRoutes.class);
  private static final String PATH = "/v1/hooks";
  private static final String ENV_FILE = "Swarm-Env-File";
  private static final String HOST_PROCESS = "Swarm-Host-Process";
  private static final String ACCOUNT = "Swarm-Account";

  /**
   * They name a file to write, a process to watch and an account, which only the socket's owner may
   * do.
   */
  static final Set<String> OWNER_ONLY_HEADERS = Set.of(ENV_FILE, HOST_PROCESS, ACCOUNT);

  private static final Pattern TYPE_IN_PATH = Pattern.compile("/v1/hooks/([\\w-]+)(?:\\?.*)?");

  /** The sources of a SessionStart that continues an existing session. */
  private static final Set<String> CONTINUING_SOURCES = Set.of("resume", "compact", "clear");

  private static final Response CONTINUE = Response.json(Json.object().put("continue", true));

  private final Hosts hosts;
  private final Sessions sessions;
  private final HookOrigins origins;
  private final HookService hooks;
  private final ProjectCache projects;
  private final Function<Optional<String>, CompletableFuture<ArrayNode>> ownHooks;
  private final Executor background;
  private final Time time;
  private final Map<Silence, Response> silences = new ConcurrentHashMap<>();

  private record Silence(String host, EventKind kind) {}

  /**
   * @param ownHooks the user's own hooks in a project, as JSON
   */
  HookRoutes(
      Hosts hosts,
      Sessions sessions,
      HookOrigins origins,
      HookService hooks,
      ProjectCache projects,
      Function<Optional<String>, CompletableFuture<ArrayNode>> ownHooks,
      Executor background,
      Time time) {
    this.hosts = hosts;
    this.sessions = sessions;
    this.origins = origins;
    this.hooks = hooks;
    this.projects = projects;
    this.ownHooks = ownHooks;
    this.background = background;
    this.time = time;
  }

  /**
   * The response if a request cannot be accepted at all: hooks let the host continue. A permission
   * request gets the error, so that the client denies it.
   */
  static Response.Whole refusal(String path, ApiError error) {
    Matcher named = TYPE_IN_PATH.matcher(path);
    boolean denied =
        named.matches()
            && FailurePolicy.denies(
                HostCatalogue.STANDARD.kindOf(HostProfiles.GENERIC, named.group(1)));
    boolean continues = path.startsWith(PATH) && !denied;
    return (Response.Whole) (continues ? CONTINUE : error.response());
  }

  List<Route> routes() {
    return List.of(
        new Route(POST, PATH, this::answer).with(Access.HOOKS),
        new Route(GET, PATH + "/config", this::config).with(Access.PAGE),
        new Route(POST, PATH + "/{type}", this::answer).with(Access.HOOKS));
  }

  private CompletionStage<Response> config(Request request) {
    return ProjectParameter.of(request, projects)
        .thenCompose(ownHooks)
        .thenApply(
            own -> {
              ObjectNode table = HookJson.table(hooks.table());
              table.set("user_hooks", own);
              return Response.json(table);
            });
  }

  private CompletionStage<Response> answer(Request request) {
    long started = time.nanos();
    HookEvent event;
    try {
      event = read(request);
    } catch (RuntimeException e) { // the host gets an answer however broken the payload is
      HookEvent unreadable =
          hosts.unreadable(request.header("Swarm-Host"), type(request), request.body());
      return CompletableFuture.completedFuture(refused(unreadable, started, e));
    }
    return Futures.then(locate(event, request), found -> answer(found, started))
        .exceptionally(failure -> refused(event, started, Cause.of(failure)));
  }

  /** An event that somebody else than its host sends changes nothing. */
  private static final class Forged extends RuntimeException {
    private static final long serialVersionUID = 1;

    Forged(HookEvent event) {
      super(
          "the event does not come from the host of session " + event.session().orElseThrow(),
          null,
          false,
          false);
    }
  }

  /** Empty if the session has disabled all hooks. */
  private CompletionStage<Response> answer(Optional<HookEvent> located, long started) {
    if (located.isEmpty()) {
      return CompletableFuture.completedFuture(CONTINUE);
    }
    HookEvent event = located.get();
    return Futures.then(hooks.answer(event, started), result -> response(event, result));
  }

  private Response refused(HookEvent event, long started, Throwable cause) {
    String reason = String.valueOf(cause.getMessage());
    return Response.json(hosts.write(event, hooks.refuse(event, started, reason)));
  }

  private HookEvent read(Request request) {
    HookEvent event =
        hosts.read(
            request.header("Swarm-Host"),
            type(request),
            request.header("Swarm-Project-Dir"),
            skipped(request),
            request.body());
    return event.is(EventKind.SETUP_INIT)
        ? request.header(ENV_FILE).map(event::withEnvFile).orElse(event)
        : event;
  }

  /** Never writes a file on the event loop. */
  private CompletableFuture<Response> response(HookEvent event, HookResult result) {
    if (result.isNothing()) {
      return CompletableFuture.completedFuture(silence(event));
    }
    return Hosts.needsFile(event, result)
        ? CompletableFuture.supplyAsync(() -> written(event, result), background)
        : CompletableFuture.completedFuture(written(event, result));
  }

  private Response written(HookEvent event, HookResult result) {
    return Response.json(hosts.write(event, result), result::notDelivered, result::delivered);
  }

  /** Most answers say nothing, and nothing is said alike to every event of a kind. */
  private Response silence(HookEvent event) {
    return silences.computeIfAbsent(
        new Silence(event.host().id(), event.kind()),
        first -> Response.json(hosts.write(event, HookResult.NOTHING)));
  }

  /** Adds the event's session and project, if they can be found. */
  private CompletableFuture<Optional<HookEvent>> locate(HookEvent event, Request request) {
    if (event.session().isEmpty()) {
      return inProject(event).thenApply(Optional::of);
    }
    if (!needsProof(event)) {
      return inSession(event, arrival(event, request, false));
    }
    Optional<HostProcess> started =
        event.is(EventKind.SESSION_START)
            ? request.header(HOST_PROCESS).flatMap(HostProcess::parse)
            : Optional.empty();
    Peer peer = request.peer();
    return proven(event, started, peer)
        .thenCombine(
            isMarked(event, started, peer),
            (found, marked) -> inSession(found, arrival(event, request, marked)))
        .thenCompose(found -> found);
  }

  private CompletableFuture<Boolean> isMarked(
      HookEvent event, Optional<HostProcess> started, Peer peer) {
    return CompletableFuture.completedFuture(started)
        .thenCompose(
            process ->
                process.isPresent()
                    ? origins.isMarked(peer, event.host(), process.get())
                    : CompletableFuture.completedFuture(false))
        .exceptionally(
            failure -> {
              log.warn("The origin of a session could not be looked up", failure);
              return false;
            });
  }

  /**
   * Tool events are many and change no mode, so only the one that gets a subagent its ticket is
   * looked at.
   */
  private static boolean needsProof(HookEvent event) {
    return event.kind().timeLimit() == EventKind.TimeLimit.TOOL
        ? ReviewerCommand.isIn(event)
        : !event.is(EventKind.PERMISSION_REQUEST);
  }

  private CompletableFuture<HookEvent> proven(
      HookEvent event, Optional<HostProcess> started, Peer peer) {
    return sessions
        .find(event.session().orElseThrow())
        .thenCompose(
            binding ->
                binding.isPresent()
                    ? origins.of(peer, binding.get(), started)
                    : CompletableFuture.completedFuture(Origin.UNKNOWN))
        .exceptionally(
            failure -> {
              log.warn("The origin of an event could not be looked up", failure);
              return Origin.UNKNOWN;
            })
        .thenCompose(
            origin ->
                origin == Origin.UNKNOWN && event.is(EventKind.STOP_FAILURE)
                    ? origins.ofUnknown(peer, event.session().orElseThrow())
                    : CompletableFuture.completedFuture(origin))
        .thenApply(
            origin -> {
              if (origin == Origin.OTHER) {
                throw new Forged(event);
              }
              return origin == Origin.HOST ? event.fromHost() : event;
            });
  }

  private CompletableFuture<Optional<HookEvent>> inSession(HookEvent event, Arrival arrival) {
    return sessions
        .locate(arrival)
        .handle(
            (binding, failure) -> {
              if (failure != null) {
                log.warn("Session {} could not be looked up", arrival.session(), failure);
                return Optional.of(event);
              }
              if (binding.filter(Binding::disabled).isPresent()) {
                return Optional.empty();
              }
              return Optional.of(binding.map(event::boundTo).orElse(event));
            });
  }

  private static Arrival arrival(HookEvent event, Request request, boolean marked) {
    return new Arrival(
        event.session().orElseThrow(),
        event.host().id(),
        event.directory(),
        start(event),
        request.header(HOST_PROCESS).flatMap(HostProcess::parse),
        marked,
        event.skipped(),
        request.header("Swarm-Disabled").isPresent(),
        request.header(ACCOUNT));
  }

  private static Arrival.Start start(HookEvent event) {
    if (!event.is(EventKind.SESSION_START)) {
      return Arrival.Start.NONE;
    }
    return event.text("source").filter(CONTINUING_SOURCES::contains).isPresent()
        ? Arrival.Start.AGAIN
        : Arrival.Start.NEW;
  }

  private CompletableFuture<HookEvent> inProject(HookEvent event) {
    return sessions
        .projectOf(event.directory())
        .handle(
            (project, failure) -> {
              if (failure != null) {
                log.warn(
                    "The project of {} could not be looked up", event.directory().get(), failure);
                return event;
              }
              return project.map(event::inProject).orElse(event);
            });
  }

  private static Optional<String> type(Request request) {
    return Optional.ofNullable(request.variables().get("type"));
  }

  private static Set<String> skipped(Request request) {
    return request.header("Swarm-Skip-Hooks").map(HookRoutes::names).orElse(Set.of());
  }

  private static Set<String> names(String list) {
    return Arrays.stream(list.split(",", -1))
        .map(String::trim)
        .filter(name -> !name.isEmpty())
        .collect(Collectors.toSet());
  }
}
