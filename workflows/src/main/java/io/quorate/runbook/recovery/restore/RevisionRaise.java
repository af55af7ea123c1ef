package io.quorate.runbook.recovery.restore;

import static io.quorate.cluster.Revision.BUMP;

import io.quorate.cluster.ClusterKey;
import io.quorate.plan.Prescription.Refusal;
import io.quorate.runbook.recovery.loss.SeenRevisions;
import io.quorate.runbook.recovery.request.MajorityRecoveryRequest;
import io.quorate.runbook.recovery.request.RecoveryReason;
import io.quorate.snapshot.RestoreSource;
import io.quorate.snapshot.SavedSnapshot;
import io.quorate.view.ClusterView;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * By how much a restore of this source raises the revisions, so that the restored cluster begins
 * above all revisions that clients have seen: a watch from one of them would miss what comes until
 * the new cluster has passed it (docs/etcd.md#n-34).
 */
record RevisionRaise(ClusterView view, MajorityRecoveryRequest request, RestoreSource source) {
  /** The warning about watches and caches where revisions are not raised. */
  static final String NONE =
      "Revisions begin where the source ends: watches of clients can hang, and caches go wrong."
          + " Restart everything that watches or caches keys.";

  /** The raise that was asked for, else the default raise, in revisions; 0 for none. */
  long value() {
    return request.bump().orElseGet(this::byDefault);
  }

  /**
   * Returns the lowest multiple of {@link #BUMP} that begins more than half a {@link #BUMP} above
   * what clients have seen. The record is written once a minute, and a cluster that works writes on
   * until it is stopped, so clients may have seen more than is known. Where the option takes no
   * raise so high, returns {@link #BUMP}, which is refused then.
   */
  private long byDefault() {
    return byDefault(seen(BUMP));
  }

  private long byDefault(long seen) {
    long times = Math.max(1, distanceTo(seen, BUMP / 2) / BUMP + 1);
    return times > MajorityRecoveryRequest.HIGHEST_BUMP / BUMP ? BUMP : times * BUMP;
  }

  /**
   * Returns in words what clients see of the raised revisions. The revision that clients have seen
   * is left out: it grows while the cluster works, and would void each question.
   */
  String sentence() {
    String why =
        request.bump().isPresent() || value() == BUMP
            ? ""
            : String.format(Locale.ROOT, " (with %,d they could see old revisions again)", BUMP);
    return String.format(
        Locale.ROOT,
        "Clients see revisions %,d higher%s and every older one compacted: each watch ends and"
            + " lists anew.",
        value(),
        why);
  }

  /**
   * The warning where data of members or snapshots alone make the default raise higher. One such
   * file can be damaged or lie, and a revision never goes down again, so the question names whose
   * it is.
   */
  Optional<String> hearsay() {
    long confirmed = byDefault(seen().confirmed());
    if (request.bump().isPresent() || byDefault() <= confirmed) {
      return Optional.empty();
    }
    List<String> telling = seen().telling(source.revision().value() + confirmed - BUMP / 2 - 1);
    return Optional.of(telling)
        .filter(some -> !some.isEmpty())
        .map(
            some ->
                String.format(
                    Locale.ROOT,
                    "Only %s %s such high revisions. By the record and the voters that answer,"
                        + " %,d would be enough. Look at that before you approve, because"
                        + " revisions never go down again.",
                    String.join(" and ", some),
                    some.size() == 1 ? "tells" : "tell",
                    confirmed));
  }

  /** The refusal of raised revisions that clients have seen already. */
  Optional<Refusal> tooLow() {
    long raise = value();
    if (request.dataIsWrong().isPresent() && raise != 0 && raise < BUMP) {
      return Optional.of(
          new Refusal(
              RecoveryReason.REVISIONS_TOO_LOW.because(
                  "The cluster works and writes on, so nobody knows how far clients have seen when"
                      + " it is stopped.",
                  remedy())));
    }
    return raise == 0 || isEnough(raise)
        ? Optional.empty()
        : Optional.of(
            new Refusal(
                RecoveryReason.REVISIONS_TOO_LOW.because(
                    String.format(
                        Locale.ROOT,
                        "%s would begin at revision %,d, and %s: watches would miss changes"
                            + " without a sign.",
                        raised(),
                        source.revision().value() + raise,
                        told()),
                    remedy())));
  }

  /**
   * Returns whether the restored cluster begins above all revisions that clients have seen, with
   * revisions raised by this much. A cluster that works writes on until it is stopped, so some room
   * is added for a source of another history. Within the present history the default raise is
   * enough for all that comes after the snapshot.
   */
  private boolean isEnough(long by) {
    return isAbove(by) && (by >= BUMP || seen().isBounded());
  }

  private boolean isAbove(long by) {
    long room = !view.isOwn(source) && view.margin() >= 0 ? BUMP / 2 : 0;
    return by > distanceTo(seen(by), room);
  }

  /**
   * Returns the highest revision that a restore with this raise is held against. The default raise
   * of a source of the present history is held only against what the record and a quorum tell: the
   * files of one host, which may be damaged or lie, change no default.
   */
  private long seen(long by) {
    return view.isOwn(source) && by >= BUMP ? seen().confirmed() : seen().highest();
  }

  /** From the revision of the source to this one and this room; not more than a long can be. */
  private long distanceTo(long revision, long room) {
    long distance = revision - source.revision().value();
    return distance > Long.MAX_VALUE - room ? Long.MAX_VALUE : distance + room;
  }

  private String raised() {
    return request.bump().isPresent()
        ? String.format(Locale.ROOT, "--bump-revision %,d", value())
        : String.format(
            Locale.ROOT, "%s with revisions raised by %,d", source.saved().file(), value());
  }

  private String told() {
    return isAbove(value())
        ? "how far clients have seen is not known"
        : String.format(Locale.ROOT, "clients may have seen revision %,d already", seen(value()));
  }

  /**
   * Returns with which raise to start again: the default raise. Where that is too low too, returns
   * what to do about the data that tells the revision.
   */
  private List<String> remedy() {
    long byDefault = byDefault();
    return isEnough(byDefault)
        ? List.of(String.format(Locale.ROOT, "Leave --bump-revision out for %,d.", byDefault))
        : tooFar();
  }

  /** Says what to do where no raise reaches above the revisions that clients may have seen. */
  private List<String> tooFar() {
    long reachable = source.revision().value() + MajorityRecoveryRequest.HIGHEST_BUMP - 2 * BUMP;
    List<String> beyond = seen().confirmed() > reachable ? List.of() : seen().beyond(reachable);
    return beyond.isEmpty()
        ? List.of(
            String.format(
                Locale.ROOT,
                "--bump-revision takes at most %,d; with 0 revisions are not raised: restart"
                    + " everything that watches or caches keys then.",
                MajorityRecoveryRequest.HIGHEST_BUMP))
        : List.of(
            "Set aside what tells it, which is damaged or wrong: "
                + String.join("; ", beyond)
                + ". Delete nothing, and start this again.");
  }

  private SeenRevisions seen() {
    return new SeenRevisions(view, source);
  }

  /** The token of a restore, from which etcd makes the ids of the new cluster. */
  static final class Token {
    /** The end of a token: the raise, and random characters in tokens that have some. */
    private static final Pattern RAISE = Pattern.compile("(\\d{1,15})(-.*)?");

    private Token() {}

    /**
     * The readable part of the token: the cluster, how many histories it had before, and which
     * bytes are restored how. A record that came back from an old copy counts too few histories, so
     * random characters follow, and no other history ever had it. They are no part of what is
     * approved.
     */
    static String of(ClusterKey cluster, long before, SavedSnapshot saved, long bump) {
      return beginning(cluster, before, saved) + bump;
    }

    /**
     * Returns by how much revisions were raised in the restore that had this token; empty where it
     * is not the token of a restore of this snapshot.
     *
     * @param before how many histories the cluster had before that restore
     */
    static Optional<Long> raise(
        String token, ClusterKey cluster, long before, SavedSnapshot saved) {
      String beginning = beginning(cluster, before, saved);
      return Optional.of(token)
          .filter(text -> text.startsWith(beginning))
          .map(text -> RAISE.matcher(text.substring(beginning.length())))
          .filter(Matcher::matches)
          .map(found -> Long.parseLong(found.group(1)));
    }

    private static String beginning(ClusterKey cluster, long before, SavedSnapshot saved) {
      return "%s-%d-%s-"
          .formatted(cluster.value().replaceAll("[^A-Za-z0-9._-]", "-"), before + 1, saved.bytes());
    }
  }
}
