package io.quorate.operation;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.Sha256;
import io.quorate.watch.Sign.Urgency;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * One alert as Alertmanager sends it, again and again. Fingerprint and start tell one firing
 * episode from the next; the order of arrival does not (docs/operations.md#alerts).
 *
 * <p>Name and fingerprint come from outside and are kept in histories: both are clean and bounded.
 *
 * @param name {@code etcdMembersDown}, on one line of at most 200 characters
 * @param fingerprint at most 64 characters; the SHA-256 of a longer one in its place
 * @param firing false once the alert is resolved
 * @param standing what a finding of the watch is about that no diagnosis shows; empty for all other
 *     alerts
 */
public record Alert(
    String name,
    String fingerprint,
    Instant startsAt,
    boolean firing,
    Optional<Standing> standing) {
  private static final int LONGEST_NAME = 200;

  /** Characters of a SHA-256 in hexadecimal; fingerprints of Alertmanager have 16. */
  private static final int LONGEST_FINGERPRINT = 64;

  public Alert {
    name = CleanText.line(name, LONGEST_NAME);
    fingerprint = bounded(fingerprint);
  }

  /** An alert about something that a look at the cluster shows. */
  public Alert(String name, String fingerprint, Instant startsAt, boolean firing) {
    this(name, fingerprint, startsAt, firing, Optional.empty());
  }

  /**
   * Finding that keeps an incident open although its cluster works.
   *
   * @param kind its name: {@code leader-flapping}
   * @param subject the part of the cluster that has the trouble; empty text for the whole cluster
   * @param sentence what is wrong, in sentences of at most 600 characters together
   * @param until when the finding counts as over although nobody said so
   * @param urgency time that people have: {@code now}; empty in alerts of earlier builds
   * @param untold why nobody is told of the finding although it stands, in words of at most 600
   *     characters: {@code silenced by dana until ...}; empty where people are told, or it is over
   * @param urgentFor what it is urgent for, in words; empty in alerts of earlier builds, whose
   *     findings are urgent for their subject
   */
  public record Standing(
      String kind,
      String subject,
      String sentence,
      Instant until,
      Optional<String> urgency,
      Optional<String> untold,
      Optional<List<String>> urgentFor) {
    private static final int LONGEST_SENTENCE = 600;
    private static final String URGENT = " now";

    /** Characters of one of the things that a finding is urgent for. */
    private static final int LONGEST_PART = 200;

    public Standing {
      sentence = CleanText.line(sentence, LONGEST_SENTENCE);
      untold = untold.map(words -> CleanText.line(words, LONGEST_SENTENCE));
      urgentFor =
          urgentFor.map(
              parts -> parts.stream().map(part -> CleanText.line(part, LONGEST_PART)).toList());
    }

    /** A finding that is urgent for its subject, if it is urgent. */
    public Standing(
        String kind,
        String subject,
        String sentence,
        Instant until,
        Optional<String> urgency,
        Optional<String> untold) {
      this(kind, subject, sentence, until, urgency, untold, Optional.empty());
    }

    boolean isUrgent() {
      return urgency.filter(Urgency.NOW.words()::equals).isPresent();
    }

    /** Returns what people are told of: the kind, and all that it is urgent for. */
    Stream<String> matters() {
      return isUrgent()
          ? Stream.concat(Stream.of(kind), parts().map(part -> kind + " of " + part + URGENT))
          : Stream.of(kind);
    }

    private Stream<String> parts() {
      return urgentFor.orElse(List.of(subject)).stream();
    }

    /** Returns whether a matter is that a finding is urgent. */
    static boolean saysUrgent(String matter) {
      return matter.endsWith(URGENT);
    }
  }

  /** Returns whether the alert says how urgent its finding is. */
  public boolean hasUrgency() {
    return standing.flatMap(Standing::urgency).isPresent();
  }

  /** Returns the alert as earlier builds knew it. */
  public Alert withoutUrgency() {
    return new Alert(
        name,
        fingerprint,
        startsAt,
        firing,
        standing.map(
            was ->
                new Standing(
                    was.kind(),
                    was.subject(),
                    was.sentence(),
                    was.until(),
                    Optional.empty(),
                    was.untold())));
  }

  /**
   * Returns whether this is a later word about a finding that stands. A finding may stand again
   * after it was said to be over: a silence ends.
   */
  boolean isLaterWordThan(Alert before) {
    return firing
        && standing
            .filter(
                now ->
                    before.firing
                        || before
                            .standing
                            .filter(then -> !now.until().isAfter(then.until()))
                            .isEmpty())
            .isPresent();
  }

  /** Returns whether nobody is told of the finding, which stands. */
  boolean isUntold() {
    return !firing && standing.flatMap(Standing::untold).isPresent();
  }

  /** Returns whether this repetition of an alert tells people something new. */
  boolean saysMoreThan(Alert before) {
    return standing.isPresent()
        && !(standing.map(Standing::sentence).equals(before.standing.map(Standing::sentence))
            && standing.map(Standing::urgency).equals(before.standing.map(Standing::urgency))
            && standing.map(Standing::urgentFor).equals(before.standing.map(Standing::urgentFor)));
  }

  /** Returns the firing episode that this alert belongs to. */
  public String episode() {
    return fingerprint + "@" + startsAt;
  }

  private static String bounded(String fingerprint) {
    return fingerprint.length() <= LONGEST_FINGERPRINT
        ? CleanText.line(fingerprint)
        : Sha256.of(fingerprint);
  }
}
