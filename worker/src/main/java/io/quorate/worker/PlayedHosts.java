package io.quorate.worker;

import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.etcd.PlayedCluster;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.port.HostLook;
import io.quorate.port.Installations;
import io.quorate.port.JoinSettings;
import io.quorate.port.Permit;
import io.quorate.port.Platform;
import io.quorate.port.Restores;
import io.quorate.port.Takeover;
import io.quorate.port.Workloads;
import io.quorate.workload.Installation;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.util.List;

/** Hosts of a cluster that this process plays, on which nothing can be done but a start. */
record PlayedHosts(PlayedCluster etcd) implements Platform {
  @Override
  public HostLook look(MemberName member) {
    return new HostLook(
        workloads().look(member),
        DataDirectory.of(DataDirectory.State.PRESENT),
        Installation.UNKNOWN);
  }

  @Override
  public HostLook examine(MemberName member) {
    return look(member);
  }

  @Override
  public Workloads workloads() {
    return new Processes(etcd);
  }

  @Override
  public DataDirectories data() {
    throw unplayed();
  }

  @Override
  public Installations installations() {
    throw unplayed();
  }

  @Override
  public Restores restores() {
    throw unplayed();
  }

  @Override
  public Takeover takeover() {
    return Takeover.NOT_NEEDED;
  }

  private static Failure unplayed() {
    return new Failure.Refused("the self-test plays no more than the start of a member");
  }

  private record Processes(PlayedCluster etcd) implements Workloads {
    @Override
    public Workload look(MemberName member) {
      return etcd.runs(member)
          ? Workload.running("it is played", new Run(member.value(), "the played " + member))
          : Workload.stopped("its played process has ended");
    }

    @Override
    public void start(MemberName member, JoinSettings settings, Permit permit) {
      etcd.start();
    }

    @Override
    public List<String> lastLogLines(MemberName member, int lines) {
      return List.of();
    }

    @Override
    public void hold(MemberName member, Permit permit) {
      throw unplayed();
    }

    @Override
    public void stop(MemberName member, Permit permit) {
      throw unplayed();
    }

    @Override
    public void terminate(MemberName member, Run run, Permit permit) {
      throw unplayed();
    }

    @Override
    public void letGoOn(MemberName member, Run run, Permit permit) {
      throw unplayed();
    }

    @Override
    public void kill(MemberName member, Run run, Permit permit) {
      throw unplayed();
    }
  }
}
