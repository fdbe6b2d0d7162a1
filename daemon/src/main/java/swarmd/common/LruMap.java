package swarmd.common;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map of limited size that drops the least recently used entry. Not thread-safe. */
public final class LruMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int maxSize;

  public LruMap(int maxSize) {
    super(16, 0.75f, true);
    this.maxSize = maxSize;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > maxSize;
  }
}
