package swarmd.sessions;

import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Where a repository comes from, the same for all of its clones: host and path, however the clone
 * was made.
 */
public final class RemoteUrl {
  private static final int MAX_BYTES = 1 << 20;
  private static final int MAX_LENGTH = 500;
  private static final String PREFERRED = "origin";

  private static final Set<String> SCHEMES = Set.of("ssh", "git", "http", "https", "git+ssh");

  /** {@code git@host:path}, git's short form for ssh. */
  private static final Pattern SHORT =
      Pattern.compile("(?:[^/@:]+@)?([^/@:]{2,}|\\[[^]]+]):([^:].*)");

  /** Host names that stand for another, because firewalls let only their port through. */
  private static final Pattern ALTERNATIVE = Pattern.compile("(?:alt)?ssh\\.(.+\\..+)");

  /** Parts of a path that only some ways to clone have: Bitbucket's and Azure's. */
  private static final Pattern PREFIX = Pattern.compile("^(?:scm|v3)/(?=.+/)");

  private static final Pattern AZURE = Pattern.compile("/_git/");
  private static final Pattern IDENTITY = Pattern.compile("[\\p{L}\\p{N} ._~+@%/\\[\\]:-]+");

  private static final Pattern SECTION =
      Pattern.compile("\\[\\s*([\\w.-]+)(?:\\s+\"((?:[^\"\\\\]|\\\\.)*)\")?\\s*]\\s*(.*)");
  private static final Pattern URL = Pattern.compile("url\\s*=\\s*(.*)", Pattern.CASE_INSENSITIVE);

  private RemoteUrl() {}

  /**
   * The identity of the repository that a main work tree belongs to: that of its remote {@code
   * origin}, or of its only remote. Empty for one that comes from a folder. Reads the disk.
   */
  public static Optional<String> of(Path workTree) {
    try {
      return remote(config(workTree)).flatMap(RemoteUrl::identity);
    } catch (IOException | InvalidPathException e) {
      return Optional.empty(); // git could not use it either
    }
  }

  private static String config(Path workTree) throws IOException {
    Path git = workTree.resolve(".git");
    if (Files.isRegularFile(git)) { // of a submodule
      git = workTree.resolve(read(git).replaceFirst("^gitdir:", "").strip());
    } else if (!Files.exists(git)) { // a bare repository
      git = workTree;
    }
    return read(git.resolve("config"));
  }

  private static String read(Path file) throws IOException {
    try (InputStream in = Files.newInputStream(file)) {
      return new String(in.readNBytes(MAX_BYTES), StandardCharsets.UTF_8);
    }
  }

  private static Optional<String> remote(String config) {
    Map<String, String> urls = new LinkedHashMap<>();
    String remote = "";
    for (String line : config.lines().map(String::strip).toList()) {
      Matcher section = SECTION.matcher(line);
      if (section.matches()) {
        boolean isRemote = section.group(1).equalsIgnoreCase("remote") && section.group(2) != null;
        remote = isRemote ? section.group(2) : "";
        line = section.group(3);
      }
      Matcher url = URL.matcher(line);
      if (!remote.isEmpty() && url.matches()) {
        urls.putIfAbsent(remote, value(url.group(1)));
      }
    }
    String preferred = urls.get(PREFERRED);
    return preferred == null && urls.size() != 1
        ? Optional.empty()
        : Optional.of(preferred == null ? urls.values().iterator().next() : preferred);
  }

  /** A value without quotes and comments. */
  private static String value(String text) {
    return text.startsWith("\"")
        ? text.replaceFirst("^\"((?:[^\"\\\\]|\\\\.)*)\".*", "$1")
        : text.replaceFirst("\\s+[#;].*", "").strip();
  }

  /** Host and path in small letters; neither the way to get there nor who goes it. */
  static Optional<String> identity(String url) {
    if (url.contains("://")) {
      return ofUri(url);
    }
    Matcher brief = SHORT.matcher(url);
    return brief.matches() ? joined(brief.group(1), brief.group(2)) : Optional.empty();
  }

  private static Optional<String> ofUri(String url) {
    try {
      URI uri = new URI(url.replace(" ", "%20"));
      boolean isRemote =
          SCHEMES.contains(uri.getScheme().toLowerCase(Locale.ROOT)) && uri.getHost() != null;
      return isRemote ? joined(uri.getHost(), decoded(uri.getRawPath())) : Optional.empty();
    } catch (URISyntaxException | IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private static String decoded(String path) {
    return URLDecoder.decode(path.replace("+", "%2B"), StandardCharsets.UTF_8);
  }

  private static Optional<String> joined(String host, String path) {
    String name = host.toLowerCase(Locale.ROOT).replaceFirst("\\.$", "");
    Matcher alternative = ALTERNATIVE.matcher(name);
    String place =
        path.toLowerCase(Locale.ROOT)
            .replaceAll("/{2,}", "/")
            .replaceFirst("^/", "")
            .replaceFirst("/$", "")
            .replaceFirst("\\.git$", "");
    place = AZURE.matcher(PREFIX.matcher(place).replaceFirst("")).replaceFirst("/");
    String identity = (alternative.matches() ? alternative.group(1) : name) + "/" + place;
    return place.isEmpty()
            || identity.length() > MAX_LENGTH
            || !IDENTITY.matcher(identity).matches()
        ? Optional.empty()
        : Optional.of(identity);
  }
}
