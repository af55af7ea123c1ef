package io.quorate.approval;

import io.quorate.cluster.CleanText;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/**
 * Question put to people: whether to carry out a plan.
 *
 * @param id stable within the operation: {@code <operation>.<round>}
 * @param digest the digest of the plan in full
 * @param requestedBy who asked for the operation, and does not decide; may be one of those who
 *     approve where the requirement says so
 * @param typed what an approver has to type: the cluster's name, where the plan can cost
 *     acknowledged writes or the requester may approve; empty for every other plan, and for a
 *     question that a release asked which did not want it yet
 */
public record Question(
    String id,
    String digest,
    Requirement needed,
    String requestedBy,
    Instant askedAt,
    Instant expiresAt,
    Optional<String> typed) {
  /** Fewest characters of a digest that name a plan. */
  public static final int SHORTEST_DIGEST = 8;

  /** Answer to an approval that lacks the name of the cluster. */
  public static final String TYPE_THE_NAME =
      "Type the cluster's name to approve: this can cost acknowledged writes.";

  /** Answer to an approval without the cluster's name where the requester may approve. */
  private static final String TYPE_THE_NAME_FOR_TWO =
      "Type the cluster's name to approve: who asked may be one of those who approve.";

  private static final int LONGEST_SHOWN = 60;

  /**
   * Returns why an approval that carries these words does not count, in a sentence; empty when they
   * are what has to be typed. The name proves that the person knows which cluster they decide
   * about; case counts, spaces around it do not.
   */
  Optional<String> untyped(Optional<String> words) {
    if (typed.isEmpty() || words.map(String::strip).equals(typed)) {
      return Optional.empty();
    }
    String said =
        words
            .map(String::strip)
            .filter(word -> !word.isEmpty())
            .map(word -> " " + otherName(word))
            .orElse("");
    return Optional.of((needed.requesterCounts() ? TYPE_THE_NAME_FOR_TWO : TYPE_THE_NAME) + said);
  }

  /**
   * Returns the answer to a name that is not the cluster's. The right name is not in it: it has to
   * come from the person.
   */
  public static String otherName(String word) {
    return "You typed " + shown(word) + ", which is not the name of the cluster.";
  }

  /** Returns typed words as an answer repeats them: on one line and not at any length. */
  private static String shown(String word) {
    return CleanText.line(word, LONGEST_SHOWN);
  }

  /** Returns the number of the question in its operation. */
  public String number() {
    return id.substring(id.lastIndexOf('.') + 1);
  }

  /** Returns whether this names the plan of the question: its digest, or 8 or more of it. */
  public boolean isAbout(String named) {
    return names(named, digest);
  }

  /** Returns whether these characters name the plan of this digest. */
  public static boolean names(String named, String digest) {
    return named.length() >= SHORTEST_DIGEST && digest.startsWith(named.toLowerCase(Locale.ROOT));
  }

  /** Returns the operation that asks: the id without the number of the round. */
  String operation() {
    return id.substring(0, Math.max(0, id.lastIndexOf('.')));
  }

  /** Returns the beginning of a plan's digest, as people read and type it. */
  public static String shortDigest(String digest) {
    return digest.substring(0, Math.min(SHORTEST_DIGEST, digest.length()));
  }
}
