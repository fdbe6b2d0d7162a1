package swarmd.http;

import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import swarmd.sessions.ProjectCache;

/** The project of the directory in a request's "project" parameter, if there is one. */
final class ProjectParameter {
  private ProjectParameter() {}

  static CompletableFuture<Optional<String>> of(Request request, ProjectCache projects) {
    return request
        .parameter("project")
        .map(
            directory ->
                projects
                    .of(directory)
                    .thenApply(found -> Optional.of(found.orElseThrow(ApiError::of).id())))
        .orElseGet(() -> CompletableFuture.completedFuture(Optional.empty()));
  }
}
