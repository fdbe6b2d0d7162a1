package swarmd.catalogue;

import java.util.LinkedHashMap;
import java.util.Map;

/**
 * How the hooks in a host's settings differ from those in ours, for `swarm hooks import`.
 *
 * @param commaSeparatesNames whether a matcher may separate names by commas as well as by |
 * @param searchesNames whether a plain name in a matcher also matches longer names that contain it
 * @param variables variables in commands, each with our name for it
 */
public record HookSyntax(
    boolean commaSeparatesNames, boolean searchesNames, Map<String, String> variables) {
  /** No difference. */
  public static final HookSyntax OURS = new HookSyntax(false, false, Map.of());

  public HookSyntax {
    variables = Map.copyOf(variables);
  }

  public HookSyntax withCommas() {
    return new HookSyntax(true, searchesNames, variables);
  }

  public HookSyntax withSearchedNames() {
    return new HookSyntax(commaSeparatesNames, true, variables);
  }

  public HookSyntax withVariable(String theirs, String ours) {
    Map<String, String> more = new LinkedHashMap<>(variables);
    more.put(theirs, ours);
    return new HookSyntax(commaSeparatesNames, searchesNames, more);
  }
}
