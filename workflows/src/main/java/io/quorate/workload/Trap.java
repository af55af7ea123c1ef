package io.quorate.workload;

/**
 * Harm that lies around a member which runs: what its platform does to the member beside starting
 * and stopping it, such as a hook of its pod that changes the membership.
 *
 * @param words a clause that begins with what does the harm: {@code its preStop hook removes ...}
 */
public record Trap(Kind kind, String words) {
  /** Change that sets the trap off. Names are stored: they are only added to. */
  public enum Kind {
    /** Each stop takes the member out of the membership, or deletes its data. */
    STOP,
    /**
     * A stop does no harm. Taken out of the membership while it runs, the member ends by itself,
     * and what starts it again in the same place deletes its data, or brings it back unasked.
     */
    REMOVAL
  }
}
