package swarmd.notes;

import java.util.List;

/** Queries for notes. */
public interface NoteQueries {

  /** A project's notes, newest first. */
  List<Note> of(String project);
}
