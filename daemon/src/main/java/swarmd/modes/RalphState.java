package swarmd.modes;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import swarmd.catalogue.HostProfile;
import swarmd.checks.CheckStanding;
import swarmd.hooks.StopMarker;
import swarmd.text.Cut;
import swarmd.text.QuotedText;

/**
 * Works on until all stories of a PRD pass and somebody else has verified them.
 *
 * @param extensions how often it ran out of iterations and got more
 * @param prd the PRD's path in the project, if it is not in the usual place
 * @param approval who has verified the work; withdrawn by the next change
 */
record RalphState(
    Optional<String> prompt,
    int iteration,
    int maxIterations,
    int extensions,
    Optional<String> prd,
    Verification verification,
    Optional<Approval> approval)
    implements ModeState {

  enum Verification {
    NONE,
    PENDING,
    APPROVED,
    REJECTED
  }

  static final RalphState INITIAL =
      new RalphState(
          Optional.empty(), 0, 10, 0, Optional.empty(), Verification.NONE, Optional.empty());

  private static final int EXTENSION = 10;
  private static final int MAX_EXTENSIONS = 5;
  private static final int MAX_ITERATIONS = 1_000;
  private static final int MAX_PATH = 200;
  private static final Pattern OUTSIDE =
      Pattern.compile("^[/\\\\~]|^[A-Za-z]:|(?:^|[/\\\\])\\.\\.(?:[/\\\\]|$)|\\p{Cntrl}");
  private static final List<String> FIELDS =
      List.of(
          "prompt",
          "iteration",
          "max_iterations",
          "extensions",
          "prd",
          "verification",
          "verified",
          Approval.FIELD);

  private static final Set<String> CERTIFYING = Set.of("verification", "verified");

  private static final List<ModeOption> OPTIONS =
      List.of(
          ModeOption.number(
              "--max", "max_iterations", "iterations (" + INITIAL.maxIterations + ")"),
          ModeOption.text("--prd", "FILE", "prd", "the PRD, in the project"),
          ModeOption.text(
              "--verification", "STATE", "verification", "none, pending, approved or rejected"),
          ModeOption.flag(
              "--verified",
              "verification",
              FieldChanges.label(Verification.APPROVED),
              "the work is good; for a reviewer or the person"));

  private static final ModeTrigger TRIGGER =
      new ModeTrigger(List.of("ralph", "stop", "until", "till"), "ralph", OrderWords.GO_ON);

  @Override
  public Mode mode() {
    return Mode.RALPH;
  }

  @Override
  public int maxHolds() {
    return Math.min(MAX_ITERATIONS, maxIterations + EXTENSION * (MAX_EXTENSIONS - extensions));
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    prompt.ifPresent(text -> fields.put("prompt", text));
    fields.put("iteration", iteration);
    fields.put("max_iterations", maxIterations);
    fields.put("extensions", extensions);
    prd.ifPresent(path -> fields.put("prd", path));
    fields.put("verification", FieldChanges.label(verification));
    approval.ifPresent(given -> fields.put(Approval.FIELD, given.fields()));
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public RalphState with(Map<String, ?> values) {
    FieldChanges changes = FieldChanges.of(mode(), FIELDS, values);
    Optional<Verification> verified =
        changes.flag("verified").map(yes -> yes ? Verification.APPROVED : Verification.REJECTED);
    return new RalphState(
        changes.prompt(prompt),
        changes.number("iteration", iteration, 0, MAX_ITERATIONS),
        changes.number("max_iterations", maxIterations, 1, MAX_ITERATIONS),
        changes.number("extensions", extensions, 0, MAX_EXTENSIONS),
        changes.optionalText("prd", prd).map(RalphState::inProject),
        verified.orElseGet(() -> changes.choice("verification", verification, Verification.class)),
        changes.approval(CERTIFYING, approval));
  }

  @Override
  public Set<String> ownFields() {
    return Set.of(Approval.FIELD);
  }

  @Override
  public Set<String> limits() {
    return Set.of("iteration", "max_iterations", "extensions");
  }

  @Override
  public Set<String> certifyingFields() {
    return CERTIFYING;
  }

  @Override
  public boolean certifies(Map<String, ?> changes) {
    return INITIAL.with(changes).verification == Verification.APPROVED;
  }

  @Override
  public boolean agentsMayCertify() {
    return true;
  }

  @Override
  public boolean needsEvidence() {
    return true;
  }

  private static String inProject(String path) {
    if (path.length() > MAX_PATH || OUTSIDE.matcher(path).find()) {
      throw FieldChanges.wrong(
          "prd", "must be a path within the project, of at most " + MAX_PATH + " characters", path);
    }
    return path;
  }

  @Override
  public String guide(HostProfile host) {
    return
"""
- Work from a PRD: %s, {"userStories":[{"id":"US-001","title":"...","passes":false}]}.
  If there is none and the work is more than one small step, write it first.
- Do one story after the other: implement it, test it, and only then set "passes" to true.
- When all pass, have the work verified. Your own word does not count, and every later edit
  withdraws it. What counts: a check that swarmd runs (see which: swarm check)%s
  or the person, who runs in a terminal: swarm mode set ralph --verified
- If it finds faults: swarm mode set ralph --verification rejected
  then fix them and have it verified again.
"""
        .formatted(
            prd.orElse(".omc/prd.json or prd.json"),
            Evidence.hasSubagents(host)
                ? ",\n"
                    + "  a subagent that edits nothing, reviews the work against the PRD and"
                    + " itself runs:\n"
                    + "  swarm mode set ralph --verified"
                : "");
  }

  @Override
  public ModeTrigger trigger() {
    return TRIGGER;
  }

  @Override
  public List<ModeOption> options() {
    return OPTIONS;
  }

  @Override
  public boolean readsPrd() {
    return true;
  }

  @Override
  public StopDecision onStop(StopInputs inputs) {
    Optional<StopInputs.Story> story = inputs.prd().flatMap(StopInputs.Prd::nextFailing);
    Optional<String> verifier = verifier(inputs.evidence());
    if (story.isEmpty() && verifier.isPresent()) {
      return new StopDecision.Over(
          "ralph is done: %sthe work was verified by %s."
              .formatted(passing(inputs), verifier.get()));
    }
    RalphState next = extended();
    if (next.iteration >= next.maxIterations) {
      return new StopDecision.Over(
          "ralph gave up after %d iterations: %s"
              .formatted(iteration, story.isPresent() ? left(inputs) : "nobody has verified it."));
    }
    next = next.atIteration(next.iteration + 1);
    String marker = StopMarker.of(mode().label(), next.iteration, next.maxIterations);
    String left = story.map(failing -> work(inputs, failing)).orElseGet(() -> verify(inputs));
    return new StopDecision.Hold(StopReason.of(marker, left, prompt), next);
  }

  /** Who has found the work good as it is now. */
  private Optional<String> verifier(Evidence evidence) {
    if (verification == Verification.APPROVED && evidence.approvalStands()) {
      return approval.map(Approval::by);
    }
    return verification != Verification.REJECTED
            && evidence.check() instanceof CheckStanding.Passed passed
        ? Optional.of("check '" + passed.last().name() + "'")
        : Optional.empty();
  }

  private RalphState extended() {
    RalphState state = this;
    while (state.iteration >= state.maxIterations
        && state.extensions < MAX_EXTENSIONS
        && state.maxIterations + EXTENSION <= MAX_ITERATIONS) {
      state =
          new RalphState(
              prompt,
              iteration,
              state.maxIterations + EXTENSION,
              state.extensions + 1,
              prd,
              verification,
              approval);
    }
    return state;
  }

  private RalphState atIteration(int number) {
    return new RalphState(prompt, number, maxIterations, extensions, prd, verification, approval);
  }

  private static String passing(StopInputs inputs) {
    return inputs.prd().map(found -> "all stories of " + file(found) + " pass and ").orElse("");
  }

  private static String left(StopInputs inputs) {
    return inputs
        .prd()
        .map(
            found ->
                "%d of %d stories in %s do not pass yet."
                    .formatted(
                        found.stories().stream().filter(story -> !story.passes()).count(),
                        found.stories().size(),
                        file(found)))
        .orElse("");
  }

  private String work(StopInputs inputs, StopInputs.Story story) {
    String rejected =
        verification == Verification.REJECTED ? "The last verification was rejected. " : "";
    return
"""
%s%s Next: %s %s. Implement it and test it; once it really works, set its "passes" to \
true in the PRD and go on with the next story.\
"""
        .formatted(
            rejected,
            left(inputs),
            Cut.toLine(40, story.id()),
            QuotedText.line(200, story.title()));
  }

  private String verify(StopInputs inputs) {
    String against = inputs.prd().map(found -> "against " + file(found)).orElse("against the task");
    String ask =
        """
        have it verified. Your own word does not count; after your last edit, this does:
        %sIf it finds faults, run: swarm mode set ralph --verification rejected\
        """
            .formatted(WaysToVerify.ralph(inputs.evidence(), against));
    return switch (verification) {
      case REJECTED ->
          """
          The verification was rejected. Fix everything that was found, run \
          swarm mode set ralph --verification pending, then %s\
          """
              .formatted(ask);
      case PENDING -> "The verification is still pending. Finish it: " + ask;
      case NONE, APPROVED ->
          approval.isPresent()
              ? "The work was changed after it was verified. Now " + ask
              : unverified(inputs, ask);
    };
  }

  private static String unverified(StopInputs inputs, String ask) {
    return inputs.prd().isPresent()
        ? "All stories pass, but the work is not verified. Now " + ask
        : "Finish all that was asked for and test it. Then " + ask;
  }

  private static String file(StopInputs.Prd found) {
    return Cut.toLine(MAX_PATH, found.file());
  }
}
