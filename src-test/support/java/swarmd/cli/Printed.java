package swarmd.cli;

import java.util.Queue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;

/** Collects what a command prints. */
public class Printed implements Output {
  private final Queue<String> texts = new ConcurrentLinkedQueue<>();
  private final CompletableFuture<Integer> exitCode = new CompletableFuture<>();

  public String text() {
    return String.join("", texts);
  }

  public void clear() {
    texts.clear();
  }

  public CompletableFuture<Integer> exitCode() {
    return exitCode;
  }

  @Override
  public void print(Stream target, String printed) {
    texts.add(printed);
  }

  @Override
  public CompletableFuture<Void> sent() {
    return CompletableFuture.completedFuture(null);
  }

  @Override
  public CompletableFuture<Void> exit(int code) {
    exitCode.complete(code);
    return sent();
  }
}
