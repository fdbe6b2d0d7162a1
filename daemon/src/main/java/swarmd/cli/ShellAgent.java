package swarmd.cli;

import java.util.List;
import java.util.Optional;
import swarmd.catalogue.HostProfile;
import swarmd.sessions.SessionId;

/**
 * The agent in whose shell a command runs, as the variables of its host name it.
 *
 * @param agent the subagent's id; empty for the main agent
 */
record ShellAgent(String session, Optional<String> agent) {

  /** Empty outside a host's shell. */
  static Optional<ShellAgent> of(Context context) {
    List<ShellAgent> named =
        context.services().hosts().hosts().stream()
            .flatMap(host -> of(context, host).stream())
            .distinct()
            .toList();
    return named.isEmpty() || named.size() == 1 && named.get(0).isKnown(context)
        ? named.stream().findFirst()
        : Optional.of(nearest(context, named));
  }

  /**
   * A host that was started in another one's shell has inherited the variables of both, and some
   * hosts have an id of no session in the shell of a subagent. Then the nearest host that has
   * started this shell counts.
   */
  private static ShellAgent nearest(Context context, List<ShellAgent> named) {
    List<String> around =
        context.services().callers().sessionsAround(context.invocation().process()).join();
    return named.stream()
        .filter(each -> around.contains(each.session))
        .findFirst()
        .or(
            () ->
                around.size() == 1 && !named.get(0).isKnown(context)
                    ? Optional.of(new ShellAgent(around.get(0), Optional.empty()))
                    : Optional.empty())
        .orElse(named.get(0));
  }

  private boolean isKnown(Context context) {
    return SessionId.isValid(session)
        && context.services().sessions().find(session).join().isPresent();
  }

  private static Optional<ShellAgent> of(Context context, HostProfile host) {
    HostProfile.Variables variables = host.variables();
    return variables
        .session()
        .flatMap(context::variable)
        .map(
            session ->
                new ShellAgent(
                    session,
                    variables
                        .agent()
                        .flatMap(context::variable)
                        .filter(id -> SessionId.isValid(id) && !id.equals(session))));
  }
}
