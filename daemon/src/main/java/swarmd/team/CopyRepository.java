package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import swarmd.swarm.Checked;

/** This workstation's copy of a team's tasks, in the daemon's own database. */
public interface CopyRepository {

  /** Where this copy has to go on; empty if it is of another team or generation. */
  Optional<Position> position(String team, long generation);

  /** Whether no team was ever copied. */
  boolean isEmpty();

  /** Forgets all tasks, and starts to copy this team. Steps for another team are forgotten, too. */
  void startOver(String team, long generation);

  /**
   * Stores tasks and swarms as they are in the team's database; those that are older than the
   * stored ones are left out.
   */
  void put(JsonNode tasks, JsonNode swarms);

  /**
   * Appends events to the history, and returns the projects in which a wave may have been opened.
   *
   * @param workstation this one, whose agents learn of tasks that they lost
   */
  Set<String> append(JsonNode events, String workstation, Position next);

  /** What a decision about this task is based on. */
  long revision(long taskId);

  /** Steps that the team's database has yet to take, oldest first. */
  List<Intent> intents();

  void add(Intent intent);

  void remove(Intent intent);

  /** Tasks that agents of this workstation hold. */
  List<Long> heldHere(String workstation);

  /**
   * A step of a holder that is repeated until the team's database has taken it.
   *
   * @param number 0 before it is stored
   * @param text the note, result, error or reason
   * @param checked what was verified before a task was completed
   */
  record Intent(
      long number,
      Step step,
      long taskId,
      String token,
      Optional<String> text,
      Optional<Checked> checked) {

    public Intent(long number, Step step, long taskId, String token, Optional<String> text) {
      this(number, step, taskId, token, text, Optional.empty());
    }

    /** What is to be done. */
    public enum Step {
      RELEASE,
      RELEASE_LEFT,
      ABANDON,
      /**
       * Gives back what a claim got that nobody heard of; its request id is in place of a token.
       */
      WITHDRAW,
      COMPLETE,
      FAIL
    }
  }
}
