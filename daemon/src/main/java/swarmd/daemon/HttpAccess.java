package swarmd.daemon;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.HexFormat;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.http.HttpTokens;

/**
 * Port and tokens of the loopback address. Port and the tokens in clients' settings stay the same
 * over restarts, because running sessions keep them, unless another program has the port: hosts may
 * have sent it the token.
 *
 * @param held whether systemd keeps the port open, so that no other program can take it
 * @param lostPort the port before, if another program had it at this start; 0 if none had
 */
record HttpAccess(int port, HttpTokens tokens, boolean held, int lostPort) {
  private static final Logger log = LoggerFactory.getLogger(HttpAccess.class);
  private static final int MAX_PORT = 65_535;
  private static final int MIN_TOKEN = 32;
  private static final ObjectMapper JSON = new ObjectMapper();

  /** Those of last time, else new ones. */
  static HttpAccess load(Path file) {
    try {
      if (Files.exists(file)) {
        return of(JSON.readTree(file.toFile()));
      }
    } catch (IOException e) {
      log.warn("{} cannot be read and is made anew: {}", file, e.getMessage());
    }
    return fresh();
  }

  private static HttpAccess of(JsonNode stored) {
    int port = stored.path("port").asInt();
    return new HttpAccess(
        port >= 0 && port <= MAX_PORT ? port : 0,
        new HttpTokens(
            token(stored, "page_token", newToken()),
            token(stored, "hook_token", token(stored, "token", newToken())),
            token(stored, "mcp_token", newToken()),
            token(stored, "page_key", newToken())),
        stored.path("port_held").asBoolean(),
        0);
  }

  /** Version 0.1 had one token, which is in hosts' settings and so is the hook token now. */
  private static String token(JsonNode stored, String name, String otherwise) {
    String token = stored.path(name).asText();
    return token.length() >= MIN_TOKEN ? token : otherwise;
  }

  static HttpAccess fresh() {
    return new HttpAccess(0, newTokens(), false, 0);
  }

  /** Hosts may have sent the old tokens to the program that has the port now. */
  static HttpAccess afterLossOf(int port) {
    return new HttpAccess(0, newTokens(), false, port);
  }

  private static HttpTokens newTokens() {
    return new HttpTokens(newToken(), newToken(), newToken(), newToken());
  }

  static String newToken() {
    byte[] random = new byte[16];
    new SecureRandom().nextBytes(random);
    return HexFormat.of().formatHex(random);
  }

  /** Another program may have had the port meanwhile, and an open page sends its token often. */
  HttpAccess withNewPageToken() {
    return new HttpAccess(
        port, new HttpTokens(newToken(), tokens.hooks(), tokens.mcp(), tokens.pageKey()), held, 0);
  }

  HttpAccess onPort(int actual) {
    return new HttpAccess(actual, tokens, false, lostPort);
  }

  HttpAccess onHeldPort(int actual) {
    return new HttpAccess(actual, tokens, true, lostPort);
  }

  void store(Path file) throws IOException {
    ObjectNode json =
        JSON.createObjectNode()
            .put("port", port)
            .put("page_token", tokens.page())
            .put("page_key", tokens.pageKey())
            .put("hook_token", tokens.hooks())
            .put("mcp_token", tokens.mcp())
            .put("port_held", held);
    if (lostPort != 0) {
      json.put("lost_port", lostPort); // for swarm doctor
    }
    PrivateFiles.write(file, JSON.writeValueAsBytes(json));
  }
}
