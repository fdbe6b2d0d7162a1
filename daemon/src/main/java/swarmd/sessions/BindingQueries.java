package swarmd.sessions;

import java.util.List;
import java.util.Optional;

/** What can be asked about bindings. */
public interface BindingQueries {

  Optional<Binding> find(String session);

  /** Those whose host's process is to be watched. */
  List<Binding> withProcess();

  /** The folders of all projects that sessions were bound to. */
  List<Project> projects();
}
