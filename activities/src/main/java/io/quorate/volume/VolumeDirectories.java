package io.quorate.volume;

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
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Data directories of members, read where the member does not run, and renamed, never deleted. A
 * look reads the end of the log and a few pages of the database; before a start all is read.
 */
public class VolumeDirectories implements DataDirectories {
  private final Volumes volumes;
  private final Readings readings;

  public VolumeDirectories(Volumes volumes, Clock clock) {
    this.volumes = volumes;
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
    try {
      return volumes
          .find(member)
          .map(volume -> in(volume.inspected(), volume, depth))
          .orElseGet(() -> DataDirectory.of(DataDirectory.State.UNREADABLE));
    } catch (Failure e) {
      return DataDirectory.of(DataDirectory.State.UNREADABLE);
    }
  }

  /**
   * The data directory in the facts of {@link VolumeScript#INSPECT}, or of another script that has
   * the same parts.
   */
  public DataDirectory in(Facts facts, Volume volume, Depth depth) {
    MemberName member = volume.member();
    try {
      return new VolumeReading(volume, facts, () -> volumes.binary(member, facts))
          .directory(readings, depth, volumes.objection(member, facts));
    } catch (Failure e) {
      return DataDirectory.of(DataDirectory.State.UNREADABLE);
    }
  }

  @Override
  public Optional<Long> loggedUpTo(MemberName member, Instant since) {
    return read(member, DataReading::loggedUpTo);
  }

  @Override
  public Optional<DataPosition> position(MemberName member) {
    return read(member, DataReading::position);
  }

  private <T> Optional<T> read(MemberName member, Function<DataReading, Optional<T>> part) {
    try {
      return volumes
          .find(member)
          .map(volume -> new VolumeReading(volume, volume.inspected(), Optional::empty))
          .flatMap(reading -> part.apply(reading.data()));
    } catch (Failure unseen) {
      return Optional.empty();
    }
  }

  @Override
  public Optional<Long> databaseBytes(MemberName member) {
    try {
      return volumes
          .find(member)
          .flatMap(
              volume -> volume.look(VolumeScript.DATABASE_SIZE, List.of()).first("database-bytes"))
          .flatMap(VolumeReading::number);
    } catch (Failure unseen) {
      return Optional.empty();
    }
  }

  @Override
  public String copy(MemberName member, MemberName to, Permit permit) {
    return moving(member, to).copy(() -> volumes.hold(to, permit), permit);
  }

  @Override
  public String handOver(MemberName member, MemberName to, MemberId id, Permit permit) {
    return moving(member, to).handOver(id, permit);
  }

  private Moving moving(MemberName member, MemberName to) {
    return new Moving(volumes.of(member), volumes.of(to));
  }

  @Override
  public String setAside(MemberName member, MemberId was, Permit permit) {
    return new SettingAside(volumes.of(member), was).carriedOut(permit);
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
    return new KeptDirectories(
        volumes.of(member), facts -> volumes.binary(member, facts), readings);
  }

  @Override
  public String putBack(MemberName member, MemberId was, String operation, Permit permit) {
    return new PuttingBack(volumes.of(member), operation, was).carriedOut(permit);
  }
}
