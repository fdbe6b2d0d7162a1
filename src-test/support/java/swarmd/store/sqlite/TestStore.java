package swarmd.store.sqlite;

import java.util.function.Consumer;
import java.util.function.Function;
import swarmd.hooks.HookLog;
import swarmd.modes.ModeRepository;
import swarmd.sessions.SessionRepository;
import swarmd.sessions.SubagentRepository;
import swarmd.store.Snapshot;
import swarmd.store.Store;
import swarmd.store.Transaction;
import swarmd.swarm.Answers;

/** A real store; every call is a separate transaction and waits for its result. */
record TestStore(Store store) {
  static final String PROJECT = "/project";
  static final String OTHER_PROJECT = "/other";

  void sessions(Consumer<SessionRepository> change) {
    change(transaction -> change.accept(transaction.get(SessionRepository.class)));
  }

  void subagents(Consumer<SubagentRepository> change) {
    change(transaction -> change.accept(transaction.get(SubagentRepository.class)));
  }

  void hooks(Consumer<HookLog> change) {
    change(transaction -> change.accept(transaction.get(HookLog.class)));
  }

  void modes(Consumer<ModeRepository> change) {
    change(transaction -> change.accept(transaction.get(ModeRepository.class)));
  }

  void change(Consumer<Transaction> change) {
    write(
        transaction -> {
          change.accept(transaction);
          return true;
        });
  }

  <T> T write(Function<Transaction, T> change) {
    return Answers.await(store.write(change));
  }

  <T> T read(Function<Snapshot, T> query) {
    return Answers.await(store.read(query));
  }
}
