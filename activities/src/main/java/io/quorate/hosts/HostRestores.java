package io.quorate.hosts;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.DeliveryOrder;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.RestoreOrder;
import io.quorate.port.Restores;
import io.quorate.port.Salvaged;
import io.quorate.port.SnapshotFile;
import io.quorate.port.Trial;
import io.quorate.port.TrialOrder;
import io.quorate.volume.Delivery;
import io.quorate.volume.EtcdTools;
import io.quorate.volume.Restoring;
import io.quorate.volume.Salvaging;
import io.quorate.volume.Scratch;
import io.quorate.volume.TrialRestore;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.SortedMap;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * Salvage and restore on the hosts of members, with etcd's own programs. Scratch directories stand
 * beside the data, because only a rename on one file system puts a directory in its place at once.
 */
public final class HostRestores implements Restores {
  private final Hosts hosts;
  private final ToolSearch search;

  public HostRestores(Hosts hosts, List<ReleaseDirectory> releases) {
    this(hosts, releases, new ProgramVersions());
  }

  HostRestores(Hosts hosts, List<ReleaseDirectory> releases, ProgramVersions versions) {
    this.hosts = hosts;
    this.search = new ToolSearch(releases, versions);
  }

  @Override
  public Optional<String> objection(MemberName member) {
    try {
      search.of(hosts.of(member));
      return Optional.empty();
    } catch (Failure.Refused why) {
      return Optional.of(String.valueOf(why.getMessage()));
    }
  }

  @Override
  public void salvage(
      MemberName member, Consumer<Salvaged> keep, Consumer<String> progress, Permit permit) {
    MemberScripts host = hosts.of(member);
    new Salvaging(
            Scratch.of(host.volume(), Scratch.Purpose.SALVAGE, permit),
            search.of(host),
            settings(host),
            progress)
        .keep(keep, permit);
  }

  @Override
  public SnapshotFile bring(
      MemberName member, DeliveryOrder order, Consumer<String> progress, Supplier<Permit> permit) {
    MemberScripts host = hosts.of(member);
    if (host.host().isThisMachine()) {
      return order.snapshot();
    }
    Permit granted = permit.get();
    return Delivery.to(host.volume(), granted).of(order, progress, granted);
  }

  @Override
  public void discard(MemberName member, Permit permit) {
    MemberScripts host = hosts.of(member);
    // A later attempt may be at work with it, and discards it.
    if (!host.host().isThisMachine() && !permit.isWithdrawn()) {
      Delivery.to(host.volume(), permit).remove();
    }
  }

  @Override
  public Trial tryOut(MemberName member, TrialOrder order, Permit permit) {
    MemberScripts host = hosts.of(member);
    EtcdTools tools = search.of(host);
    requireBump(tools, order.bump());
    return new TrialRestore(
            Scratch.of(host.volume(), Scratch.Purpose.TRIAL, permit), tools, settings(host))
        .of(order, permit);
  }

  @Override
  public String restore(MemberName member, RestoreOrder order, Permit permit) {
    MemberScripts host = hosts.of(member);
    EtcdTools tools = search.of(host);
    requireBump(tools, order.bump());
    return new Restoring(Scratch.of(host.volume(), Scratch.Purpose.RESTORE, permit), tools, order)
        .carriedOut(permit);
  }

  @Override
  public Trial verifyInPlace(MemberName member, Revision revision, Permit permit) {
    MemberScripts host = hosts.of(member);
    return new TrialRestore(
            Scratch.of(host.volume(), Scratch.Purpose.VERIFY, permit),
            search.of(host),
            settings(host))
        .inPlace(revision, permit);
  }

  private static void requireBump(EtcdTools tools, OptionalLong bump) {
    if (bump.isPresent() && !tools.canBump()) {
      throw new Failure.Refused(
          tools.restorer()
              + " is "
              + tools.restores()
              + ", which cannot raise the revision; 3.4.27, 3.5.10 and later can. Restore without"
              + " it, and restart whatever watches or caches keys");
    }
  }

  private static SortedMap<String, String> settings(MemberScripts host) {
    return InstallationObservation.of(
            host.look(MemberScript.INSTALLATION, List.of()), host.member(), List.of())
        .settings();
  }
}
