package swarmd.bench;

/** An empty program, to measure the cost of starting Java. */
public final class Empty {
  private Empty() {}

  public static void main(String[] arguments) {}
}
