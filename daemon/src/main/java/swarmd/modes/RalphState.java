package swarmd.modes;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import swarmd.text.Cut;

/**
 * Works on until all stories of a PRD pass and somebody else has verified it.
 *
 * @param extensions how often the iterations did not suffice and it got more
 * @param prd the PRD's path in the project, if it is not in the usual place
 */
record RalphState(
    Optional<String> prompt,
    int iteration,
    int maxIterations,
    int extensions,
    Optional<String> prd,
    Verification verification)
    implements ModeState {

  enum Verification {
    NONE,
    PENDING,
    APPROVED,
    REJECTED
  }

  static final RalphState INITIAL =
      new RalphState(Optional.empty(), 0, 10, 0, Optional.empty(), Verification.NONE);

  private static final int EXTENSION = 10;
  private static final int MAX_EXTENSIONS = 5;
  private static final int MOST = 1_000;
  private static final int MAX_PATH = 200;
  private static final Pattern OUTSIDE =
      Pattern.compile("^[/\\\\~]|^[A-Za-z]:|(?:^|[/\\\\])\\.\\.(?:[/\\\\]|$)|\\p{Cntrl}");
  private static final List<String> FIELDS =
      List.of(
          "prompt", "iteration", "max_iterations", "extensions", "prd", "verification", "verified");

  @Override
  public Mode mode() {
    return Mode.RALPH;
  }

  @Override
  public int maxHolds() {
    return Math.min(MOST, maxIterations + EXTENSION * (MAX_EXTENSIONS - extensions));
  }

  @Override
  public Map<String, Object> fields() {
    Map<String, Object> fields = new LinkedHashMap<>();
    prompt.ifPresent(text -> fields.put("prompt", text));
    fields.put("iteration", iteration);
    fields.put("max_iterations", maxIterations);
    fields.put("extensions", extensions);
    prd.ifPresent(path -> fields.put("prd", path));
    fields.put("verification", Changes.label(verification));
    return Collections.unmodifiableMap(fields);
  }

  @Override
  public RalphState with(Map<String, ?> values) {
    Changes changes = Changes.of(mode(), FIELDS, values);
    Optional<Verification> verified =
        changes.flag("verified").map(yes -> yes ? Verification.APPROVED : Verification.REJECTED);
    return new RalphState(
        changes.prompt(prompt),
        changes.number("iteration", iteration, 0, MOST),
        changes.number("max_iterations", maxIterations, 1, MOST),
        changes.number("extensions", extensions, 0, MAX_EXTENSIONS),
        changes.optionalText("prd", prd).map(RalphState::inProject),
        verified.orElseGet(() -> changes.choice("verification", verification, Verification.class)));
  }

  private static String inProject(String path) {
    if (path.length() > MAX_PATH || OUTSIDE.matcher(path).find()) {
      throw Changes.wrong(
          "prd", "must be a path within the project, of at most " + MAX_PATH + " characters", path);
    }
    return path;
  }

  @Override
  public Verdict onStop(StopInputs evidence) {
    Optional<StopInputs.Story> story = evidence.prd().flatMap(StopInputs.Prd::nextFailing);
    if (story.isEmpty() && verification == Verification.APPROVED) {
      return new Verdict.Over("ralph is done: " + passing(evidence) + "the work was verified.");
    }
    RalphState next = extended();
    if (next.iteration >= next.maxIterations) {
      return new Verdict.Over(
          "ralph gave up after %d iterations: %s"
              .formatted(
                  iteration, story.isPresent() ? left(evidence) : "nobody has verified it."));
    }
    next = next.atIteration(next.iteration + 1);
    String marker = Marker.of(mode(), next.iteration, next.maxIterations);
    String left = story.map(failing -> work(evidence, failing)).orElseGet(() -> verify(evidence));
    return new Verdict.Hold(StopReason.of(marker, left, prompt), next);
  }

  private RalphState extended() {
    RalphState state = this;
    while (state.iteration >= state.maxIterations
        && state.extensions < MAX_EXTENSIONS
        && state.maxIterations + EXTENSION <= MOST) {
      state =
          new RalphState(
              prompt,
              iteration,
              state.maxIterations + EXTENSION,
              state.extensions + 1,
              prd,
              verification);
    }
    return state;
  }

  private RalphState atIteration(int number) {
    return new RalphState(prompt, number, maxIterations, extensions, prd, verification);
  }

  private static String passing(StopInputs evidence) {
    return evidence.prd().map(found -> "all stories of " + file(found) + " pass and ").orElse("");
  }

  private static String left(StopInputs evidence) {
    return evidence
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

  private String work(StopInputs evidence, StopInputs.Story story) {
    String rejected =
        verification == Verification.REJECTED ? "The last verification was rejected. " : "";
    return """
    %s%s Next: %s "%s". Implement it and test it; once it really works, set its "passes" to \
    true in the PRD and go on with the next story.\
    """
        .formatted(
            rejected, left(evidence), Cut.toLine(40, story.id()), Cut.toLine(200, story.title()));
  }

  private String verify(StopInputs evidence) {
    String against =
        evidence.prd().map(found -> "against " + file(found)).orElse("against the task");
    String ask =
        """
        have it verified by an independent review %s (another agent that did not write it). \
        If the review approves, run: swarm mode set ralph --verified
        If it finds faults, run: swarm mode set ralph --verification rejected\
        """
            .formatted(against);
    return switch (verification) {
      case REJECTED ->
          "The verification was rejected. Fix everything that the review found, then " + ask;
      case PENDING -> "The verification is still pending. Finish it: " + ask;
      case NONE, APPROVED ->
          evidence.prd().isPresent()
              ? "All stories pass, but the work is not verified. Now " + ask
              : "Finish all that was asked for and test it. Then " + ask;
    };
  }

  private static String file(StopInputs.Prd found) {
    return Cut.toLine(MAX_PATH, found.file());
  }
}
