package swarmd.http;

import static io.netty.handler.codec.http.HttpMethod.GET;
import static io.netty.handler.codec.http.HttpMethod.POST;

import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletionStage;
import swarmd.api.MessageJson;
import swarmd.json.JsonFields;
import swarmd.messages.MessageFilter;
import swarmd.messages.Messages;
import swarmd.messages.NewMessage;
import swarmd.messages.Target;
import swarmd.sessions.Callers;
import swarmd.sessions.ProjectCache;
import swarmd.sessions.Projects;

/** The routes for messages between agents. */
final class MessageRoutes {
  private final Messages messages;
  private final Callers callers;
  private final ProjectCache projects;

  MessageRoutes(Messages messages, Callers callers, ProjectCache projects) {
    this.messages = messages;
    this.callers = callers;
    this.projects = projects;
  }

  List<Route> routes() {
    return List.of(
        new Route(GET, "/v1/messages", this::list), new Route(POST, "/v1/messages", this::send));
  }

  private CompletionStage<Response> list(Request request) {
    Optional<String> to = request.text(MessageFilter.TO);
    Optional<String> from = request.text(MessageFilter.FROM);
    int limit =
        request
            .number(MessageFilter.LIMIT)
            .map(Math::toIntExact)
            .orElse(MessageFilter.DEFAULT_LIMIT);
    return ProjectParameter.of(request, projects)
        .thenCompose(project -> messages.list(new MessageFilter(project, to, from, limit)))
        .thenApply(found -> Response.json(MessageJson.messages(found, messages.now())));
  }

  private CompletionStage<Response> send(Request request) {
    JsonFields fields = request.json();
    String directory = fields.requiredText(Projects.DIRECTORY);
    Target target = MessageJson.target(fields);
    String text = fields.requiredText(NewMessage.ANY_TEXT);
    Optional<String> requestId = fields.text(NewMessage.REQUEST_ID);
    fields.rejectUnknown();
    return projects
        .of(directory)
        .thenCombine(
            callers.identify(request.peer()),
            (project, caller) -> {
              String id = project.orElseThrow(ApiError::of).id();
              return messages
                  .identify(caller, id)
                  .thenCompose(
                      sender ->
                          messages.send(
                              id, sender.orElseThrow(ApiError::of), target, text, requestId));
            })
        .thenCompose(sent -> sent)
        .thenApply(
            outcome ->
                Response.json(
                    201, MessageJson.sent(outcome.orElseThrow(ApiError::of), messages.now())));
  }
}
