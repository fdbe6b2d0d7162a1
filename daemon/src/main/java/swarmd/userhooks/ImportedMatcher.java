package swarmd.userhooks;

import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.catalogue.HookSyntax;
import swarmd.catalogue.HostCatalogue;
import swarmd.catalogue.HostSettings;

/** Translates a host's matcher into one that names the same tools in every host. */
final class ImportedMatcher {
  private final HostSettings format;
  private final HookSyntax syntax;
  private final HostCatalogue hosts;

  /**
   * @param format of the host whose matchers these are
   */
  ImportedMatcher(HostSettings format, HostCatalogue hosts) {
    this.format = format;
    this.syntax = format.hookSyntax();
    this.hosts = hosts;
  }

  /** Empty if the matcher matches everything. */
  Optional<String> translate(EventKey event, String text) {
    String theirs = syntax.commaSeparatesNames() ? text.replace(',', '|') : text;
    if (theirs.isBlank() || theirs.equals("*")) {
      return Optional.empty();
    }
    if (!event.isAboutTool() || !HookMatcher.NAMES.matcher(theirs.strip()).matches()) {
      return Optional.of(theirs);
    }
    Set<String> names = new LinkedHashSet<>();
    boolean allKnown = true;
    for (String name : Arrays.stream(theirs.split("\\|")).map(String::strip).toList()) {
      List<String> same = hosts.sameTools(name);
      names.add(name);
      names.addAll(same);
      allKnown &= !same.isEmpty() && isItsOwn(name);
    }
    // In brackets it is a regular expression, which we search for as the host does.
    return Optional.of(
        syntax.searchesNames() && !allKnown ? "(?:" + theirs + ")" : String.join("|", names));
  }

  /** Whether the host has a tool of this name; another host's name may be a part of one. */
  private boolean isItsOwn(String tool) {
    return hosts.hosts().stream()
        .filter(host -> host.settings().equals(Optional.of(format)))
        .anyMatch(
            host -> host.tools().containsKey(tool) || host.canonicalTools().containsKey(tool));
  }
}
