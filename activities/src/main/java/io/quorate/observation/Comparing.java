package io.quorate.observation;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.data.DataComparison;
import io.quorate.data.DataComparison.KeyHash;
import io.quorate.port.Failure;
import io.quorate.port.Storage;
import io.quorate.port.Storage.HashOfKeys;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * Compares the data of voters by hashing all their keys up to one revision. Each voter reads its
 * whole database for a hash, so data is compared only where the result decides something: once a
 * round, and right before a step that must not run on a cluster whose data differs.
 */
public final class Comparing {
  /** The limit of one hash for an empty database; the time to read the data is added. */
  private static final Duration AT_LEAST = Duration.ofSeconds(30);

  /**
   * Slowest rate that a limit assumes, 1 GiB in a minute: slower than any disk that etcd should be
   * on.
   */
  private static final long BYTES_A_SECOND = 17L << 20;

  /** How often a comparison that a compaction spoiled is repeated; each repeat delays writes. */
  private static final int REPEATS = 2;

  private final Storage storage;
  private final Optional<Polling> patience;
  private final BooleanSupplier calledOff;

  private Comparing(Storage storage, Optional<Polling> patience, BooleanSupplier calledOff) {
    this.storage = storage;
    this.patience = patience;
    this.calledOff = calledOff;
  }

  /**
   * A comparison for a look: a member that may still be hashing for another caller counts as
   * silent.
   *
   * @param calledOff whether nobody waits for the look any more; no other voter is asked then
   */
  public static Comparing once(Storage storage, BooleanSupplier calledOff) {
    return new Comparing(storage, Optional.empty(), calledOff);
  }

  /**
   * A comparison for a step: waits until a member that may still be hashing is idle again.
   *
   * @param polling ends with the attempt
   */
  public static Comparing patiently(Storage storage, Polling polling) {
    return new Comparing(storage, Optional.of(polling), () -> false);
  }

  /** How long a member may take to hash its keys, from the size of its database. */
  public static Duration limit(MemberStatus answer) {
    return AT_LEAST.plusSeconds(answer.dbSizeBytes() / BYTES_A_SECOND);
  }

  /**
   * Compares at the newest revision that all answering voters have, and at the one before it. Two
   * revisions are needed, because some versions hash wrongly at the very revision of a compaction.
   */
  List<DataComparison> twice(ClusterView view) {
    return newest(view.voters())
        .map(newest -> List.of(at(newest, view.voters()), at(before(newest), view.voters())))
        .orElse(List.of());
  }

  /**
   * Compares at the newest revision that all answering voters have, and only where the hashes
   * differ there also at the one before it: where all is well each voter hashes once.
   */
  List<DataComparison> sparingly(ClusterView view) {
    Optional<DataComparison> first = newest(view.voters()).map(newest -> at(newest, view.voters()));
    return first
        .filter(comparison -> !comparison.isEqual())
        .map(differing -> List.of(differing, at(before(differing.at()), view.voters())))
        .orElseGet(() -> first.stream().toList());
  }

  private static Optional<Revision> newest(List<Member> voters) {
    return voters.stream()
        .flatMap(voter -> voter.status().stream())
        .map(MemberStatus::revision)
        .min(Revision::compareTo);
  }

  private static Revision before(Revision revision) {
    return new Revision(Math.max(1, revision.value() - 1));
  }

  /**
   * Returns the revision at which the voters have equal data; throws when their data differs.
   *
   * @param voters supplies the voters, observed anew before each comparison
   */
  public Revision requireEqual(Supplier<List<Member>> voters) {
    DataComparison comparison = compare(voters);
    if (!comparison.isEqual()) {
      throw new Failure.Refused(
          "the voters do not have the same data at revision "
              + comparison.at()
              + ": "
              + comparison.hashes()
              + ". Do not write to the cluster more than you must; a person has to look.");
    }
    return comparison.at();
  }

  /**
   * A comparison to which every voter answered. Data that differs is compared a second time,
   * because some versions hash wrongly at the very revision of a compaction. A compaction between
   * two hashes spoils a comparison, which is then repeated at a later revision.
   *
   * @param voters supplies the voters, observed anew before each comparison
   */
  public DataComparison compare(Supplier<List<Member>> voters) {
    DataComparison first = usable(voters);
    return first.isEqual() ? first : usable(voters);
  }

  private DataComparison usable(Supplier<List<Member>> voters) {
    for (int repeat = 0; repeat <= REPEATS; repeat++) {
      List<Member> now = voters.get();
      Revision revision = newest(now).orElseThrow(() -> new Failure.NotYet("no voter answers"));
      DataComparison comparison = at(revision, now);
      if (isUsable(comparison)) {
        return comparison;
      }
      if (!comparison.silences().isEmpty() && !wasCompacted(comparison)) {
        throw new Failure.NotYet("the data could not be compared: " + comparison.silences());
      }
    }
    throw new Failure.Refused(
        "the data could not be compared: a compaction went between the hashes %d times. Try again when no compaction is due"
            .formatted(REPEATS + 1));
  }

  /** Whether a voter gave no hash because the revision was compacted meanwhile. */
  private boolean wasCompacted(DataComparison comparison) {
    Revision next = new Revision(comparison.at().value() + 1);
    return comparison.silences().keySet().stream()
        .anyMatch(silent -> storage.isCompacted(silent, next));
  }

  /**
   * Compares at one revision, one voter after the other: while a member hashes, its etcd holds the
   * lock that it needs to apply a write, so hashing all at once would stop every client for as long
   * as the slowest voter takes. For a step the remaining voters are not asked after the first voter
   * that is silent or has compacted at another revision, because then nothing is compared.
   */
  private DataComparison at(Revision revision, List<Member> voters) {
    Map<MemberName, KeyHash> hashes = new HashMap<>();
    Map<MemberName, String> silences = new HashMap<>();
    for (Member voter : voters) {
      if (patience.isPresent() && !isUsable(new DataComparison(revision, hashes, silences))) {
        break;
      }
      if (calledOff.getAsBoolean()) {
        throw new Failure.Transient("the comparison was called off");
      }
      try {
        HashOfKeys said = ask(voter, revision);
        hashes.put(voter.name(), new KeyHash(said.hash(), said.compactedAt()));
      } catch (Failure silent) {
        if (patience.isPresent() && !mayPass(silent)) {
          throw silent;
        }
        silences.put(voter.name(), String.valueOf(silent.getMessage()));
      }
    }
    return new DataComparison(revision, hashes, silences);
  }

  /** Whether all voters asked so far answered, with hashes that can be compared. */
  private static boolean isUsable(DataComparison comparison) {
    return comparison.silences().isEmpty() && comparison.isComparable();
  }

  private static boolean mayPass(Failure silent) {
    return switch (silent) {
      case Failure.Transient passing -> true;
      case Failure.NotYet later -> true;
      case Failure.Unknown unknown -> true;
      case Failure.Refused refused -> false;
      case Failure.Fault fault -> false;
    };
  }

  private HashOfKeys ask(Member voter, Revision revision) {
    Duration within = voter.status().map(Comparing::limit).orElse(AT_LEAST);
    if (patience.isEmpty()) {
      return storage.hashOfKeys(voter.name(), revision, within);
    }
    return patience
        .get()
        .within(within.multipliedBy(2), () -> unlessBusy(voter.name(), revision, within))
        .orElseThrow(() -> new Failure.NotYet(voter.name() + " may still be hashing its keys"));
  }

  /**
   * The hash of one voter; empty while the voter may still be hashing for a request it did not
   * answer.
   */
  private Optional<HashOfKeys> unlessBusy(MemberName voter, Revision revision, Duration within) {
    try {
      return Optional.of(storage.hashOfKeys(voter, revision, within));
    } catch (Failure.NotYet busy) {
      return Optional.empty();
    }
  }
}
