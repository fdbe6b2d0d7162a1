package swarmd.testing;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Supplier;
import swarmd.testing.Programs.Result;

/** Runs commands in the daemon as the client does, without starting a process for each. */
public final class Commands implements AutoCloseable {
  private static final int EXIT = 3;
  private static final int RESTART = 5;

  private final Supplier<UnixHttp> connect;
  private final Path directory;
  private final Map<String, String> environment = new TreeMap<>(Map.of("USER", "tester"));
  private Optional<UnixHttp> connection = Optional.empty();
  private boolean restartWanted;

  /**
   * @param connect called for the first command
   */
  public Commands(Supplier<UnixHttp> connect, Path directory) {
    this.connect = connect;
    this.directory = directory;
  }

  public Commands with(String variable, String value) {
    environment.put(variable, value);
    return this;
  }

  public Result run(String... words) {
    return runWithInput("", words);
  }

  public Result runWithInput(String input, String... words) {
    return decode(http().post("/v1/cli", request(input, words).toString()).body());
  }

  /** Whether the last command asked the client to restart the daemon. */
  public boolean restartWanted() {
    return restartWanted;
  }

  /** Starts a command that does not end by itself. */
  public void start(String... words) {
    byte[] body = request("", words).toString().getBytes(StandardCharsets.UTF_8);
    http().write(UnixHttp.request("POST", "/v1/cli", Map.of(), body));
    http().readHead();
  }

  /** The next output of a command that was started. */
  public String next() {
    byte[] frame = http().readChunk();
    return new String(frame, 8, frame.length - 8, StandardCharsets.UTF_8);
  }

  /** The rest of the output of a command that was started, up to its end. */
  public Result rest() {
    ByteArrayOutputStream frames = new ByteArrayOutputStream();
    for (byte[] chunk = http().readChunk(); chunk.length > 0; chunk = http().readChunk()) {
      frames.writeBytes(chunk);
    }
    return decode(frames.toByteArray());
  }

  private ObjectNode request(String input, String... words) {
    ObjectNode request = Api.object().put("cwd", directory.toString()).put("stdin", input);
    List.of(words).forEach(request.withArray("argv")::add);
    environment.forEach(request.putObject("env")::put);
    return request;
  }

  /** Frames as in Docker's attach API: stream, three zeros, length, content. */
  private Result decode(byte[] frames) {
    Map<Integer, ByteArrayOutputStream> streams = new TreeMap<>();
    ByteBuffer rest = ByteBuffer.wrap(frames);
    while (rest.hasRemaining()) {
      int stream = rest.getInt() >>> 24;
      byte[] content = new byte[rest.getInt()];
      rest.get(content);
      streams.computeIfAbsent(stream, s -> new ByteArrayOutputStream()).writeBytes(content);
    }
    restartWanted = streams.containsKey(RESTART);
    return new Result(Integer.parseInt(text(streams, EXIT)), text(streams, 1), text(streams, 2));
  }

  private static String text(Map<Integer, ByteArrayOutputStream> streams, int stream) {
    return streams.containsKey(stream) ? streams.get(stream).toString(StandardCharsets.UTF_8) : "";
  }

  private UnixHttp http() {
    if (connection.isEmpty()) {
      connection = Optional.of(connect.get());
    }
    return connection.get();
  }

  @Override
  public void close() {
    connection.ifPresent(UnixHttp::close);
  }
}
