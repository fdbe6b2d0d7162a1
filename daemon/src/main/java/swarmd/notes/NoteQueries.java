package swarmd.notes;

import java.util.List;

/** What can be asked about notes. */
public interface NoteQueries {

  /** A project's notes, the latest first. */
  List<Note> of(String project);
}
