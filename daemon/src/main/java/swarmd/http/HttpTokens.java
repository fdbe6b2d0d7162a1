package swarmd.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.List;
import java.util.Set;

/**
 * What clients on 127.0.0.1 send to be let in.
 *
 * @param page may read, change tasks and end modes
 * @param hooks may only send hook events; written into hosts' settings
 * @param mcp may only call tools by MCP; for the settings of MCP clients
 * @param pageKey by which an open page proves itself to a daemon that was restarted; it is never
 *     sent for that
 */
public record HttpTokens(String page, String hooks, String mcp, String pageKey) {
  private static final String SCHEME = "Bearer ";

  public HttpTokens {
    List<String> tokens = List.of(page, hooks, mcp);
    if (tokens.contains("") || Set.copyOf(tokens).size() < tokens.size()) {
      throw new IllegalArgumentException("three different tokens are needed");
    }
  }

  /** No page can come back. */
  HttpTokens(String page, String hooks, String mcp) {
    this(page, hooks, mcp, "");
  }

  /** Compares in constant time. */
  Door door(String authorization) {
    byte[] given = authorization.getBytes(StandardCharsets.UTF_8);
    boolean isPage = MessageDigest.isEqual(given, header(page));
    boolean isHooks = MessageDigest.isEqual(given, header(hooks));
    boolean isMcp = MessageDigest.isEqual(given, header(mcp));
    return isPage ? Door.PAGE : isHooks ? Door.HOOKS : isMcp ? Door.MCP : Door.STRANGER;
  }

  /** Whether this is the page's token. */
  boolean isPage(String token) {
    return door(SCHEME + token) == Door.PAGE;
  }

  private static byte[] header(String token) {
    return (SCHEME + token).getBytes(StandardCharsets.UTF_8);
  }
}
