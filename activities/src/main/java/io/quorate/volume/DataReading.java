package io.quorate.volume;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MembershipEntry;
import io.quorate.data.DataFinding;
import io.quorate.data.DataPosition;
import io.quorate.data.DataVerdict;
import io.quorate.data.LogPrint;
import io.quorate.data.UncertainTail;
import io.quorate.datadir.DataDirectoryReader;
import io.quorate.datadir.Depth;
import io.quorate.datadir.DirectoryReading;
import io.quorate.datadir.Expected;
import io.quorate.datadir.file.ReadOnlyDirectory;
import io.quorate.datadir.raft.MemberRecord;
import io.quorate.datadir.raft.Request;
import io.quorate.datadir.wal.LoggedRequest;
import io.quorate.shell.Host;
import java.util.List;
import java.util.Optional;

/**
 * The data of a member that does not run, read for what forbids to start etcd on it
 * (docs/etcd.md#data-directories).
 *
 * @param data its data directory
 * @param log the directory of its log where that is one of its own
 */
public record DataReading(ReadOnlyDirectory data, Optional<ReadOnlyDirectory> log) {
  /**
   * The minors whose rules tell directories apart; without the version of the binary only what all
   * of them object to is damage.
   */
  private static final List<Integer> ANY = List.of(5, 7);

  /**
   * The data at this place.
   *
   * @param data an absolute path on the host
   * @param log the directory of its log where that is one of its own
   */
  public static DataReading at(Host host, String data, Optional<String> log) {
    return new DataReading(host.directory(data), log.map(host::directory));
  }

  /**
   * Result of reading the data.
   *
   * @param finding why etcd is not to be started on the data
   * @param position how far the data is, also where it is damaged; empty where that is not known
   */
  public record Found(Optional<DataFinding> finding, Optional<DataPosition> position) {
    static final Found NOTHING = new Found(Optional.empty(), Optional.empty());

    /** The damage of the data. */
    public Optional<DataFinding> damage() {
      return finding.filter(found -> found.verdict().provesDamage());
    }

    /**
     * Why etcd is not to be started on it although no damage was seen: another release has to be
     * started, or something in it must not be read.
     */
    public Optional<DataFinding> unfit() {
      return finding.filter(found -> !found.verdict().provesDamage());
    }
  }

  /**
   * Reads the data; finds nothing while a process uses it.
   *
   * @param binary the etcd that would be started on it, where that is known
   */
  public Found read(Optional<EtcdVersion> binary, Depth depth) {
    Found found = Found.NOTHING;
    for (int minor : binary.map(version -> List.of(version.minor())).orElse(ANY)) {
      DirectoryReading reading = reader(minor).readStill(depth);
      DataVerdict verdict = reading.verdict();
      if (verdict == DataVerdict.LIVE) {
        return Found.NOTHING;
      }
      boolean unfit =
          verdict == DataVerdict.FORBIDDEN
              || (binary.isPresent() && depth == Depth.FULL && verdict.wantsAnotherRelease());
      found =
          new Found(
              Optional.of(new DataFinding(verdict, reading.findings().getFirst()))
                  .filter(any -> unfit || verdict.provesDamage()),
              position(reading));
      if (!verdict.provesDamage()) {
        return found;
      }
    }
    return found;
  }

  /**
   * The end of the log, or the raft snapshot where that is later, also while a process writes it; 0
   * where it has no entry, and empty where there is no whole log to be read.
   */
  public Optional<Long> loggedUpTo() {
    DirectoryReading reading = reader(ANY.getLast()).read(Depth.QUICK);
    return reading
        .log()
        .filter(log -> log.damage().isEmpty() && log.identity().isPresent())
        .map(log -> reading.last().index());
  }

  /** How far the data is, also while a process writes it; empty where its log is not whole. */
  public Optional<DataPosition> position() {
    DirectoryReading reading = reader(ANY.getLast()).read(Depth.QUICK);
    return reading
        .log()
        .filter(log -> log.damage().isEmpty() && log.identity().isPresent())
        .flatMap(log -> position(reading));
  }

  private static Optional<DataPosition> position(DirectoryReading reading) {
    // A database that cannot be read tells nothing, and not that it is empty.
    boolean tells = reading.log().isPresent() || reading.database().isPresent();
    return reading
        .state()
        .filter(state -> tells)
        .map(
            state ->
                new DataPosition(
                    reading.last().term(),
                    reading.last().index(),
                    reading.known(),
                    state.lowestRevision(),
                    state.highestRevision() + changesInDoubt(reading),
                    state.members().stream().map(DataReading::entry).toList(),
                    tail(reading),
                    print(reading)));
  }

  /**
   * Changes that may have been acknowledged though the member did not know them to be committed.
   */
  private static long changesInDoubt(DirectoryReading reading) {
    return reading.uncertain().stream()
        .filter(logged -> logged.meaning() instanceof Request.KeyWrite)
        .count();
  }

  /**
   * The print of a log that goes on from its last raft snapshot. Entries before one may be of an
   * end that it replaced.
   */
  private static Optional<LogPrint> print(DirectoryReading reading) {
    return reading
        .log()
        .filter(log -> Long.compareUnsigned(log.last().index(), reading.start().index()) >= 0)
        .map(log -> LogDigests.of(log, reading.known()));
  }

  private static Optional<UncertainTail> tail(DirectoryReading reading) {
    long entries = reading.last().index() - reading.known();
    List<String> keys =
        reading.uncertain().stream()
            .map(LoggedRequest::meaning)
            .filter(Request.KeyWrite.class::isInstance)
            .flatMap(write -> ((Request.KeyWrite) write).keys().stream())
            .distinct()
            .toList();
    return entries <= 0
        ? Optional.empty()
        : Optional.of(
            new UncertainTail(
                entries,
                changesInDoubt(reading),
                keys,
                Math.max(0, keys.size() - UncertainTail.MOST_KEYS),
                reading.log().stream()
                    .flatMap(log -> log.changes().stream())
                    .anyMatch(
                        change -> Long.compareUnsigned(change.at().index(), reading.known()) > 0)));
  }

  private static MembershipEntry entry(MemberRecord member) {
    return new MembershipEntry(
        member.id(), member.name(), member.learner(), member.peerUrls(), member.clientUrls());
  }

  private DataDirectoryReader reader(int minor) {
    return new DataDirectoryReader(data, log, Expected.anybody(minor));
  }
}
