package swarmd.notes;

/** Changes stored notes within a transaction. */
public interface NoteRepository extends NoteQueries {

  Note add(NewNote note, long now);

  /** Makes a note as new as one added now. */
  void touch(long id, long now);

  /** Returns whether the note existed. */
  boolean remove(String project, long id);

  /** Deletes notes of the kinds that expire if they are older than this. */
  void deleteExpiringBefore(long at);
}
