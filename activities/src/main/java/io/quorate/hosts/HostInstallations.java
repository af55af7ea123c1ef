package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.Installations;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import io.quorate.supervisor.MemberObservation;
import io.quorate.supervisor.SeenProgram;
import io.quorate.supervisor.StartSettings;
import io.quorate.supervisor.StartedRun;
import io.quorate.volume.DamageSignature;
import io.quorate.workload.Installation;
import io.quorate.workload.Installation.Release;
import io.quorate.workload.NextStart;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Binaries, environment files and raft snapshots of members on hosts. The settings are written
 * before the binary is renamed, so a start between the two runs the old etcd.
 */
public final class HostInstallations implements Installations {
  private final Hosts hosts;
  private final List<ReleaseDirectory> releases;
  private final ProgramVersions versions;
  private final PodInstallations pods;

  public HostInstallations(Hosts hosts, List<ReleaseDirectory> releases) {
    this(hosts, releases, new ProgramVersions(), new PodInstallations(List.of()));
  }

  HostInstallations(
      Hosts hosts,
      List<ReleaseDirectory> releases,
      ProgramVersions versions,
      PodInstallations pods) {
    this.hosts = hosts;
    this.releases = List.copyOf(releases);
    this.versions = versions;
    this.pods = pods;
  }

  @Override
  public Installation look(MemberName member) {
    return hosts.find(member).map(this::look).orElse(Installation.UNKNOWN);
  }

  private Installation look(MemberScripts host) {
    try {
      return in(host.look(MemberScript.INSTALLATION, paths()), host);
    } catch (Failure blind) {
      return unseen(blind);
    }
  }

  /**
   * The installation in the facts of {@link MemberScript#WHOLE} with the arguments {@link #whole}.
   */
  Installation in(Facts facts, MemberScripts host) {
    try {
      var seen = InstallationObservation.of(facts, host.member(), paths());
      boolean isPod = PodInstallations.concern(host);
      Installation found =
          isPod ? pods.in(facts, host, seen.raftSnapshotIndex()) : installation(host, seen);
      Optional<EtcdVersion> next = isPod ? pods.released(facts, host) : found.binary();
      return found.withNextStart(nextStart(facts, host, next));
    } catch (Failure blind) {
      return unseen(blind);
    }
  }

  /** The next start; empty where what the host tells of the process cannot be read. */
  private static Optional<NextStart> nextStart(
      Facts facts, MemberScripts host, Optional<EtcdVersion> version) {
    try {
      return StartedRun.of(facts).map(run -> run.beside(host.member(), facts, version));
    } catch (Failure unreadable) {
      return Optional.empty();
    }
  }

  /** The arguments of {@link MemberScript#WHOLE}. */
  List<String> whole() {
    return Stream.concat(
            Stream.of(Integer.toString(HostWorkloads.LAST_WORDS), DamageSignature.wantedStrings()),
            paths().stream())
        .toList();
  }

  private Installation installation(MemberScripts host, InstallationObservation seen) {
    return new Installation(
        versions.of(host, seen.binary()).version(),
        releases(host, seen),
        seen.settings(),
        seen.raftSnapshotIndex());
  }

  /** An installation that could not be looked at, with the reason at each release. */
  Installation unseen(Failure blind) {
    Optional<String> why = Optional.of("its host could not be looked at: " + blind.getMessage());
    return new Installation(
        Optional.empty(),
        releases.stream().map(release -> new Release(release.version(), why)).toList(),
        new TreeMap<>(),
        Optional.empty());
  }

  private InstallationObservation seen(MemberScripts host) {
    List<String> paths = paths();
    return InstallationObservation.of(
        host.look(MemberScript.INSTALLATION, paths), host.member(), paths);
  }

  private List<String> paths() {
    return releases.stream().map(ReleaseDirectory::etcd).toList();
  }

  private List<Release> releases(MemberScripts host, InstallationObservation seen) {
    List<Release> found = new ArrayList<>();
    for (int number = 0; number < releases.size(); number++) {
      EtcdVersion version = releases.get(number).version();
      found.add(new Release(version, problem(host, version, seen.releases().get(number))));
    }
    return found;
  }

  private Optional<String> problem(MemberScripts host, EtcdVersion version, SeenProgram program) {
    ProgramVersion said = versions.of(host, program);
    return said.problem()
        .or(
            () ->
                said.version()
                    .filter(another -> !another.equals(version))
                    .map(another -> program.path() + " is etcd " + another));
  }

  @Override
  public void switchTo(
      MemberName member, EtcdVersion version, SortedMap<String, String> settings, Permit permit) {
    MemberScripts host = hosts.of(member);
    if (PodInstallations.concern(host)) {
      pods.switchTo(host, version, settings, permit);
      return;
    }
    MemberObservation before = host.observation();
    host.requireAbsent(before, "moved to etcd " + version);
    InstallationObservation seen = seen(host);
    SeenProgram release = usable(host, version, seen);
    requireOwn(member, seen);
    var edit = new StartSettings(host.member());
    host.underLock(
        MemberScript.SWITCH,
        List.of(release.path(), kept(host, seen.binary())),
        facts -> {
          host.requireUnchanged(before, host.sight(facts));
          host.requireUnchanged(
              seen.binary(), InstallationObservation.binary(facts, host.member()));
          host.requireUnchanged(
              release, SeenProgram.of(release.path(), facts.first("release").orElse("")));
          host.requireStartable(facts, "moved to etcd " + version);
          String text = edit.switched(facts, settings);
          permit.use();
          return "go " + text.getBytes(StandardCharsets.ISO_8859_1).length + "\n" + text;
        });
  }

  private SeenProgram usable(
      MemberScripts host, EtcdVersion version, InstallationObservation seen) {
    for (int number = 0; number < releases.size(); number++) {
      if (releases.get(number).version().equals(version)) {
        SeenProgram release = seen.releases().get(number);
        Optional<String> problem = problem(host, version, release);
        if (problem.isPresent()) {
          throw new Failure.Refused(
              host.member().name() + " is not moved to etcd " + version + ": " + problem.get());
        }
        return release;
      }
    }
    throw new Failure.Fault(
        "the configuration has no directory of etcd " + version + "; add it to etcd.releases");
  }

  /**
   * Refuses to replace a file in a folder that is reached through a link: every member that uses
   * the folder would get the new file.
   */
  private void requireOwn(MemberName member, InstallationObservation seen) {
    SeenProgram binary = seen.binary();
    for (SeenProgram release : seen.releases()) {
      if (binary.kind() == SeenProgram.Kind.FILE && binary.at().equals(release.at())) {
        throw new Failure.Refused(
            binary.path()
                + " of "
                + member
                + " is the very file "
                + release.path()
                + " of a release, which is never replaced; make it a link, or a copy of its own");
      }
    }
  }

  private String kept(MemberScripts host, SeenProgram binary) {
    String version =
        versions.of(host, binary).version().map(EtcdVersion::toString).orElse("unknown");
    return binary.path() + ".kept-" + version;
  }
}
