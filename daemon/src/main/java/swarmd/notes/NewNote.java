package swarmd.notes;

import java.util.Optional;

/**
 * A note to add.
 *
 * @param session the session that wrote it; empty if the user did
 */
public record NewNote(String project, Note.Kind kind, Optional<String> session, String text) {}
