package io.quorate.observation;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataComparison;
import io.quorate.cluster.DataComparison.KeyHash;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.port.Failure;
import io.quorate.port.Storage;
import io.quorate.port.Storage.HashOfKeys;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Has voters hash all their keys up to one revision. Each of them reads its whole database for it,
 * so it is done only where that decides something: once a round, and right before what must not
 * happen to clusters whose data differs.
 */
public final class Comparing {
  /** How long a hash may take whatever the size of the database. */
  private static final Duration AT_LEAST = Duration.ofSeconds(30);

  /** Slower than any disk that etcd should be on: 1 GiB in a minute. */
  private static final long BYTES_A_SECOND = 17L << 20;

  /** A comparison that a compaction spoiled is repeated this often; each one stalls writes. */
  private static final int REPEATS = 2;

  private final Storage storage;
  private final Optional<Polling> patience;

  private Comparing(Storage storage, Optional<Polling> patience) {
    this.storage = storage;
    this.patience = patience;
  }

  /** For a look: a member that may still be hashing for somebody counts as silent. */
  public static Comparing once(Storage storage) {
    return new Comparing(storage, Optional.empty());
  }

  /**
   * For a step: waits until a member that may still be hashing is idle again.
   *
   * @param polling ends with the attempt
   */
  public static Comparing patiently(Storage storage, Polling polling) {
    return new Comparing(storage, Optional.of(polling));
  }

  /** How long a member may take to hash its keys; it follows from the size of its database. */
  public static Duration limit(MemberStatus answer) {
    return AT_LEAST.plusSeconds(answer.dbSizeBytes() / BYTES_A_SECOND);
  }

  /**
   * At the newest revision that all answering voters have, and once more at the one before it: two
   * revisions, for the hash at the very revision of a compaction was wrong in some versions.
   */
  List<DataComparison> twice(ClusterView view) {
    return newest(view.voters())
        .map(newest -> List.of(at(newest, view.voters()), at(before(newest), view.voters())))
        .orElse(List.of());
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

  /** Throws unless these voters have the same data; says at which revision they have. */
  public Revision requireEqual(List<Member> voters) {
    Revision revision = newest(voters).orElseThrow(() -> new Failure.NotYet("no voter answers"));
    for (int repeat = 0; repeat <= REPEATS; repeat++) {
      DataComparison comparison = at(revision, voters);
      if (!comparison.silences().isEmpty()) {
        throw new Failure.NotYet("the data could not be compared: " + comparison.silences());
      }
      if (comparison.isComparable()) {
        return equal(comparison, voters);
      }
    }
    throw new Failure.Refused(
        "the data could not be compared: a compaction went between the hashes %d times. Try again when no compaction is due"
            .formatted(REPEATS + 1));
  }

  private static Revision equal(DataComparison comparison, List<Member> voters) {
    if (comparison.groups(names(voters)).size() > 1) {
      throw new Failure.Refused(
          "the voters do not have the same data at revision "
              + comparison.at()
              + ": "
              + comparison.hashes()
              + ". Do not write to the cluster more than you must; a person has to look.");
    }
    return comparison.at();
  }

  private static List<MemberName> names(List<Member> voters) {
    return voters.stream().map(Member::name).toList();
  }

  /**
   * One voter after the other: while it hashes, etcd holds the lock that it needs to apply a write,
   * so all at once would stop every client for as long as the slowest takes. After the first that
   * is silent the others are left alone: without it nothing is compared.
   */
  private DataComparison at(Revision revision, List<Member> voters) {
    Map<MemberName, KeyHash> hashes = new HashMap<>();
    Map<MemberName, String> silences = new HashMap<>();
    for (Member voter : voters) {
      if (patience.isPresent() && !silences.isEmpty()) {
        break;
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

  /** Empty while the member may be hashing for a request that it did not answer. */
  private Optional<HashOfKeys> unlessBusy(MemberName voter, Revision revision, Duration within) {
    try {
      return Optional.of(storage.hashOfKeys(voter, revision, within));
    } catch (Failure.NotYet busy) {
      return Optional.empty();
    }
  }
}
