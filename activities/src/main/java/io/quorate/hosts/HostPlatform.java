package io.quorate.hosts;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.datadir.Depth;
import io.quorate.port.Failure;
import io.quorate.port.HostLook;
import io.quorate.port.Platform;
import io.quorate.port.Takeover;
import io.quorate.shell.Facts;
import io.quorate.workload.Workload;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * Members on hosts, whatever supervises them there. One instance serves the whole life of the
 * worker, because it remembers the etcd version of each program file.
 */
public record HostPlatform(
    Hosts hosts,
    Clock clock,
    HostWorkloads workloads,
    HostDataDirectories data,
    HostInstallations installations,
    HostRestores restores)
    implements Platform {

  /** The platform of these hosts, with the releases that their members can be switched to. */
  public static HostPlatform of(Hosts hosts, List<ReleaseDirectory> releases, Clock clock) {
    return of(hosts, releases, List.of(), clock);
  }

  /**
   * The platform of these hosts.
   *
   * @param images the releases that static pods can be switched to
   */
  public static HostPlatform of(
      Hosts hosts, List<ReleaseDirectory> releases, List<ReleaseImage> images, Clock clock) {
    var pods = new PodInstallations(images);
    var versions = new ProgramVersions(pods);
    return new HostPlatform(
        hosts,
        clock,
        new HostWorkloads(hosts, clock),
        new HostDataDirectories(hosts, versions, clock),
        new HostInstallations(hosts, releases, versions, pods),
        new HostRestores(hosts, releases, versions));
  }

  @Override
  public HostLook look(MemberName member) {
    return whole(member, Depth.QUICK).orElseGet(() -> Platform.super.look(member));
  }

  @Override
  public HostLook examine(MemberName member) {
    return whole(member, Depth.FULL).orElseGet(() -> Platform.super.examine(member));
  }

  @Override
  public Takeover takeover() {
    return Takeover.NOT_NEEDED;
  }

  /**
   * The look of one script; empty where it failed. A disk that does not answer keeps the script
   * from its end, and then each part is looked at by itself, so that it hides only what lies on it.
   */
  private Optional<HostLook> whole(MemberName member, Depth depth) {
    return hosts.find(member).flatMap(host -> whole(host, depth));
  }

  private Optional<HostLook> whole(MemberScripts host, Depth depth) {
    Facts facts;
    Instant from = clock.instant();
    try {
      facts = host.look(MemberScript.WHOLE, installations.whole());
    } catch (Failure.Unreached unreached) {
      return Optional.of(
          new HostLook(
              Workload.unreachable(String.valueOf(unreached.getMessage())),
              DataDirectory.of(DataDirectory.State.UNREADABLE),
              installations.unseen(unreached)));
    } catch (Failure unseen) {
      return Optional.empty();
    }
    return Optional.of(
        new HostLook(
            workloads.in(facts, host, from),
            data.in(facts, host.volume(), depth),
            installations.in(facts, host)));
  }
}
