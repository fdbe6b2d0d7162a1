package swarmd.hosts;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import swarmd.catalogue.EventKind;
import swarmd.catalogue.HostCatalogue;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.json.InvalidInput;
import swarmd.json.Json;

/** Every payload is understood or refused, and always answered. */
final class HostilePayloadsTest {
  private static final long SEED = 20_260_731;
  private static final Pattern ID = Pattern.compile("[A-Za-z0-9][A-Za-z0-9_-]{0,255}");
  private static final List<HookResult> RESULTS = Results.all();

  /** Kinds that a header can ascribe to Gemini CLI, which has no event for them. */
  private static final Set<EventKind> NOT_GEMINIS =
      Set.of(EventKind.PERMISSION_REQUEST, EventKind.TOOL_FAILED);

  private final HostilePayloads hostile = new HostilePayloads(SEED);
  private final Hosts hosts = new Hosts(HostCatalogue.STANDARD, text -> "/full/text");

  @Test
  void ten_thousand_payloads_are_understood_or_refused_and_always_answered() {
    int understood = 0;
    for (int i = 0; i < 10_000; i++) {
      byte[] body = hostile.payload(i);
      Optional<String> header = hostile.host();
      Optional<String> path = hostile.path();
      try {
        check(hosts.read(header, path, hostile.value(), Set.of(), body));
        understood++;
      } catch (InvalidInput refused) {
        assertThat(refused).hasMessageMatching("(?s).+");
      } catch (RuntimeException | Error e) {
        throw new AssertionError("payload " + i + " of seed " + SEED + ": " + start(body), e);
      }
      checkFailure(header, path, body);
    }
    assertThat(understood).isBetween(2_000, 9_000);
  }

  private void check(HookEvent event) {
    event.session().ifPresent(id -> assertThat(id).matches(ID));
    event.agent().ifPresent(id -> assertThat(id).matches(ID));
    assertThat(Optional.ofNullable(event.fields().get("session_id"))).isEqualTo(event.session());
    assertThat(Optional.ofNullable(event.fields().get("agent_id"))).isEqualTo(event.agent());
    assertThat(event.name()).matches(Payload.NAME);
    assertThat(event.fields()).containsEntry("hook_event_name", event.name());
    assertThat(Json.parseObject(Json.bytes(Json.object(event.fields())))).isNotEmpty();
    HookResult result = hostile.one(RESULTS);
    if (!NOT_GEMINIS.contains(event.kind()) || !event.host().id().equals("gemini")) {
      assertThat(HostRules.problems(event.host().id(), event.name(), hosts.write(event, result)))
          .isEmpty();
    }
  }

  private void checkFailure(Optional<String> header, Optional<String> path, byte[] body) {
    String answer = answer(header, path, body).toString();
    boolean permission =
        path.filter(Set.of("permission-request", "PermissionRequest")::contains).isPresent();

    assertThat(answer)
        .isIn(
            permission ? "-" : "{\"continue\":true}",
            "{}", // Codex takes nothing else for some events
            "{\"decision\":\"deny\",\"reason\":\"broken\"}",
            "{\"continue\":false,\"message\":\"broken\",\"decision\":\"deny\",\"reason\":\"broken\"}",
            "{\"hookSpecificOutput\":{\"hookEventName\":\"PermissionRequest\",\"decision\":"
                + "{\"behavior\":\"deny\",\"message\":\"broken\"}}}");
  }

  private ObjectNode answer(Optional<String> header, Optional<String> path, byte[] body) {
    HookEvent unreadable = hosts.unreadable(header, path, body);
    return hosts.write(
        unreadable,
        unreadable.is(EventKind.PERMISSION_REQUEST)
            ? HookResult.deny("broken")
            : HookResult.NOTHING);
  }

  private static String start(byte[] body) {
    return new String(body, 0, Math.min(300, body.length), StandardCharsets.UTF_8);
  }
}
