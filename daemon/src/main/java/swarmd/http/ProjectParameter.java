package swarmd.http;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.swarm.Outcome;
import swarmd.swarm.ProjectCache;

/** The project that a request's address names by a directory in it, if it names one. */
final class ProjectParameter {
  private ProjectParameter() {}

  static CompletableFuture<Optional<String>> of(Request request, ProjectCache projects) {
    return request
        .parameter("project")
        .map(directory -> projects.of(directory).thenApply(ProjectParameter::found))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }

  private static Optional<String> found(Outcome<String> project) {
    if (project instanceof Outcome.Refused<String> refused) {
      throw ApiError.of(refused);
    }
    return Optional.of(((Outcome.Ok<String>) project).value());
  }
}
