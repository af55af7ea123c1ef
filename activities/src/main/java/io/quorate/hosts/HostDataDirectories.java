package io.quorate.hosts;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.data.KeptDirectory;
import io.quorate.datadir.Depth;
import io.quorate.port.AsideDirectory;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import io.quorate.supervisor.MemberObservation;
import io.quorate.supervisor.MemberPaths;
import io.quorate.supervisor.Supervision;
import io.quorate.volume.DataReading;
import io.quorate.volume.KeptDirectories;
import io.quorate.volume.Moving;
import io.quorate.volume.PuttingBack;
import io.quorate.volume.Readings;
import io.quorate.volume.SettingAside;
import io.quorate.volume.Volume;
import io.quorate.volume.VolumeReading;
import io.quorate.volume.VolumeScript;
import java.time.Clock;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

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
      return in(host.volume().inspected(), host, depth);
    } catch (Failure e) {
      return DataDirectory.of(DataDirectory.State.UNREADABLE);
    }
  }

  /**
   * The data directory in the facts of {@link VolumeScript#INSPECT} or {@link MemberScript#WHOLE}.
   */
  DataDirectory in(Facts facts, MemberScripts host, Depth depth) {
    try {
      return new VolumeReading(host.volume(), facts, () -> versions.ofMember(host, facts).version())
          .directory(readings, depth, notAsTheFilesSay(host.member(), facts));
    } catch (Failure e) {
      return DataDirectory.of(DataDirectory.State.UNREADABLE);
    }
  }

  /**
   * Why the member is not started as its files say, which is also why they may not say where its
   * data is; empty where it is, and where the script did not look at its supervisor.
   */
  private static Optional<String> notAsTheFilesSay(MemberPaths member, Facts facts) {
    return facts.has("unit") || facts.has("environment-bytes") || facts.has("process")
        ? new Supervision(member, facts).objection()
        : Optional.empty();
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
          .map(MemberScripts::volume)
          .map(volume -> new VolumeReading(volume, volume.inspected(), Optional::empty))
          .flatMap(reading -> part.apply(reading.data()));
    } catch (Failure unseen) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Long> databaseBytes(MemberName member) {
    try {
      return hosts
          .find(member)
          .flatMap(
              host ->
                  host.volume().look(VolumeScript.DATABASE_SIZE, List.of()).first("database-bytes"))
          .flatMap(VolumeReading::number);
    } catch (Failure unseen) {
      return Optional.empty();
    }
  }

  @Override
  public String copy(MemberName member, MemberName to, Permit permit) {
    return moving(member, to).copy(() -> hold(hosts.of(to), permit), permit);
  }

  @Override
  public String handOver(MemberName member, MemberName to, MemberId id, Permit permit) {
    return moving(member, to).handOver(id, permit);
  }

  private Moving moving(MemberName member, MemberName to) {
    return new Moving(volume(member), volume(to));
  }

  /** Holds a member whose supervisor would start it by itself. */
  private static void hold(MemberScripts host, Permit permit) {
    MemberObservation seen = host.observation();
    if (!host.member().supervisor().startsByItself() || seen.held()) {
      return;
    }
    host.requireAbsent(seen, "held");
    host.underLock(
        MemberScript.HOLD,
        List.of(permit.operation() + " until the member has moved here"),
        facts -> {
          host.requireUnchanged(seen, host.sight(facts));
          permit.use();
          return "go\n";
        });
  }

  @Override
  public String setAside(MemberName member, MemberId was, Permit permit) {
    return new SettingAside(volume(member), was).carriedOut(permit);
  }

  @Override
  public List<AsideDirectory> aside(MemberName member) {
    return setAsideOf(member).aside();
  }

  @Override
  public List<KeptDirectory> kept(MemberName member) {
    return setAsideOf(member).read(Depth.QUICK);
  }

  @Override
  public List<KeptDirectory> examineKept(MemberName member) {
    return setAsideOf(member).read(Depth.FULL);
  }

  private KeptDirectories setAsideOf(MemberName member) {
    MemberScripts host = hosts.of(member);
    return new KeptDirectories(
        host.volume(), facts -> versions.ofMember(host, facts).version(), readings);
  }

  @Override
  public String putBack(MemberName member, MemberId was, String operation, Permit permit) {
    return new PuttingBack(volume(member), operation, was).carriedOut(permit);
  }

  private Volume volume(MemberName member) {
    return hosts.of(member).volume();
  }
}
