package swarmd.userhooks;

import java.util.Map;
import swarmd.catalogue.EventKind;
import swarmd.common.LruMap;
import swarmd.hooks.HookEvent;
import swarmd.hooks.HookResult;
import swarmd.hooks.HookResult.Decision;

/**
 * Lets a session stop whose stops were held time and again while it did nothing in between: hosts
 * such as Gemini CLI would go on with it for ever.
 */
final class IdleHolds {
  /** As often as modes do it. */
  static final int MOST = 3;

  private static final int REMEMBERED = 1_000;

  private final Map<String, Integer> bySession = new LruMap<>(REMEMBERED);

  synchronized void see(HookEvent event) {
    if (!bySession.isEmpty() && event.is(EventKind.BEFORE_TOOL)) {
      bySession.remove(session(event));
    }
  }

  /** What hooks have said to this event, unless they hold a stop once too often. */
  synchronized HookResult judge(HookEvent event, HookResult said) {
    if (!event.isStop() || !said.is(Decision.DENY)) {
      return said;
    }
    int holds = bySession.merge(session(event), 1, Integer::sum);
    if (holds <= MOST) {
      return said;
    }
    bySession.remove(session(event));
    return HookResult.allow()
        .withSystemMessage(
            "swarmd: your hook on Stop had the session go on %d times in a row without a tool used in between, so it may stop now; the hook said: %s"
                .formatted(MOST, said.reason().orElse("nothing")));
  }

  private static String session(HookEvent event) {
    return event.project().orElse("") + " " + event.session().orElse("");
  }
}
