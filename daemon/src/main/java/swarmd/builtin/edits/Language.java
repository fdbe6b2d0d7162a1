package swarmd.builtin.edits;

import java.nio.file.Path;
import java.util.Arrays;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Programming languages, grouped by their comment syntax. */
enum Language {
  SLASHES(
      "//",
      "java kt kts groovy gradle scala js jsx mjs cjs ts tsx mts cts c h cc cpp cxx hpp hh m mm cs"
          + " go rs swift dart php zig proto scss less"),
  HASH("#", "py pyi rb sh bash zsh pl pm r jl ex exs nim tcl"),
  DASHES("--", "sql lua hs elm adb ads"),
  /** Not checked: comments in these are mostly headings. */
  MARKUP("", "html htm css vue svelte astro");

  private static final Map<String, Language> BY_EXTENSION =
      Arrays.stream(values())
          .flatMap(each -> Stream.of(each.extensions.split(" ")).map(name -> Map.entry(name, each)))
          .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));

  private final String comment;
  private final String extensions;

  Language(String comment, String extensions) {
    this.comment = comment;
    this.extensions = extensions;
  }

  /** Empty if the file is not a source file, judging by its name. */
  static Optional<Language> of(Path file) {
    String name = file.getFileName() == null ? "" : file.getFileName().toString();
    String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
    return name.indexOf('.') < 0
        ? Optional.empty()
        : Optional.ofNullable(BY_EXTENSION.get(extension));
  }

  /** The marker of a comment up to the end of the line; empty if there is none. */
  String comment() {
    return comment;
  }
}
