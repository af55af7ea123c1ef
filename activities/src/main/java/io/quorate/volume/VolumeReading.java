package io.quorate.volume;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFiles;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.datadir.Depth;
import io.quorate.datadir.OwnerReader;
import io.quorate.shell.Facts;
import io.quorate.workload.WalDirectory;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * The data directory of a volume as the facts of a look show it.
 *
 * @param facts of a script that has {@code data.sh}
 * @param binary the etcd that would be started on it
 */
public record VolumeReading(Volume volume, Facts facts, Supplier<Optional<EtcdVersion>> binary) {
  /**
   * The directory.
   *
   * @param objection why the member would not be started as its files say, which is also why they
   *     may not say where its data is
   */
  public DataDirectory directory(Readings readings, Depth depth, Optional<String> objection) {
    DataDirectory read = read(readings, depth);
    return doubt().or(() -> objection).map(why -> doubted(read, why)).orElse(read);
  }

  /**
   * Returns the directory with a doubt about the next start. Where a running process has the files
   * open, the owner of the data stays known, because the doubt is not about these files.
   */
  private DataDirectory doubted(DataDirectory read, String why) {
    DataDirectory doubted = read.doubted(why);
    return read.owner().filter(any -> isInUse()).map(doubted::ownedBy).orElse(doubted);
  }

  private boolean isInUse() {
    return facts.has("used");
  }

  private DataDirectory read(Readings readings, Depth depth) {
    var seen = DirectoryObservation.of(facts);
    boolean present = seen.state() == DataDirectory.State.PRESENT;
    LoggedDamage.Files changes = changes();
    Optional<LoggedDamage> logged =
        LoggedDamage.in(facts.all("log"), changes).filter(any -> present);
    boolean part = seen.state() == DataDirectory.State.PARTIAL;
    Optional<DataFiles> files = files();
    Readings.Reading reading =
        (present || part) && !isInUse() ? readData(readings, files, depth) : Readings.NOTHING;
    DataReading.Found found = reading.found();
    DataDirectory seenSoFar =
        directory(
            seen,
            logged.map(LoggedDamage::finding).or(() -> found.damage().filter(any -> present)));
    DataDirectory withFiles =
        files.map(reading::markedIn).map(seenSoFar::holding).orElse(seenSoFar);
    DataDirectory directory = found.position().map(withFiles::reaching).orElse(withFiles);
    return found
        .unfit()
        .map(directory::doubted)
        .or(
            () ->
                logged
                    .filter(damage -> damage.isInDoubt(changes) && !isInUse())
                    .map(LoggedDamage::doubt)
                    .map(directory::doubted))
        .orElse(directory);
  }

  private LoggedDamage.Files changes() {
    return new LoggedDamage.Files(
        moment("made"),
        moment("log-made"),
        facts.has("wal-head"),
        moment("database-changed"),
        moment("log-changed"));
  }

  private DataDirectory directory(DirectoryObservation seen, Optional<DataFinding> damage) {
    return new DataDirectory(
        seen.state(),
        damage,
        facts.first("free").flatMap(VolumeReading::number),
        facts.first("moved-here").flatMap(VolumeReading::memberId),
        facts.first("restored"),
        facts.first("wal-head").flatMap(VolumeReading::owner),
        seen.log().map(log -> wal(log)),
        Optional.empty(),
        moment("changed").filter(time -> seen.state() == DataDirectory.State.EMPTY));
  }

  private WalDirectory wal(DirectoryObservation.Log log) {
    return new WalDirectory(
        log.path(),
        facts.first("wal-free").flatMap(VolumeReading::number),
        log.whyNotEmpty(volume.settings()));
  }

  /** Why what was read proves nothing; empty where it does. */
  private Optional<String> doubt() {
    return DirectoryObservation.of(facts)
        .unmounted()
        .map(DirectoryObservation.Unmounted::inWords)
        .or(
            () ->
                facts
                    .first("wal-now")
                    .filter(now -> !now.equals(facts.first("wal").orElse("")))
                    .map(
                        now ->
                            "it runs with its log in "
                                + (now.isEmpty() ? "its data directory" : now)
                                + ", and "
                                + volume.settings()
                                + " has "
                                + facts
                                    .first("wal")
                                    .map("ETCD_WAL_DIR="::concat)
                                    .orElse("no ETCD_WAL_DIR")
                                + ": make them agree, then look again"));
  }

  private Readings.Reading readData(Readings readings, Optional<DataFiles> files, Depth depth) {
    Optional<EtcdVersion> etcd = binary.get();
    return readings.of(
        volume.member() + " " + volume.directory(),
        files.flatMap(DataFiles::sum),
        depth,
        () -> data().read(etcd, depth));
  }

  /** The files; their sum counts for the release that judges them. Empty without a log. */
  private Optional<DataFiles> files() {
    return facts
        .number("data-bytes")
        .map(
            bytes ->
                new DataFiles(
                    bytes,
                    facts.number("database-bytes").orElse(0L),
                    facts
                        .told("files-sum")
                        .filter(VolumeReading::isSum)
                        .map(sum -> judgedBy(binary.get()) + sum),
                    moment("written")));
  }

  /**
   * Returns a prefix that keeps the readings by one release apart from those by another release.
   */
  static String judgedBy(Optional<EtcdVersion> etcd) {
    return etcd.map(version -> version.line() + ":").orElse("");
  }

  /**
   * Returns the data with its log: the log that a running process writes, or else the log that the
   * next start reads.
   */
  public DataReading data() {
    Optional<String> log =
        isInUse()
            ? facts.told("wal-now")
            : DirectoryObservation.of(facts).log().map(DirectoryObservation.Log::path);
    return DataReading.at(volume.host(), volume.directory(), log);
  }

  private static Optional<DataOwner> owner(String head) {
    if (!head.matches("[0-9a-f]*") || head.length() % 2 != 0) {
      return Optional.empty();
    }
    return OwnerReader.read(HexFormat.of().parseHex(head))
        .map(identity -> new DataOwner(identity.member(), identity.cluster()));
  }

  /** Reads a time in whole seconds; empty for 0, which a file system without such times reports. */
  private Optional<Instant> moment(String key) {
    return facts.first(key).flatMap(VolumeReading::seconds);
  }

  static boolean isSum(String text) {
    return text.matches("[0-9a-f]{32}");
  }

  static Optional<Instant> seconds(String text) {
    return number(text).filter(seconds -> seconds > 0).map(Instant::ofEpochSecond);
  }

  /** A number that a host told; empty where it is none. */
  public static Optional<Long> number(String text) {
    return text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private static Optional<MemberId> memberId(String text) {
    return text.matches("[0-9a-f]{1,16}") ? Optional.of(MemberId.parse(text)) : Optional.empty();
  }
}
