package swarmd.bench;

/** What any Java program costs. */
public final class Empty {
  private Empty() {}

  public static void main(String[] arguments) {}
}
