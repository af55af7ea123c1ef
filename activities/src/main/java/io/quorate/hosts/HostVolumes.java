package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import io.quorate.supervisor.MemberObservation;
import io.quorate.supervisor.Supervision;
import io.quorate.volume.Volume;
import io.quorate.volume.Volumes;
import java.util.List;
import java.util.Optional;

/** Directories of members on the file systems of their hosts. */
record HostVolumes(Hosts hosts, ProgramVersions versions) implements Volumes {
  @Override
  public Optional<Volume> find(MemberName member) {
    return hosts.find(member).map(MemberScripts::volume);
  }

  @Override
  public Volume of(MemberName member) {
    return hosts.of(member).volume();
  }

  @Override
  public Optional<EtcdVersion> binary(MemberName member, Facts facts) {
    return versions.ofMember(hosts.of(member), facts).version();
  }

  @Override
  public Optional<String> objection(MemberName member, Facts facts) {
    return facts.has("unit") || facts.has("environment-bytes") || facts.has("process")
        ? new Supervision(hosts.of(member).member(), facts).objection()
        : Optional.empty();
  }

  @Override
  public void hold(MemberName member, Permit permit) {
    MemberScripts host = hosts.of(member);
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
}
