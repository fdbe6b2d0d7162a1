package swarmd.sessions;

import java.nio.file.Path;
import java.util.function.UnaryOperator;

/**
 * Names projects so that all clones of a repository are one. A project that comes from nowhere else
 * belongs to this workstation.
 */
public final class TeamProjects implements UnaryOperator<Project> {
  private final String workstation;

  public TeamProjects(String workstation) {
    this.workstation = workstation;
  }

  /** Reads the disk. A name that the project's settings give it stays. */
  @Override
  public Project apply(Project project) {
    if (!project.id().equals(project.folder())) {
      return project;
    }
    String id =
        RemoteUrl.of(Path.of(project.folder()))
            .orElseGet(() -> workstation + ":" + project.folder());
    return new Project(id, project.folder());
  }
}
