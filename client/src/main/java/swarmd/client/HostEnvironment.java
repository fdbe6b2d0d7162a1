package swarmd.client;

import java.util.List;
import java.util.Optional;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostProfile;
import swarmd.catalogue.HostProfiles;

/**
 * What the environment reveals about the host that runs this hook. Part of the hook path, so it
 * uses no lambdas, streams or regular expressions.
 */
final class HostEnvironment {
  /** Programs that may run between a host and its hooks. */
  private static final List<String> SHELLS =
      List.of("sh", "ash", "bash", "dash", "zsh", "ksh", "fish", "busybox");

  private HostEnvironment() {}

  /** The name for the header; if empty, the daemon recognises the host by the payload. */
  static String name() {
    String named = System.getenv("SWARM_HOST");
    if (named != null) {
      return named;
    }
    for (HostProfile host : HostCatalogue.STANDARD.hosts()) {
      if (!value(host.variables().project()).isEmpty()) {
        return host.id();
      }
    }
    return "";
  }

  /** The host whose answer format to use if the daemon does not answer. */
  static HostProfile host() {
    return HostCatalogue.STANDARD.find(name()).orElse(HostProfiles.MOST_COPIED);
  }

  /** A host that is named has its own variable, if any; those of others may be around it. */
  static String project() {
    Optional<HostProfile> named = HostCatalogue.STANDARD.find(name());
    if (named.isPresent() && named.get().settings().isPresent()) {
      return value(named.get().variables().project());
    }
    for (HostProfile host : HostCatalogue.STANDARD.hosts()) {
      String project = value(host.variables().project());
      if (!project.isEmpty()) {
        return project;
      }
    }
    return "";
  }

  static String envFile() {
    for (HostProfile host : HostCatalogue.STANDARD.hosts()) {
      String file = value(host.variables().envFile());
      if (!file.isEmpty()) {
        return file;
      }
    }
    return "";
  }

  /** Distinguishes this account from the user's others. */
  static String account() {
    String named = value(Optional.of("SWARM_ACCOUNT"));
    if (!named.isEmpty()) {
      return named;
    }
    Optional<HostProfile> host = HostCatalogue.STANDARD.find(name());
    return host.isPresent() && !host.get().accountVariable().isEmpty()
        ? value(Optional.of(host.get().accountVariable()))
        : "";
  }

  /** The host's process id and, if the launcher found it, its start time. */
  static String process() {
    String found = System.getProperty("swarmd.host.process");
    if (found != null) {
      return found;
    }
    Optional<ProcessHandle> process = ProcessHandle.current().parent();
    while (process.isPresent() && isShell(process.get())) {
      process = process.get().parent();
    }
    return process.isPresent() ? Long.toString(process.get().pid()) : "";
  }

  private static boolean isShell(ProcessHandle process) {
    String command = process.info().command().orElse("");
    return SHELLS.contains(command.substring(command.lastIndexOf('/') + 1));
  }

  private static String value(Optional<String> variable) {
    String value = variable.isPresent() ? System.getenv(variable.get()) : null;
    return value == null ? "" : value;
  }
}
