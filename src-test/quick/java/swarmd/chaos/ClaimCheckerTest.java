package swarmd.chaos;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import swarmd.chaos.ClientLog.Acknowledged;
import swarmd.chaos.ClientLog.Added;
import swarmd.chaos.ClientLog.Claimed;
import swarmd.chaos.ClientLog.Entry;
import swarmd.chaos.ClientLog.Held;
import swarmd.chaos.ClientLog.Refused;
import swarmd.chaos.ClientLog.Sent;
import swarmd.chaos.StoredFacts.Event;
import swarmd.chaos.StoredFacts.Task;

/** The checker finds each violation that is planted in an otherwise sound story. */
class ClaimCheckerTest {
  private static final long LEASE = 1_000;
  private static final Held FIRST = new Held(1, 11, "t11");
  private static final Held SECOND = new Held(1, 13, "t13");

  private final List<Entry> log = new ArrayList<>();
  private final Map<Long, Task> tasks = new HashMap<>();
  private final List<Event> events = new ArrayList<>();

  /** Ann claims task 1, repeats her request and loses the lease; bob completes the task. */
  ClaimCheckerTest() {
    log.add(new Added(1));
    log.add(new Claimed("ann", "r1", FIRST, LEASE, 100));
    log.add(new Claimed("ann", "r1", FIRST, LEASE, 110));
    log.add(new Sent("ann", "renew", FIRST, 120));
    log.add(new Acknowledged("ann", "renew", FIRST, "", 120));
    log.add(new Claimed("bob", "r2", SECOND, LEASE, 2_000));
    log.add(new Sent("ann", "complete", FIRST, 2_100));
    log.add(new Refused("ann", "complete", FIRST));
    log.add(new Sent("bob", "complete", SECOND, 2_200));
    log.add(new Acknowledged("bob", "complete", SECOND, "well done", 2_200));
    event(10, 0, "created", "", 0, "", "");
    event(11, 90, "claimed", "ann", 11, "t11", "r1");
    event(12, 1_200, "expired", "ann", 11, "t11", "");
    event(13, 1_900, "claimed", "bob", 13, "t13", "r2");
    event(14, 2_300, "completed", "bob", 13, "t13", "");
    tasks.put(1L, new Task(1, "done", "well done", "", 0));
  }

  private void event(
      long id, long at, String kind, String agent, long fence, String token, String requestId) {
    events.add(new Event(id, at, kind, 1, agent, fence, token, requestId));
  }

  private List<String> violations() {
    return ClaimChecker.violations(log, new StoredFacts(tasks, events));
  }

  private void assertFound(String violation) {
    assertThat(violations()).anySatisfy(found -> assertThat(found).startsWith(violation));
  }

  private void remove(long eventId) {
    events.removeIf(event -> event.id() == eventId);
  }

  @Test
  void a_sound_story_has_no_violations() {
    assertThat(violations()).isEmpty();
  }

  @Test
  void two_holders_at_once() {
    remove(12);

    assertFound("claimed while another held it");
  }

  @Test
  void a_fence_that_does_not_grow() {
    remove(11);
    remove(12);
    events.add(2, new Event(20, 1_800, "claimed", 1, "ann", 20, "t20", "r0"));
    events.add(3, new Event(21, 1_801, "released", 1, "ann", 20, "t20", ""));
    events.add(4, new Event(11, 1_900, "claimed", 1, "ann", 11, "t11", "r1"));

    assertFound("the fence did not grow");
  }

  @Test
  void the_end_of_a_lease_that_was_not_the_current_one() {
    event(15, 2_400, "released", "ann", 11, "t11", "");

    assertFound("a lease ended that was not the current one");
    assertFound("a lease ended twice");
  }

  @Test
  void a_task_that_was_done_twice() {
    event(15, 2_400, "claimed", "eve", 15, "t15", "r3");
    event(16, 2_500, "completed", "eve", 15, "t15", "");

    assertFound("done twice");
    assertFound("completed by a holder that had lost the task");
  }

  @Test
  void a_state_that_differs_from_the_history() {
    tasks.put(1L, new Task(1, "claimed", "", "", 11));

    assertFound("the history says another holder");
  }

  @Test
  void another_claim_for_a_repeated_request() {
    log.add(new Claimed("ann", "r1", SECOND, LEASE, 2_500));

    assertFound("a repeated request got another claim");
  }

  @Test
  void a_request_that_claimed_twice_without_anybody_noticing() {
    event(15, 2_400, "claimed", "ann", 15, "t15", "r1");

    assertFound("one request claimed twice");
  }

  @Test
  void a_lost_task() {
    log.add(new Added(2));

    assertFound("an added task is lost");
  }

  @Test
  void a_lost_claim() {
    log.add(new Claimed("eve", "r9", new Held(1, 9, "t9"), LEASE, 50));

    assertFound("an acknowledged claim is lost");
  }

  @Test
  void a_lease_that_was_given_to_two_clients() {
    log.add(new Claimed("eve", "r9", SECOND, LEASE, 2_050));

    assertFound("an acknowledged claim is lost");
  }

  @Test
  void a_lost_step() {
    remove(14);
    tasks.put(1L, new Task(1, "claimed", "", "", 13));

    assertFound("an acknowledged complete is lost");
    assertFound("an acknowledged result is lost");
  }

  @Test
  void a_result_of_somebody_else() {
    tasks.put(1L, new Task(1, "done", "not mine", "", 0));

    assertFound("an acknowledged result is lost");
  }

  @Test
  void a_refusal_although_the_lease_was_valid() {
    log.add(new Refused("eve", "renew", new Held(1, 9, "t9")));

    assertFound("refused, although the lease never ended");
  }

  @Test
  void a_claim_that_was_taken_back() {
    remove(12);
    events.add(2, new Event(12, 1_200, "released", 1, "ann", 11, "t11", ""));

    assertFound("taken from its holder");
  }

  @Test
  void a_claim_with_an_id_that_was_taken_back_before_the_client_knew_of_it() {
    log.removeIf(entry -> entry instanceof Claimed claimed && claimed.client().equals("ann"));
    remove(12);
    events.add(2, new Event(12, 1_200, "released", 1, "ann", 11, "t11", ""));

    assertFound("taken from its holder");
  }

  @Test
  void a_lease_that_expired_too_early() {
    remove(12);
    events.add(2, new Event(12, 1_000, "expired", 1, "ann", 11, "t11", ""));

    assertFound("expired before its time");
  }

  @Test
  void a_renewal_after_somebody_else_got_the_task() {
    log.add(new Acknowledged("ann", "renew", FIRST, "", 2_001));

    assertFound("renewed by a holder that had lost the task");
  }
}
