package swarmd.cli;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import swarmd.catalogue.HostProfile;
import swarmd.hostfile.SettingsPlace;
import swarmd.json.Json;

/** Which hosts the person has, and where our hooks are. */
final class HostOverview {
  private final Context context;

  HostOverview(Context context) {
    this.context = context;
  }

  /** Those whose program is on the person's PATH. */
  List<HostProfile> found() {
    return hosts().stream().filter(host -> program(host).isPresent()).toList();
  }

  private List<HostProfile> hosts() {
    return context.services().hosts().installable().stream()
        .sorted(Comparator.comparing(HostProfile::id))
        .toList();
  }

  private Optional<Path> program(HostProfile host) {
    return host.program()
        .flatMap(
            name ->
                Arrays.stream(context.variable("PATH").orElse("").split(":", -1))
                    .filter(folder -> folder.startsWith("/"))
                    .flatMap(folder -> file(folder, name).stream())
                    .findFirst());
  }

  private static Optional<Path> file(String folder, String name) {
    try {
      return Optional.of(Path.of(folder, name))
          .filter(Files::isRegularFile)
          .filter(Files::isExecutable);
    } catch (InvalidPathException e) {
      return Optional.empty();
    }
  }

  void print(boolean json) throws IOException {
    List<SettingsPlace> places = context.services().installer().places();
    if (json) {
      context.printJson(asJson(places));
      return;
    }
    Table table = new Table(context.terminal(), "HOST", "PROGRAM", "HOOKS");
    for (HostProfile host : hosts()) {
      String hooks =
          files(host, places).stream().map(Path::toString).collect(Collectors.joining(", "));
      table.row(
          Table.cell(host.id()),
          Table.cell(program(host).map(Path::toString).orElse("not on your PATH")),
          Table.cell(hooks.isEmpty() ? "not installed" : hooks));
    }
    table.print();
    context.terminal().note("Install with: swarm install HOST, or --all for those on your PATH");
  }

  private static List<Path> files(HostProfile host, List<SettingsPlace> places) {
    return places.stream()
        .filter(place -> place.host().id().equals(host.id()))
        .map(SettingsPlace::file)
        .toList();
  }

  private ObjectNode asJson(List<SettingsPlace> places) {
    ObjectNode result = Json.object();
    ArrayNode hosts = result.putArray("hosts");
    for (HostProfile host : hosts()) {
      ObjectNode node = hosts.addObject().put("host", host.id()).put("title", host.title());
      program(host).ifPresent(file -> node.put("program", file.toString()));
      ArrayNode hooks = node.putArray("hooks");
      files(host, places).forEach(file -> hooks.add(file.toString()));
    }
    return result;
  }
}
