package io.quorate.watch;

import io.quorate.cluster.StableName;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * Trouble that a rule sees in what is known of a cluster at one moment. A {@link StandingFinding}
 * is a sign that lasts.
 *
 * @param subject the part of the cluster that has the trouble, such as a member; empty text for the
 *     whole cluster. Two signs with equal kind and subject are one finding
 * @param urgency people are told anew when it changes
 * @param evidence what is wrong, by what it was seen, and what to do, in sentences; it may change
 *     from look to look
 * @param urgentFor what it is urgent for, such as the ports of members, in words: people are told
 *     anew of one more. At most 12 and then how many more; empty where it is not urgent
 */
public record Sign(
    FindingKind kind, String subject, Urgency urgency, String evidence, List<String> urgentFor) {
  private static final int MOST = 12;

  public Sign {
    List<String> all = urgentFor.stream().distinct().sorted().toList();
    int more = all.size() - MOST;
    urgentFor =
        more > 0
            ? Stream.concat(all.stream().limit(MOST), Stream.of(more + " more")).toList()
            : all;
  }

  /** A sign that is urgent for its subject, if it is urgent. */
  public Sign(FindingKind kind, String subject, Urgency urgency, String evidence) {
    this(kind, subject, urgency, evidence, urgency == Urgency.NOW ? List.of(subject) : List.of());
  }

  /** Time that people have, the most urgent first. */
  public enum Urgency {
    /** Somebody has to look now. */
    NOW,
    /** Somebody has to look in the next days. */
    SOON,
    /** The finding may stand for months, so it is only listed. */
    LISTED;

    /** Returns the name in reports: {@code soon}. */
    public String words() {
      return StableName.of(this);
    }

    /** Returns the urgency of this name; {@code SOON} for a name of a later release. */
    public static Urgency named(String words) {
      return Arrays.stream(values())
          .filter(urgency -> urgency.words().equals(words))
          .findFirst()
          .orElse(SOON);
    }
  }

  /** Name of a finding in its cluster. */
  public record Name(FindingKind kind, String subject) {}

  /** A sign of the whole cluster of which people are told only. */
  public static Sign of(FindingKind kind, String evidence) {
    return new Sign(kind, "", Urgency.SOON, evidence);
  }

  /** Returns the name of the finding that the sign belongs to. */
  public Name name() {
    return new Name(kind, subject);
  }
}
