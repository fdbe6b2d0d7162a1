package swarmd.notes;

import java.util.Optional;

/**
 * A note to be kept.
 *
 * @param session who wrote it; absent for a person
 */
public record NewNote(String project, Note.Kind kind, Optional<String> session, String text) {}
