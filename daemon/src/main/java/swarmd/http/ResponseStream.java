package swarmd.http;

import java.util.concurrent.CompletableFuture;

/** The body of a streaming answer. May be used from any thread. */
interface ResponseStream {

  /** Done when the bytes have left for the client, failed when it is gone. */
  CompletableFuture<Void> write(byte[] bytes);

  /** No more follows. */
  void end();

  /** Done when the client is gone. */
  CompletableFuture<Void> gone();
}
