package swarmd.builtin.context;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import swarmd.catalogue.HostProfile.OwnFiles;
import swarmd.files.TextFile;
import swarmd.files.TextFiles;
import swarmd.time.Time;

/** README.md and AGENTS.md of a folder and its parents. */
final class DirectoryReadmes implements Function<TouchedFolder, Nearby> {
  private static final int MAX_BYTES = 32 * 1024;
  private static final String README = "README.md";
  private static final String AGENTS = "AGENTS.md";
  private static final String IMPORTED = "@" + AGENTS;

  private final TextFiles<Readme> texts;

  DirectoryReadmes(Time time) {
    texts = new TextFiles<>(MAX_BYTES, Readme::of, time);
  }

  /** Shared by all folders below it, so there is only one copy, cut to what can be shown. */
  private record Readme(String text, boolean whole, boolean importsAgents) {
    static Readme of(TextFile file) {
      String all = file.text().strip();
      int kept = Math.min(all.length(), DirectoryReadmeInjector.MAX_CHARACTERS);
      return new Readme(
          all.substring(0, kept), file.whole() && kept == all.length(), all.contains(IMPORTED));
    }
  }

  /** Reads the disk. */
  @Override
  public Nearby apply(TouchedFolder place) {
    Ancestors folders = Ancestors.of(place);
    List<Nearby.Text> found = new ArrayList<>();
    for (Path folder : folders.all()) {
      agents(place, folder).ifPresent(found::add);
      text(place.root(), folder.resolve(README)).ifPresent(found::add);
    }
    return new Nearby(folders.folder(), found);
  }

  private Optional<Nearby.Text> agents(TouchedFolder place, Path folder) {
    Optional<Nearby.Text> agents = text(place.root(), folder.resolve(AGENTS));
    Optional<OwnFiles> own = place.host().ownFiles();
    return own.isPresent()
        ? agents.filter(text -> !isReadByHost(own.get(), place.root(), folder, text.text()))
        : agents;
  }

  private Optional<Nearby.Text> text(Path project, Path file) {
    String name = project.relativize(file).toString();
    return texts
        .of(project, file)
        .filter(read -> !read.text.isEmpty())
        .map(
            read ->
                new Nearby.Text(
                    "readme " + ContentHash.of(name),
                    file,
                    name,
                    read.text,
                    read.whole,
                    Nearby.Scope.ALL));
  }

  /** Measured: the host reads its own file instead of AGENTS.md, and that may import AGENTS.md. */
  private boolean isReadByHost(OwnFiles own, Path project, Path folder, String agents) {
    return texts
        .of(project, folder.resolve(own.memory()))
        .map(memory -> memory.importsAgents || memory.text.equals(agents))
        .orElseGet(
            () ->
                !Files.exists(project.resolve(own.memory()))
                    && !Files.exists(project.resolve(own.rules()).resolveSibling(own.memory())));
  }
}
