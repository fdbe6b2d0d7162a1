package swarmd.messages;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import swarmd.common.ErrorCode;
import swarmd.common.Outcome;
import swarmd.swarm.Task;
import swarmd.text.ShortId;
import swarmd.usage.Suggestion;

/**
 * Finds the agents that a sender means.
 *
 * @param known the agents at work
 * @param claims the claimed tasks to look at, whose holders may have names of their own
 */
record Receivers(List<KnownAgent> known, List<Task> claims) {
  private static final int MAX_SUGGESTED = 5;
  private static final String SEE_STATUS = "; see: swarm status";

  Outcome<List<Address>> find(Target target, Sender sender) {
    if (target instanceof Target.Named named) {
      return named(named.name(), sender);
    }
    if (target instanceof Target.HolderOf holder) {
      return holder(holder.taskId(), sender);
    }
    List<Address> others = others(sender);
    return others.isEmpty()
        ? Outcome.refused(
            ErrorCode.NOT_FOUND, "no other agent is at work in this project" + SEE_STATUS)
        : Outcome.ok(others);
  }

  private List<Address> others(Sender sender) {
    return all().filter(address -> !sender.is(address)).toList();
  }

  /** Holders without a session have no hooks, but can look into their inboxes. */
  private Stream<Address> all() {
    return Stream.concat(
        known.stream().map(KnownAgent::address),
        claims.stream()
            .filter(task -> task.session().isEmpty())
            .flatMap(task -> holderOf(task).stream())
            .distinct());
  }

  private Outcome<List<Address>> named(String name, Sender sender) {
    Set<Address> found =
        all()
            .filter(address -> isCalled(address, name))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    if (found.isEmpty()) {
      claims.stream()
          .filter(task -> task.agent().equals(Optional.of(name)))
          .flatMap(task -> holderOf(task).stream())
          .forEach(found::add);
    }
    if (found.isEmpty()) {
      return unknown(name, sender);
    }
    if (found.size() > 1) {
      return Outcome.refused(
          ErrorCode.INVALID_REQUEST,
          "several agents are called '%s'; name one by its session: %s"
              .formatted(
                  name,
                  found.stream()
                      .map(address -> address.session().orElseGet(address::title))
                      .collect(Collectors.joining(", "))));
    }
    return notToOneself(found.iterator().next(), sender, "that is you");
  }

  private static boolean isCalled(Address address, String name) {
    return address.name().equals(name)
        || address.agent().isEmpty()
            && address
                .session()
                .filter(id -> id.equals(name) || ShortId.isShort(name) && id.startsWith(name))
                .isPresent();
  }

  private Outcome<List<Address>> unknown(String name, Sender sender) {
    List<String> names = others(sender).stream().map(Address::name).distinct().toList();
    String next =
        names.isEmpty()
            ? ", and no other agent is either" + SEE_STATUS
            : Suggestion.of(name, names)
                .map("; did you mean '%s'?"::formatted)
                .orElseGet(() -> "; there are: " + shown(names));
    return Outcome.refused(
        ErrorCode.NOT_FOUND, "no agent '%s' is at work in this project%s".formatted(name, next));
  }

  private static String shown(List<String> names) {
    String first = names.stream().limit(MAX_SUGGESTED).collect(Collectors.joining(", "));
    return names.size() > MAX_SUGGESTED ? first + ", …" : first;
  }

  private Outcome<List<Address>> holder(long taskId, Sender sender) {
    return claims.stream()
        .filter(task -> task.id() == taskId)
        .findFirst()
        .flatMap(this::holderOf)
        .map(address -> notToOneself(address, sender, "you hold task %d".formatted(taskId)))
        .orElseGet(
            () ->
                Outcome.refused(
                    ErrorCode.NOT_FOUND,
                    "no agent holds task %d; see: swarm task show %1$d".formatted(taskId)));
  }

  private static Outcome<List<Address>> notToOneself(Address found, Sender sender, String why) {
    return sender.is(found)
        ? Outcome.refused(
            ErrorCode.INVALID_REQUEST, why + "; name another agent, which swarm status lists")
        : Outcome.ok(List.of(found));
  }

  /** A holder that is no subagent is the main agent of its session, whatever its name is. */
  private Optional<Address> holderOf(Task task) {
    if (task.agent().isEmpty()) {
      return Optional.empty();
    }
    if (task.session().isEmpty()) {
      return Optional.of(new Address(Optional.empty(), task.agent(), task.workstation()));
    }
    List<Address> ofSession =
        known.stream()
            .map(KnownAgent::address)
            .filter(address -> address.session().equals(task.session()))
            .toList();
    return ofSession.stream()
        .filter(address -> address.agent().equals(task.agent()))
        .findFirst()
        .or(() -> Optional.of(new Address(task.session(), Optional.empty(), task.workstation())));
  }
}
