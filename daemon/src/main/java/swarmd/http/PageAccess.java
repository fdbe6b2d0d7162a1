package swarmd.http;

import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import swarmd.files.Sha256;
import swarmd.time.Time;

/**
 * Lets a browser in: whoever reaches the socket gets a code, and the page exchanges it once for the
 * page token, so that no address that a browser remembers, and no command line, holds a lasting
 * secret.
 */
public final class PageAccess {
  static final Duration LIFETIME = Duration.ofSeconds(60);

  /** Far more than a person opens pages in a minute. */
  private static final int MAX_CODES = 100;

  private static final int CODE_BYTES = 16;

  private final Supplier<HttpTokens> tokens;
  private final IntSupplier port;
  private final Time time;
  private final SecureRandom random = new SecureRandom();

  /** Another for each start, so that no answer to it works twice. */
  private final String challenge = newCode();

  /** When each code ends, by its hash, so that comparing codes takes no telling time. */
  private final Map<String, Long> ends = new LinkedHashMap<>();

  public PageAccess(Supplier<HttpTokens> tokens, IntSupplier port, Time time) {
    this.tokens = tokens;
    this.port = port;
    this.time = time;
  }

  /** The address without a code, which opens a page that asks for one. */
  public String address() {
    return "http://127.0.0.1:" + port.getAsInt() + "/";
  }

  /**
   * A new address for one browser, good for a minute. The code is in the fragment, which browsers
   * do not send.
   */
  public String addressWithCode() {
    String code = newCode();
    synchronized (ends) {
      removeOld();
      ends.put(hash(code), time.monotonicMillis() + LIFETIME.toMillis());
    }
    return address() + "#code=" + code;
  }

  private String newCode() {
    byte[] bytes = new byte[CODE_BYTES];
    random.nextBytes(bytes);
    return HexFormat.of().formatHex(bytes);
  }

  private void removeOld() {
    long now = time.monotonicMillis();
    ends.values().removeIf(end -> end <= now);
    if (ends.size() >= MAX_CODES) {
      ends.remove(ends.keySet().iterator().next());
    }
  }

  /** Whether the code could be exchanged now. */
  boolean isValid(String code) {
    synchronized (ends) {
      removeOld();
      return ends.containsKey(hash(code));
    }
  }

  /** Whether this is the page token of this daemon. */
  boolean isCurrent(String token) {
    return tokens.get().isPage(token);
  }

  /** The page token, once for each code. */
  Optional<String> exchange(String code) {
    synchronized (ends) {
      removeOld();
      return Optional.ofNullable(ends.remove(hash(code))).map(end -> tokens.get().page());
    }
  }

  /** What a page has to answer to prove that it knows the key. */
  String challenge() {
    return challenge;
  }

  /**
   * The page token for a page that was open before this daemon started. Its proof is bound to the
   * port, so that a program that has taken the page's port cannot pass it on.
   */
  Optional<String> renew(String proof) {
    String key = tokens.get().pageKey();
    if (key.isEmpty()) {
      return Optional.empty();
    }
    boolean known =
        MessageDigest.isEqual(
            proof.getBytes(StandardCharsets.UTF_8),
            proof(key, port.getAsInt() + " " + challenge).getBytes(StandardCharsets.UTF_8));
    return known ? Optional.of(tokens.get().page()) : Optional.empty();
  }

  /** By which the page can come back after a restart. */
  String key() {
    return tokens.get().pageKey();
  }

  static String proof(String key, String text) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
      return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e); // every JDK has it
    }
  }

  private static String hash(String code) {
    return Sha256.hex(code.getBytes(StandardCharsets.UTF_8));
  }
}
