package swarmd.common;

import java.util.LinkedHashMap;
import java.util.Map;

/** A map that holds so much at most: what was longest not asked for goes first. For one thread. */
public final class LruMap<K, V> extends LinkedHashMap<K, V> {
  private static final long serialVersionUID = 1;

  private final int most;

  public LruMap(int most) {
    super(16, 0.75f, true);
    this.most = most;
  }

  @Override
  protected boolean removeEldestEntry(Map.Entry<K, V> eldest) {
    return size() > most;
  }
}
