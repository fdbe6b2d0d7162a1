package swarmd.team;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Moves swarms out of and into the tasks that are on this workstation alone. */
public interface ParcelRepository {

  /** Names this database in others. */
  String owner();

  /**
   * Tasks of whole swarms with their history.
   *
   * @param content for {@link TeamDatabase#takeIn}
   * @param origins by task id, as the content names them
   * @param held tasks whose leases are not over
   * @param linked tasks that wait for one that is not among them, or that one waits for
   */
  record Packed(
      ObjectNode content, Map<Long, String> origins, List<Long> held, List<Long> linked) {}

  /**
   * Reads the swarms of these projects, which are one.
   *
   * @param swarm only this one, if present
   */
  Packed pack(Collection<String> projects, Optional<String> swarm, long now);

  /** Deletes tasks that are elsewhere now. */
  void remove(Collection<Long> ids);

  /**
   * Adds the tasks of a parcel; the second time it adds none.
   *
   * @param content as {@link TeamDatabase#handOut} returns it
   * @return the new ids by the old ones
   */
  Map<Long, Long> unpack(String parcel, JsonNode content, String project, long now);
}
