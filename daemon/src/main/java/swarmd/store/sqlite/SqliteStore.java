package swarmd.store.sqlite;

import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.function.Consumer;
import java.util.function.Function;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.TaskEvent;

/** The store in a SQLite file: one writer, several readers. */
public final class SqliteStore implements Store, AutoCloseable {
  private static final Logger log = LoggerFactory.getLogger(SqliteStore.class);
  private static final int READERS = 2;

  private final GroupCommitWriter writer;
  private final Readers readers;
  private final List<Consumer<List<TaskEvent>>> listeners = new CopyOnWriteArrayList<>();

  private SqliteStore(SqliteDatabase database) {
    writer = new GroupCommitWriter(database, this::notifyListeners);
    readers = new Readers(database, READERS);
  }

  /** Opens the file; creates or upgrades it where needed. */
  public static SqliteStore open(Path file) {
    SqliteDatabase database = new SqliteDatabase(file);
    database.prepare();
    SqliteStore store = new SqliteStore(database);
    store.writer.start();
    return store;
  }

  @Override
  public <T> CompletableFuture<T> write(Function<Transaction, T> work) {
    return writer.submit(work);
  }

  @Override
  public <T> CompletableFuture<T> writeLater(Function<Transaction, T> work) {
    return writer.submitLater(work);
  }

  @Override
  public <T> CompletableFuture<T> read(Function<Snapshot, T> query) {
    return readers.submit(query);
  }

  @Override
  public <E> void onCommit(Class<E> type, Consumer<List<E>> listener) {
    listeners.add(
        events -> {
          List<E> wanted = events.stream().filter(type::isInstance).map(type::cast).toList();
          if (!wanted.isEmpty()) {
            listener.accept(wanted);
          }
        });
  }

  private void notifyListeners(List<TaskEvent> events) {
    for (Consumer<List<TaskEvent>> listener : listeners) {
      try {
        listener.accept(events);
      } catch (RuntimeException e) {
        log.error("A listener failed on {} committed events", events.size(), e);
      }
    }
  }

  @Override
  public void close() {
    readers.close();
    writer.close();
  }
}
