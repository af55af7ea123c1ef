package io.quorate.watch;

import java.util.List;
import java.util.Optional;

/**
 * Port of a member as a new connection met it; or Quorate's own files, which are read for it.
 *
 * @param words the port, as people know it: {@code the client port of etcd-1}
 * @param met whether the port answered this time; the rest is of an earlier time otherwise
 * @param shown its certificate and the CAs that signed it; empty where it never showed one
 * @param refusal why it let Quorate in no more
 */
public record MetPort(String words, boolean met, List<Validity> shown, Optional<Refusal> refusal) {
  /**
   * Reason why a port let nobody in.
   *
   * @param why for people
   * @param certain whether certificates are the reason. Otherwise a member that was just stopped
   *     looks the same, and it counts once two connections in a row met it
   */
  public record Refusal(String why, boolean certain) {
    /** A refusal for certificates or files. */
    public static Refusal certain(String why) {
      return new Refusal(why, true);
    }
  }

  public MetPort {
    shown = List.copyOf(shown);
  }

  /** A port that showed its certificate, or refused, or did neither and so was not met. */
  public static MetPort of(String words, List<Validity> shown, Optional<Refusal> refusal) {
    return new MetPort(words, !shown.isEmpty() || refusal.isPresent(), shown, refusal);
  }

  /** Takes what an earlier connection met, as far as this one did not. */
  MetPort after(MetPort before, boolean shortly) {
    boolean again = shortly && before.refusal.isPresent();
    return new MetPort(
        words,
        met,
        shown.isEmpty() ? before.shown : shown,
        met
            ? refusal.map(now -> new Refusal(now.why(), now.certain() || again))
            : before.refusal.filter(Refusal::certain));
  }

  /** Returns whether the next connection has to tell whether the port lets nobody in. */
  boolean isDoubtful() {
    return refusal.filter(any -> !any.certain()).isPresent();
  }

  /** Returns the refusal that counts, for people. */
  Optional<String> refused() {
    return refusal.filter(Refusal::certain).map(any -> words + ": " + any.why());
  }
}
