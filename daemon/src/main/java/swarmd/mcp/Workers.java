package swarmd.mcp;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.McpTool;
import swarmd.sessions.CallIdentities;
import swarmd.sessions.CallIdentities.Identity;
import swarmd.sessions.Caller;
import swarmd.sessions.Callers;
import swarmd.sessions.MainAgent;
import swarmd.sessions.Project;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.SessionId;
import swarmd.sessions.Sessions;

/**
 * Tells who calls a tool: by the ticket of the call's hook, by what the host writes beside the
 * arguments, by the client's environment, and always within the sessions of the process that calls.
 */
final class Workers {
  private final Callers callers;
  private final Sessions sessions;
  private final ProjectCache projects;
  private final CallIdentities identities;
  private final List<HostProfile.Mcp> hosts;

  Workers(
      Callers callers,
      Sessions sessions,
      ProjectCache projects,
      CallIdentities identities,
      HostCatalogue hosts) {
    this.callers = callers;
    this.sessions = sessions;
    this.projects = projects;
    this.identities = identities;
    this.hosts = hosts.hosts().stream().flatMap(host -> host.mcp().stream()).toList();
  }

  /** The run of a program that sends messages, by which a later one can refer to an earlier one. */
  static Optional<String> clientOf(Origin origin, Callers.Client client) {
    return origin.client().or(() -> client.process().map(String::valueOf));
  }

  CompletableFuture<Callers.Client> client(Origin origin) {
    return callers.client(origin.peer());
  }

  /**
   * Fails with {@link Refused} if it cannot tell. Does not block.
   *
   * @param ticket the argument that only a hook adds
   * @param meta the host's own additions beside the arguments
   */
  CompletableFuture<Worker> find(
      Origin origin, Callers.Client client, Optional<String> ticket, JsonNode meta) {
    Optional<Identity> told = ticket.map(this::withTicket).or(() -> byHost(meta));
    Optional<Identity> known =
        told.isPresent()
            ? Optional.of(within(client.sessions(), told.get()))
            : byEnvironment(origin, client.sessions());
    return known.isPresent()
        ? inSession(origin, client, known.get())
        : withoutSession(origin, client);
  }

  private Identity withTicket(String ticket) {
    return identities
        .withTicket(ticket)
        .orElseThrow(
            () ->
                new Refused(
                    "the argument '%s' is not valid any more; leave it out and call the tool again"
                        .formatted(McpTool.TICKET)));
  }

  private Optional<Identity> byHost(JsonNode meta) {
    return hosts.stream()
        .flatMap(host -> Stream.of(byCall(host, meta), bySession(host, meta)))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private Optional<Identity> byCall(HostProfile.Mcp host, JsonNode meta) {
    return host.callInMeta().flatMap(field -> text(meta, field)).flatMap(identities::withId);
  }

  private static Optional<Identity> bySession(HostProfile.Mcp host, JsonNode meta) {
    return host.sessionInMeta()
        .flatMap(field -> text(meta, field))
        .filter(SessionId::isValid)
        .map(
            session ->
                new Identity(
                    session,
                    host.agentInMeta()
                        .flatMap(field -> text(meta, field))
                        .filter(agent -> SessionId.isValid(agent) && !agent.equals(session)),
                    Optional.empty()));
  }

  private static Optional<String> text(JsonNode object, String field) {
    return Optional.of(object.path(field)).filter(JsonNode::isTextual).map(JsonNode::textValue);
  }

  /** An agent can change its environment, and send what it likes, but not its ancestors. */
  private static Identity within(List<String> hosted, Identity told) {
    if (!hosted.isEmpty() && !hosted.contains(told.session())) {
      throw new Refused("this call belongs to another session than the program that sends it");
    }
    return told;
  }

  private static Optional<Identity> byEnvironment(Origin origin, List<String> hosted) {
    List<String> named = origin.sessions().stream().filter(SessionId::isValid).toList();
    Optional<String> session =
        hosted.isEmpty()
            ? named.stream().findFirst()
            : named.stream().filter(hosted::contains).findFirst().or(() -> only(hosted));
    return session.map(
        id ->
            new Identity(
                id,
                origin
                    .agent()
                    .filter(agent -> named.stream().findFirst().equals(session))
                    .filter(agent -> SessionId.isValid(agent))
                    .filter(agent -> !agent.equals(MainAgent.nameIn(id))),
                Optional.empty()));
  }

  private static Optional<String> only(List<String> hosted) {
    if (hosted.size() > 1) {
      throw new Refused(
          "swarmd cannot tell which of this program's sessions calls; its hooks tell: swarm"
              + " doctor");
    }
    return Optional.of(hosted.get(0));
  }

  private CompletableFuture<Worker> inSession(
      Origin origin, Callers.Client client, Identity identity) {
    String session = identity.session();
    Caller caller =
        new Caller.Agent(
            session, identity.agent(), client.sessions().contains(session), identity.call());
    return sessions
        .find(session)
        .thenCompose(
            binding ->
                binding.isPresent()
                    ? CompletableFuture.completedFuture(binding.get().project())
                    : project(origin))
        .thenApply(
            project ->
                new Worker(
                    identity.agent().orElseGet(() -> MainAgent.nameIn(session)),
                    Optional.of(session),
                    project,
                    folder(origin),
                    caller));
  }

  /** A client without hooks is an agent of its own for as long as it runs. */
  private CompletableFuture<Worker> withoutSession(Origin origin, Callers.Client client) {
    String name =
        origin
            .agent()
            .or(() -> client.process().map(pid -> "mcp-" + pid))
            .orElseThrow(
                () ->
                    new Refused(
                        "swarmd cannot tell who calls; use `swarm mcp`, or send the header"
                            + " Swarm-Agent"));
    return project(origin)
        .thenApply(
            project ->
                new Worker(name, Optional.empty(), project, folder(origin), new Caller.Unknown()));
  }

  private CompletableFuture<Project> project(Origin origin) {
    return origin
        .directory()
        .map(projects::of)
        .map(found -> found.thenApply(Refused::unless))
        .orElseGet(
            () ->
                CompletableFuture.failedFuture(
                    new Refused(
                        "swarmd does not know this client's project; install the hooks of its host"
                            + " (swarm install), use `swarm mcp`, or send the header"
                            + " Swarm-Project-Dir")));
  }

  private static Optional<Path> folder(Origin origin) {
    try {
      return origin.directory().map(Path::of).filter(Path::isAbsolute);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }
}
