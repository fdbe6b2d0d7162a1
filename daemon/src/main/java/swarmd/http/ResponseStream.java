package swarmd.http;

import java.util.concurrent.CompletableFuture;

/** The body of a streamed response. Thread-safe. */
interface ResponseStream {

  /** Completes when the bytes are sent; fails if the client has disconnected. */
  CompletableFuture<Void> write(byte[] bytes);

  /** Ends the body. */
  void end();

  /** Closes the connection, with whatever waits to be sent. */
  void abort();

  /** Completes when the client disconnects. */
  CompletableFuture<Void> disconnected();
}
