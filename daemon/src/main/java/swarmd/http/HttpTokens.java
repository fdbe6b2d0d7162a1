package swarmd.http;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/**
 * What clients on 127.0.0.1 send to be let in.
 *
 * @param page may read, change tasks and end modes
 * @param hooks may only send hook events; the only one that is written into hosts' settings
 * @param pageKey by which an open page proves itself to a daemon that was restarted; it is never
 *     sent for that
 */
public record HttpTokens(String page, String hooks, String pageKey) {
  private static final String SCHEME = "Bearer ";

  public HttpTokens {
    if (page.isEmpty() || hooks.isEmpty() || page.equals(hooks)) {
      throw new IllegalArgumentException("two different tokens are needed");
    }
  }

  /** No page can come back. */
  HttpTokens(String page, String hooks) {
    this(page, hooks, "");
  }

  /** Compares in constant time. */
  Door door(String authorization) {
    byte[] given = authorization.getBytes(StandardCharsets.UTF_8);
    boolean isPage = MessageDigest.isEqual(given, header(page));
    boolean isHooks = MessageDigest.isEqual(given, header(hooks));
    return isPage ? Door.PAGE : isHooks ? Door.HOOKS : Door.STRANGER;
  }

  /** Whether this is the page's token. */
  boolean isPage(String token) {
    return door(SCHEME + token) == Door.PAGE;
  }

  private static byte[] header(String token) {
    return (SCHEME + token).getBytes(StandardCharsets.UTF_8);
  }
}
