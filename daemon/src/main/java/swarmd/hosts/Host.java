package swarmd.hosts;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookType;

/** A program that runs agents and asks hooks: what it calls events, and what it understands. */
public interface Host {

  /** What the header Swarm-Host says. */
  String name();

  /** Whether this host has sent it, where no header says who did; names are as they were sent. */
  boolean recognises(Map<String, Object> payload);

  /**
   * What an event is for us; empty if it is unknown, or only to be recorded.
   *
   * @param payload with names in snake_case
   */
  List<HookType> types(String eventName, Map<String, Object> payload);

  /** What it calls an event of these types; empty if it has none. */
  Optional<String> eventName(List<HookType> types);

  /** The answer as this host understands it. */
  ObjectNode write(HookEvent event, HookResult result);
}
