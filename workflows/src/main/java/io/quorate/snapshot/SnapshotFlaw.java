package io.quorate.snapshot;

/**
 * Reason why a snapshot must not be restored. The kind decides.
 *
 * @param words the reason, as a clause for people
 */
public record SnapshotFlaw(Kind kind, String words) {
  /** How the reason is known, which says whether it can pass. */
  public enum Kind {
    /** The file is damaged, gone, or not fit to be restored. */
    UNUSABLE,
    /** The catalogue entry lacks the MAC that the configuration asks for. */
    NOT_SIGNED,
    /** A restore on trial was not what the entry says; a later, good trial takes this back. */
    TRIAL,
    /** The snapshot is no backup of its time, which no trial takes back. */
    NO_BACKUP
  }

  /** A flaw of the file. */
  public static SnapshotFlaw unusable(String words) {
    return new SnapshotFlaw(Kind.UNUSABLE, words);
  }

  /** The difference that a restore on trial showed. */
  public static SnapshotFlaw ofTrial(String words) {
    return new SnapshotFlaw(Kind.TRIAL, words);
  }

  /** The flaw as the mark of the snapshot that was tried. */
  public SnapshotFlaw marked() {
    return new SnapshotFlaw(kind, "a restore on trial showed: " + words);
  }

  /** Whether a mark that Quorate put on the snapshot says so, and not the file itself. */
  public boolean isMark() {
    return kind == Kind.TRIAL || kind == Kind.NO_BACKUP;
  }

  /** Whether a later, good restore on trial takes it back. */
  public boolean mayPass() {
    return kind == Kind.TRIAL;
  }
}
