package swarmd.store;

import java.util.function.Consumer;
import java.util.function.Function;
import swarmd.hooks.HookLog;
import swarmd.modes.ModeRepository;
import swarmd.modes.ModeSnapshot;
import swarmd.sessions.SessionRepository;
import swarmd.swarm.Answers;
import swarmd.swarm.Store;
import swarmd.userhooks.UserHookTransaction;

/** A real store; every call is a transaction of its own and waits for its answer. */
record TestStore(Store<UserHookTransaction, ModeSnapshot> store) {
  static final String PROJECT = "/project";
  static final String OTHER_PROJECT = "/other";

  void sessions(Consumer<SessionRepository> change) {
    change(transaction -> change.accept(transaction.sessions()));
  }

  void hooks(Consumer<HookLog> change) {
    change(transaction -> change.accept(transaction.hooks()));
  }

  void modes(Consumer<ModeRepository> change) {
    change(transaction -> change.accept(transaction.modes()));
  }

  void change(Consumer<UserHookTransaction> change) {
    write(
        transaction -> {
          change.accept(transaction);
          return true;
        });
  }

  <T> T write(Function<UserHookTransaction, T> change) {
    return Answers.await(store.write(change));
  }

  <T> T read(Function<ModeSnapshot, T> query) {
    return Answers.await(store.read(query));
  }
}
