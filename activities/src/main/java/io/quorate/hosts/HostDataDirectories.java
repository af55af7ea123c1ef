package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataFiles;
import io.quorate.data.DataFinding;
import io.quorate.data.DataOwner;
import io.quorate.data.DataPosition;
import io.quorate.data.KeptDirectory;
import io.quorate.datadir.Depth;
import io.quorate.datadir.OwnerReader;
import io.quorate.port.AsideDirectory;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.Sight;
import io.quorate.volume.AsideName;
import io.quorate.volume.DamageSignature;
import io.quorate.volume.DataReading;
import io.quorate.volume.DirectoryObservation;
import io.quorate.volume.LoggedDamage;
import io.quorate.volume.Readings;
import io.quorate.workload.WalDirectory;
import io.quorate.workload.Workload;
import java.time.Clock;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Data directories of members, read where the member does not run, and renamed, never deleted. A
 * look reads the end of the log and a few pages of the database; before a start all is read.
 */
public final class HostDataDirectories implements DataDirectories {
  private final Hosts hosts;
  private final ProgramVersions versions;
  private final Readings readings;

  public HostDataDirectories(Hosts hosts) {
    this(hosts, new ProgramVersions(), Clock.systemUTC());
  }

  HostDataDirectories(Hosts hosts, ProgramVersions versions, Clock clock) {
    this.hosts = hosts;
    this.versions = versions;
    this.readings = new Readings(clock);
  }

  @Override
  public DataDirectory look(MemberName member) {
    return look(member, Depth.QUICK);
  }

  @Override
  public DataDirectory examine(MemberName member) {
    return look(member, Depth.FULL);
  }

  private DataDirectory look(MemberName member, Depth depth) {
    return hosts
        .find(member)
        .map(host -> look(host, depth))
        .orElseGet(() -> DataDirectory.of(DataDirectory.State.UNREADABLE));
  }

  private DataDirectory look(MemberScripts host, Depth depth) {
    try {
      return in(
          host.look(MemberScript.INSPECT, List.of(DamageSignature.wantedStrings())), host, depth);
    } catch (Failure e) {
      return DataDirectory.of(DataDirectory.State.UNREADABLE);
    }
  }

  /**
   * The data directory in the facts of {@link MemberScript#INSPECT} or {@link MemberScript#WHOLE}.
   */
  DataDirectory in(Facts facts, MemberScripts host, Depth depth) {
    try {
      DataDirectory read = read(host, facts, depth);
      return doubt(host.member(), facts).map(why -> doubted(read, why, facts)).orElse(read);
    } catch (Failure e) {
      return DataDirectory.of(DataDirectory.State.UNREADABLE);
    }
  }

  /**
   * Returns the directory with a doubt about the next start. Where a running process has the files
   * open, the owner of the data stays known, because the doubt is not about these files.
   */
  private static DataDirectory doubted(DataDirectory read, String why, Facts facts) {
    DataDirectory doubted = read.doubted(why);
    return read.owner().filter(any -> isInUse(facts)).map(doubted::ownedBy).orElse(doubted);
  }

  private static boolean isInUse(Facts facts) {
    return facts.has("used");
  }

  private DataDirectory read(MemberScripts host, Facts facts, Depth depth) {
    var seen = DirectoryObservation.of(facts);
    boolean present = seen.state() == DataDirectory.State.PRESENT;
    LoggedDamage.Files changes = changes(facts);
    Optional<LoggedDamage> logged =
        LoggedDamage.in(facts.all("log"), changes).filter(any -> present);
    boolean part = seen.state() == DataDirectory.State.PARTIAL;
    Optional<DataFiles> files = files(host, facts);
    Readings.Reading reading =
        (present || part) && !isInUse(facts)
            ? readData(host, facts, files, depth)
            : Readings.NOTHING;
    DataReading.Found found = reading.found();
    DataDirectory seenSoFar =
        directory(
            host,
            facts,
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
                    .filter(damage -> damage.isInDoubt(changes) && !isInUse(facts))
                    .map(LoggedDamage::doubt)
                    .map(directory::doubted))
        .orElse(directory);
  }

  private static LoggedDamage.Files changes(Facts facts) {
    return new LoggedDamage.Files(
        moment(facts, "made"),
        moment(facts, "log-made"),
        facts.has("wal-head"),
        moment(facts, "database-changed"),
        moment(facts, "log-changed"));
  }

  private static DataDirectory directory(
      MemberScripts host, Facts facts, DirectoryObservation seen, Optional<DataFinding> damage) {
    return new DataDirectory(
        seen.state(),
        damage,
        facts.first("free").flatMap(HostDataDirectories::number),
        facts.first("moved-here").flatMap(HostDataDirectories::memberId),
        facts.first("restored"),
        facts.first("wal-head").flatMap(HostDataDirectories::owner),
        seen.log().map(log -> wal(host.member(), log, facts)),
        Optional.empty(),
        moment(facts, "changed").filter(time -> seen.state() == DataDirectory.State.EMPTY));
  }

  private static WalDirectory wal(MemberPaths member, DirectoryObservation.Log log, Facts facts) {
    return new WalDirectory(
        log.path(),
        facts.first("wal-free").flatMap(HostDataDirectories::number),
        log.whyNotEmpty(member.environmentFile()));
  }

  /** Why what was read proves nothing; empty where it does. */
  private static Optional<String> doubt(MemberPaths member, Facts facts) {
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
                                + member.environmentFile()
                                + " has "
                                + facts
                                    .first("wal")
                                    .map("ETCD_WAL_DIR="::concat)
                                    .orElse("no ETCD_WAL_DIR")
                                + ": make them agree, then look again"))
        .or(() -> notAsTheFilesSay(member, facts));
  }

  /**
   * Why the member is not started as its files say, which is also why they may not say where its
   * data is; empty where it is, and where the script did not look at its supervisor.
   */
  private static Optional<String> notAsTheFilesSay(MemberPaths member, Facts facts) {
    return facts.has("unit") || facts.has("environment-bytes") || facts.has("process")
        ? member.supervisor().objection(member, facts)
        : Optional.empty();
  }

  private Readings.Reading readData(
      MemberScripts host, Facts facts, Optional<DataFiles> files, Depth depth) {
    Optional<EtcdVersion> binary = versions.ofMember(host, facts).version();
    return readings.of(
        host.member().name() + " " + host.member().dataDirectory(),
        files.flatMap(DataFiles::sum),
        depth,
        () -> data(host, facts).read(binary, depth));
  }

  /** The files; their sum counts for the release that judges them. Empty without a log. */
  private Optional<DataFiles> files(MemberScripts host, Facts facts) {
    return facts
        .number("data-bytes")
        .map(
            bytes ->
                new DataFiles(
                    bytes,
                    facts.number("database-bytes").orElse(0L),
                    facts
                        .told("files-sum")
                        .filter(HostDataDirectories::isSum)
                        .map(sum -> judgedBy(host, facts) + sum),
                    moment(facts, "written")));
  }

  private String judgedBy(MemberScripts host, Facts facts) {
    return versions.ofMember(host, facts).version().map(version -> version.line() + ":").orElse("");
  }

  /**
   * Returns the data with its log: the log that a running process writes, or else the log that the
   * next start reads.
   */
  private static DataReading data(MemberScripts host, Facts facts) {
    Optional<String> log =
        isInUse(facts)
            ? facts.told("wal-now")
            : DirectoryObservation.of(facts).log().map(DirectoryObservation.Log::path);
    return DataReading.at(host.host(), host.member().dataDirectory(), log);
  }

  private static Optional<DataOwner> owner(String head) {
    if (!head.matches("[0-9a-f]*") || head.length() % 2 != 0) {
      return Optional.empty();
    }
    return OwnerReader.read(HexFormat.of().parseHex(head))
        .map(identity -> new DataOwner(identity.member(), identity.cluster()));
  }

  /** A time in whole seconds; 0 is what a file system says that keeps none. */
  private static Optional<Instant> moment(Facts facts, String key) {
    return facts.first(key).flatMap(HostDataDirectories::seconds);
  }

  static boolean isSum(String text) {
    return text.matches("[0-9a-f]{32}");
  }

  static Optional<Instant> seconds(String text) {
    return number(text).filter(seconds -> seconds > 0).map(Instant::ofEpochSecond);
  }

  static Optional<Long> number(String text) {
    return text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private static Optional<MemberId> memberId(String text) {
    return text.matches("[0-9a-f]{1,16}") ? Optional.of(MemberId.parse(text)) : Optional.empty();
  }

  @Override
  public Optional<Long> loggedUpTo(MemberName member) {
    return read(member, DataReading::loggedUpTo);
  }

  @Override
  public Optional<DataPosition> position(MemberName member) {
    return read(member, DataReading::position);
  }

  private <T> Optional<T> read(MemberName member, Function<DataReading, Optional<T>> part) {
    try {
      return hosts
          .find(member)
          .flatMap(
              host ->
                  part.apply(
                      data(
                          host,
                          host.look(
                              MemberScript.INSPECT, List.of(DamageSignature.wantedStrings())))));
    } catch (Failure unseen) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Long> databaseBytes(MemberName member) {
    try {
      return hosts
          .find(member)
          .flatMap(host -> host.look(MemberScript.DATABASE_SIZE, List.of()).first("database-bytes"))
          .flatMap(HostDataDirectories::number);
    } catch (Failure unseen) {
      return Optional.empty();
    }
  }

  @Override
  public String copy(MemberName member, MemberName to, Permit permit) {
    return new Moving(hosts.of(member), hosts.of(to)).copy(permit);
  }

  @Override
  public String handOver(MemberName member, MemberName to, MemberId id, Permit permit) {
    return new Moving(hosts.of(member), hosts.of(to))
        .handOver(id, AsideName.suffix(permit.operation(), id), permit);
  }

  @Override
  public String setAside(MemberName member, MemberId was, Permit permit) {
    MemberScripts host = hosts.of(member);
    String suffix = AsideName.suffix(permit.operation(), was);
    Facts before = host.look(MemberScript.SURVEY, List.of(suffix));
    var process = host.sight(before);
    var directory = DirectoryObservation.of(before);
    requireMovable(host.member(), process, directory);
    if (directory.nothingToMove()) {
      return directory.setAside().isEmpty()
          ? "there was nothing to set aside: " + directory.source() + " is absent or empty"
          : String.join(" and ", directory.setAside());
    }
    requireFree(directory);
    List<String> moved =
        host.underLock(
                MemberScript.ASIDE,
                List.of(suffix),
                facts -> {
                  MemberScripts.requireUnchanged(host.member(), process, host.sight(facts));
                  MemberScripts.requireUnchanged(
                      host.member(), directory, DirectoryObservation.of(facts));
                  permit.use();
                  return "go " + directory.toMove() + "\n";
                })
            .all("moved");
    if (moved.isEmpty()) {
      throw new Failure.Unknown("it was not said where " + directory.source() + " is now");
    }
    return Stream.concat(directory.setAside().stream(), moved.stream())
        .collect(Collectors.joining(" and "));
  }

  @Override
  public List<AsideDirectory> aside(MemberName member) {
    return kept(hosts.of(member)).aside();
  }

  @Override
  public List<KeptDirectory> kept(MemberName member) {
    return kept(hosts.of(member)).read(Depth.QUICK);
  }

  @Override
  public List<KeptDirectory> examineKept(MemberName member) {
    return kept(hosts.of(member)).read(Depth.FULL);
  }

  private KeptDirectories kept(MemberScripts host) {
    return new KeptDirectories(host, versions, readings);
  }

  private static void requireMovable(
      MemberPaths member, Sight process, DirectoryObservation directory) {
    Workload workload = process.workload(member);
    if (!workload.provenAbsent()) {
      throw new Failure.Refused(
          "the data directory of "
              + member.name()
              + " is not set aside while its process is not proven gone: "
              + workload.evidence());
    }
    if (!directory.readable()) {
      throw new Failure.Refused(
          member.dataDirectory()
              + " of "
              + member.name()
              + " cannot be read: "
              + directory.whyUnreadable());
    }
    directory
        .log()
        .flatMap(log -> log.whyNotEmpty(member.environmentFile()))
        .ifPresent(
            why -> {
              throw new Failure.Refused(
                  "the data of " + member.name() + " is not set aside: " + why);
            });
  }

  private static void requireFree(DirectoryObservation directory) {
    directory
        .doubled()
        .ifPresent(
            both -> {
              throw new Failure.Refused(
                  "both "
                      + both
                      + " are there; nothing is replaced, so one of them has to be moved by a"
                      + " person");
            });
  }

  @Override
  public String putBack(MemberName member, MemberId was, String operation, Permit permit) {
    return new PuttingBack(hosts.of(member), operation, was).carriedOut(permit);
  }
}
