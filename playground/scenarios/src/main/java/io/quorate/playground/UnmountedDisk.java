package io.quorate.playground;

import io.quorate.lab.machine.Disk;
import io.quorate.lab.machine.SmallFileSystem;
import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import io.quorate.playground.GatewayApi.IncidentJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A scenario in which a follower ends and its disk is not mounted any more. Its directory is empty,
 * and nothing of it is lost: Quorate says what to mount, somebody does, and it is started.
 */
final class UnmountedDisk implements Scenario {
  private Optional<Disk> unmounted = Optional.empty();

  @Override
  public Synopsis synopsis() {
    return Synopsis.ofMembersDown(
        "unmounted-disk",
        "One member ends and its disk is not mounted; it is started once somebody mounts it.",
        Synopsis.RESUME);
  }

  @Override
  public Disks disks() {
    return Disks.MOUNTED;
  }

  @Override
  public Optional<String> whyNotHere() {
    return SmallFileSystem.whyNot();
  }

  @Override
  public String breakIt(EtcdCluster cluster, Inspection before)
      throws IOException, InterruptedException {
    EtcdMember victim = cluster.member(LostMember.victim(before));
    victim.kill();
    Disk disk = Disks.of(victim.files().folder());
    disk.unmount();
    unmounted = Optional.of(disk);
    return victim.name() + ", a follower, is killed with -9 and its disk unmounted";
  }

  /** Acts as the person who reads the incident, and mounts the disk. */
  @Override
  public void whileNothingIsDone(EtcdCluster cluster, IncidentJson incident)
      throws IOException, InterruptedException {
    if (unmounted.isPresent()
        && String.valueOf(incident.finding()).contains("not mounted: mount it")) {
      unmounted.get().mount();
      unmounted = Optional.empty();
    }
  }

  @Override
  public List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException {
    List<String> differences = new ArrayList<>();
    if (unmounted.isPresent()) {
      differences.add("nobody was told that a disk is not mounted");
    }
    differences.addAll(after.otherIdsThan(before));
    return differences;
  }
}
