package swarmd.builtin.shell;

import java.util.Optional;

/**
 * A shell, or a subshell whose current folder and variables its parent does not see. Compared by
 * identity.
 */
final class Scope {
  private final Optional<Scope> parent;

  private Scope(Optional<Scope> parent) {
    this.parent = parent;
  }

  static Scope outermost() {
    return new Scope(Optional.empty());
  }

  Scope inner() {
    return new Scope(Optional.of(this));
  }

  Optional<Scope> parent() {
    return parent;
  }
}
