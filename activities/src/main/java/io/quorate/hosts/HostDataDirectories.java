package io.quorate.hosts;

import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.DataOwner;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Workload;
import io.quorate.datadir.OwnerReader;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.time.Instant;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;

/**
 * Data directories of members, looked at from outside and renamed, never deleted. Of the log only
 * the head is read, which says whose data it is.
 */
public final class HostDataDirectories implements DataDirectories {
  private final Hosts hosts;

  public HostDataDirectories(Hosts hosts) {
    this.hosts = hosts;
  }

  @Override
  public DataDirectory look(MemberName member) {
    return hosts
        .find(member)
        .map(HostDataDirectories::look)
        .orElseGet(() -> DataDirectory.of(DataDirectory.State.UNREADABLE));
  }

  private static DataDirectory look(MemberScripts host) {
    try {
      Facts facts = host.look(Script.INSPECT, DamageSignature.wantedStrings());
      var state = DirectoryObservation.of(facts).state();
      Optional<String> damage =
          state == DataDirectory.State.PRESENT
              ? LoggedDamage.in(facts.all("log"), moment(facts, "made"), moment(facts, "log-made"))
                  .map(LoggedDamage::inWords)
              : Optional.empty();
      return new DataDirectory(
          state,
          damage,
          facts.first("free").flatMap(HostDataDirectories::number),
          facts.first("moved-here").flatMap(HostDataDirectories::memberId),
          facts.first("restored"),
          facts.first("wal-head").flatMap(HostDataDirectories::owner));
    } catch (Failure e) {
      return DataDirectory.of(DataDirectory.State.UNREADABLE);
    }
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
    return facts
        .first(key)
        .flatMap(HostDataDirectories::number)
        .filter(seconds -> seconds > 0)
        .map(Instant::ofEpochSecond);
  }

  private static Optional<Long> number(String text) {
    return text.matches("\\d{1,18}") ? Optional.of(Long.valueOf(text)) : Optional.empty();
  }

  private static Optional<MemberId> memberId(String text) {
    return text.matches("[0-9a-f]{1,16}") ? Optional.of(MemberId.parse(text)) : Optional.empty();
  }

  @Override
  public String copy(MemberName member, MemberName to, Permit permit) {
    return new Moving(hosts.of(member), hosts.of(to)).copy(permit);
  }

  @Override
  public String handOver(MemberName member, MemberName to, MemberId id, Permit permit) {
    return new Moving(hosts.of(member), hosts.of(to))
        .handOver(id, ".aside-" + plain(permit.operation()) + "-" + id, permit);
  }

  @Override
  public String setAside(MemberName member, MemberId was, Permit permit) {
    MemberScripts host = hosts.of(member);
    String suffix = ".aside-" + plain(permit.operation()) + "-" + was;
    Facts before = host.look(Script.SURVEY, List.of(suffix));
    var process = ProcessObservation.of(before);
    var directory = DirectoryObservation.of(before);
    requireMovable(host.member(), process, directory);
    if (directory.nothingToMove()) {
      return directory.targetTaken()
          ? directory.target()
          : "there was nothing to set aside: " + directory.source() + " is absent or empty";
    }
    requireFree(directory);
    return host.underLock(
            Script.ASIDE,
            List.of(suffix),
            facts -> {
              MemberScripts.requireUnchanged(host.member(), process, ProcessObservation.of(facts));
              MemberScripts.requireUnchanged(
                  host.member(), directory, DirectoryObservation.of(facts));
              permit.use();
              return "go " + directory.inode() + "\n";
            })
        .first("moved")
        .orElseThrow(
            () -> new Failure.Unknown("it was not said where " + directory.source() + " is now"));
  }

  private static void requireMovable(
      MemberPaths member, ProcessObservation process, DirectoryObservation directory) {
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
              + " cannot be read; look at its disk, its mount and its permissions");
    }
  }

  private static void requireFree(DirectoryObservation directory) {
    if (directory.targetTaken()) {
      throw new Failure.Refused(
          "both "
              + directory.source()
              + " and "
              + directory.target()
              + " are there; nothing is replaced, so one of them has to be moved by a person");
    }
  }

  /** The operation's id, checked because it becomes part of a file name. */
  private static String plain(String operation) {
    if (!operation.matches("[A-Za-z0-9._-]{1,100}")) {
      throw new Failure.Fault("'" + operation + "' cannot be part of a file name");
    }
    return operation;
  }
}
