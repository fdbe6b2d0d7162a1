package swarmd.notes;

/** The stored notes within one transaction. */
public interface NoteRepository extends NoteQueries {

  Note add(NewNote note, long now);

  /** It counts as written now. */
  void setAt(long id, long now);

  /** Returns whether it was there. */
  boolean remove(String project, long id);

  /** Forgets notes of kinds that pass if they were written before then. */
  void forgetPassingBefore(long at);
}
