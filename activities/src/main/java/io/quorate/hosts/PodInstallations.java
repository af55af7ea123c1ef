package io.quorate.hosts;

import io.quorate.cluster.EtcdVersion;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import io.quorate.supervisor.Manifest;
import io.quorate.supervisor.MemberObservation;
import io.quorate.supervisor.StartSettings;
import io.quorate.supervisor.StaticPodSupervisor;
import io.quorate.supervisor.Supervision;
import io.quorate.workload.Installation;
import io.quorate.workload.Installation.Release;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Images and flags of members that are static pods. One rename of the manifest changes both, so no
 * start lies between them.
 *
 * @param images the releases that pods may be moved to
 */
record PodInstallations(List<ReleaseImage> images) {
  PodInstallations {
    images = List.copyOf(images);
  }

  static boolean concern(MemberScripts host) {
    return host.member().supervisor() instanceof StaticPodSupervisor;
  }

  /** The installation in the facts of a script that has seen the manifest. */
  Installation in(Facts facts, MemberScripts host, Optional<Long> raftSnapshotIndex) {
    SortedMap<String, String> settings = new TreeMap<>();
    Optional<EtcdVersion> version = Optional.empty();
    try {
      Manifest manifest = manifest(facts, host);
      settings = manifest.settings();
      version = versionOf(manifest);
    } catch (Failure unusual) {
      // What is wrong with the manifest is said where an effect needs it: no settings, no version.
      settings.clear();
    }
    return new Installation(
        version,
        images.stream().map(one -> new Release(one.version(), Optional.empty())).toList(),
        settings,
        raftSnapshotIndex);
  }

  /** Version of the image: the release configured for exactly it, else what its tag says. */
  private Optional<EtcdVersion> versionOf(Manifest manifest) {
    return released(manifest).or(manifest::version);
  }

  private Optional<EtcdVersion> released(Manifest manifest) {
    return images.stream()
        .filter(one -> one.image().equals(manifest.image().value()))
        .map(ReleaseImage::version)
        .findFirst();
  }

  /**
   * Version of the manifest's image that the configuration gives: a tag may have a numbering of its
   * own, and nothing here tells the image that runs.
   */
  Optional<EtcdVersion> released(Facts facts, MemberScripts host) {
    try {
      return released(manifest(facts, host));
    } catch (Failure unusual) {
      return Optional.empty();
    }
  }

  /** Version that the manifest's image is, or why it is not known. */
  ProgramVersion version(Facts facts, MemberScripts host) {
    try {
      Manifest manifest = manifest(facts, host);
      return versionOf(manifest)
          .map(ProgramVersion::version)
          .orElseGet(
              () ->
                  ProgramVersion.nothing(
                      "%s line %d: the image %s does not say which release it is; write it into etcd.releases"
                          .formatted(
                              manifest.path(), manifest.image().line(), manifest.image().value())));
    } catch (Failure unusual) {
      return ProgramVersion.nothing(String.valueOf(unusual.getMessage()));
    }
  }

  private static Manifest manifest(Facts facts, MemberScripts host) {
    return new Supervision(host.member(), facts).manifest();
  }

  void switchTo(
      MemberScripts host, EtcdVersion version, SortedMap<String, String> settings, Permit permit) {
    String what = "moved to etcd " + version;
    MemberObservation before = host.observation();
    host.requireAbsent(before, what);
    String image =
        images.stream()
            .filter(one -> one.version().equals(version))
            .map(ReleaseImage::image)
            .findFirst()
            .orElseThrow(
                () ->
                    new Failure.Fault(
                        "the configuration has no image of etcd "
                            + version
                            + "; add it to etcd.releases"));
    var edit = new StartSettings(host.member());
    host.underLock(
        MemberScript.REWRITE,
        List.of(),
        facts -> {
          host.requireUnchanged(before, host.sight(facts));
          host.requireStartable(facts, what);
          Manifest switched =
              Manifest.parse(host.member().environmentFile(), edit.switched(facts, settings));
          String bytes = switched.withImage(image).text();
          permit.use();
          return "go " + bytes.length() + "\n" + bytes;
        });
  }
}
