package io.quorate.diagnosis;

import io.quorate.cluster.Age;
import io.quorate.cluster.Amounts;
import io.quorate.cluster.ClusterKey;
import io.quorate.snapshot.BackupPolicy;
import io.quorate.snapshot.Drill;
import io.quorate.snapshot.Protection;
import io.quorate.snapshot.SavedSnapshot;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Advice on what protects a cluster. A store that is away, was emptied or has another clock is
 * never a reason to touch a member.
 *
 * @param known what the store said
 * @param last the last snapshot that could be restored; empty where none is known
 * @param at the time by which ages are told
 */
public record BackupAdvice(
    ClusterKey cluster, Protection known, Optional<SavedSnapshot> last, Instant at) {
  private static final Duration FOR_EVER = Duration.ofSeconds(Long.MAX_VALUE);

  /** Names of all advice on backups, as monitoring has them. */
  public static final List<String> NAMES =
      List.of(
          "backup-age", "backup-unread", "backup-gone", "backup-bad", "backup-clock", "drill-age");

  /**
   * How long this advice has to stand until people are to be alarmed. A store that does not answer
   * now, or has another time, may be mended until a backup is overdue. Where no schedule was asked
   * for, an old backup is advice and never an alarm. The rest is past what the policy allows
   * already.
   */
  public static Duration patience(String name, BackupPolicy policy) {
    if (name.equals("backup-age") && policy.every().isEmpty()) {
      return FOR_EVER;
    }
    return name.equals("backup-unread") || name.equals("backup-clock")
        ? policy.ageOfBackup()
        : Duration.ZERO;
  }

  /** All of it, most pressing first. */
  public List<Advice> all() {
    List<Advice> all = new ArrayList<>();
    age().ifPresent(all::add);
    known
        .unread()
        .map(why -> new Advice("backup-unread", "The snapshots cannot be read: " + why + "."))
        .ifPresent(all::add);
    known.gone().map(this::gone).ifPresent(all::add);
    known.bad().stream().findFirst().map(this::bad).ifPresent(all::add);
    known
        .clock()
        .map(how -> new Advice("backup-clock", how + ". Set the clock that is wrong, by NTP."))
        .ifPresent(all::add);
    drill().ifPresent(all::add);
    return List.copyOf(all);
  }

  private Optional<Advice> age() {
    Duration limit = known.policy().ageOfBackup();
    if (last.filter(saved -> Age.isBelow(limit, saved.savedAt(), at)).isPresent()) {
      return Optional.empty();
    }
    String sentence =
        known
            .every()
            .map(
                pause ->
                    "No verified snapshot of the last "
                        + Amounts.time(limit)
                        + " is known, and one is due every "
                        + Amounts.time(pause)
                        + ".")
            .orElse("No verified snapshot of the last 24 hours is known.");
    return Optional.of(new Advice("backup-age", sentence));
  }

  private Advice gone(SavedSnapshot recorded) {
    return new Advice(
        "backup-gone",
        "No snapshot that could be restored is left, and the record has one of "
            + Amounts.moment(recorded.savedAt())
            + " ("
            + recorded.file()
            + "). Quorate never removes the newest: look at who emptied the store and at what"
            + " snapshots in quorate.yml names, bring the files back from a version or a copy, and"
            + " save another now: "
            + another());
  }

  private Advice bad(String snapshot) {
    return new Advice(
        "backup-bad",
        snapshot
            + " is bad: a restore on trial showed that it is not what was saved. Look at the"
            + " snapshot store, and save another: "
            + another());
  }

  private String another() {
    return "quorate start backup " + cluster + " --verify.";
  }

  /** Advises a drill where drills are configured, or where a drill was made before. */
  private Optional<Advice> drill() {
    Duration limit = known.policy().ageOfDrill();
    boolean wanted = known.policy().wantsDrills() || known.lastDrill().isPresent();
    boolean fresh =
        known
            .lastDrill()
            .filter(Drill::verified)
            .filter(drill -> Age.isBelow(limit, drill.at(), at))
            .isPresent();
    return wanted && !fresh && known.unread().isEmpty()
        ? Optional.of(
            new Advice(
                "drill-age",
                "No snapshot was restored on trial in the last "
                    + Amounts.time(limit)
                    + "; only that proves it. Use restore-drill."))
        : Optional.empty();
  }
}
