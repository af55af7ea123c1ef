package io.quorate.command;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.Member;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.ObservationMemory;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.EtcdRelease;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.PlatformSettings.LocalProcess;
import io.quorate.configuration.SnapshotDirectory;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.version.VersionKnowledge;
import io.quorate.wire.CheckJson;
import io.quorate.wire.CheckJson.Checked;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;

/** {@code quorate check}. */
@Command(
    name = "check",
    description = "Is the configuration right, and can everything named in it be reached?")
final class CheckCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  CheckCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Configuration configuration = quorate.configuration();
    List<Checked> all = new ArrayList<>();
    all.add(Checked.of("configuration " + configuration.file(), Optional.empty()));
    all.addAll(ReadableSecrets.of(configuration));
    if (configuration.snapshots() instanceof SnapshotDirectory local) {
      Path directory = local.directory();
      all.add(Checked.of("snapshot directory " + directory, writable(directory)));
    }
    Map<ClusterSettings, ClusterView> views = new LinkedHashMap<>();
    try (ProgressLine line = quorate.progress();
        Looks looks = quorate.parts().looks(configuration)) {
      for (ClusterSettings cluster : configuration.clusters().values()) {
        line.say("looking at " + cluster.key() + " ...");
        views.put(cluster, looks.look(cluster.key(), ObservationMemory.NONE));
      }
    }
    configuration.releases().forEach(release -> all.add(release(release, views.values())));
    all.add(versions(views.values()));
    views.forEach((cluster, view) -> members(cluster, view, all));
    try (ProgressLine line = quorate.progress()) {
      for (Probe probe : quorate.parts().probes(configuration)) {
        line.say("reaching for " + probe.name() + " ...");
        all.add(Checked.of(probe.name(), probe.trouble()));
      }
    }
    CheckJson checked = new CheckJson(all);
    quorate.answer(text(checked), checked);
    return checked.ok() ? ExitCode.DONE : ExitCode.UNREACHABLE;
  }

  private static void members(ClusterSettings cluster, ClusterView view, List<Checked> all) {
    for (MemberSettings settings : cluster.members().values()) {
      String whose = " of " + settings.name() + " (" + cluster.key() + ")";
      Optional<Member> member = view.member(settings.name());
      all.add(
          Checked.of(
              "client URL " + settings.clientUrl() + whose, member.flatMap(Member::silence)));
      all.add(
          Checked.of(
              "metrics at " + settings.metricsUrl().orElse(settings.clientUrl()) + whose,
              member.flatMap(CheckCommand::metrics)));
      all.add(
          Checked.of(
              "peer URL " + settings.peerUrl() + whose,
              member.flatMap(seen -> peerUrl(seen, view))));
      switch (settings.platform()) {
        case LocalProcess process -> {
          all.add(
              Checked.of(
                  "data directory " + process.dataDirectory() + whose,
                  member.flatMap(seen -> data(seen, view))));
          all.add(
              Checked.of(
                  "environment file " + process.environmentFile() + whose,
                  readable(process.environmentFile())));
          all.add(Checked.of("binary " + process.binary() + whose, executable(process.binary())));
          all.add(Checked.of("pid file " + process.pidFile() + whose, folder(process.pidFile())));
          all.add(Checked.of("log file " + process.logFile() + whose, folder(process.logFile())));
        }
      }
    }
  }

  /** Why the metrics of a member that answers could not be read. */
  private static Optional<String> metrics(Member member) {
    return member.status().isPresent() && member.clusterVersion().isEmpty()
        ? Optional.of("they cannot be read there: write its metricsUrl, if it is another")
        : Optional.empty();
  }

  /**
   * Why the configured peer URL is not the member's; a runbook tells the membership one that is.
   */
  private static Optional<String> peerUrl(Member member, ClusterView view) {
    Optional<ChangedAddress> changed = ChangedAddress.of(member);
    if (changed.isEmpty()) {
      return ChangedAddress.notListening(member);
    }
    return changed
        .get()
        .objection(view)
        .or(
            () ->
                Optional.of(
                    "the membership lists it at "
                        + String.join(", ", changed.get().listed())
                        + "; member-restart tells it the new URL"));
  }

  /**
   * Why a member cannot run on its data directory, as the diagnosis judges it: nothing has to be
   * there for a place that is not in the membership.
   */
  private static Optional<String> data(Member member, ClusterView view) {
    boolean needed = member.isListed() || view.source() == MembershipSource.NONE;
    DataDirectory.State state = member.data().state();
    return switch (state) {
      case PRESENT ->
          view.strangerIn(member)
              .map(owner -> "it holds the data of " + owner)
              .or(() -> member.data().damage().map(damage -> "it is damaged: " + damage));
      case UNREADABLE ->
          Optional.of("it cannot be read" + member.data().doubt().map(": "::concat).orElse(""));
      case ABSENT -> Optional.of("it is not there").filter(word -> needed);
      case EMPTY -> Optional.of("it is empty").filter(word -> needed);
      case PARTIAL -> Optional.of("parts of it are missing");
    };
  }

  /** Reports the first host on which this release cannot be used. */
  private static Checked release(EtcdRelease release, Collection<ClusterView> views) {
    return Checked.of(
        "etcd " + release.version() + " in " + release.directory(),
        views.stream()
            .flatMap(view -> view.members().stream())
            .flatMap(member -> member.installation().release(release.version()).stream())
            .flatMap(seen -> seen.problem().stream())
            .findFirst());
  }

  /**
   * Warns when the knowledge of etcd's versions is old, because upgrades are judged by it
   * (docs/versions.md).
   */
  private static Checked versions(Collection<ClusterView> views) {
    return Checked.warned(
        "what is known of etcd's versions",
        views.stream()
            .map(ClusterView::at)
            .max(Comparator.naturalOrder())
            .flatMap(VersionKnowledge.current()::warning));
  }

  private static Optional<String> readable(Path file) {
    return Files.isRegularFile(file) && Files.isReadable(file)
        ? Optional.empty()
        : Optional.of("it is not there or cannot be read");
  }

  /** Returns why the program cannot be started: a member that is stopped would stay so. */
  private static Optional<String> executable(Path program) {
    return Files.isRegularFile(program) && Files.isExecutable(program)
        ? Optional.empty()
        : Optional.of("it is not there or cannot be executed");
  }

  /** Returns why the file cannot be there: a start of the member writes it, not its folder. */
  private static Optional<String> folder(Path file) {
    Path parent = file.toAbsolutePath().getParent();
    return parent != null && Files.isDirectory(parent)
        ? Optional.empty()
        : Optional.of("its folder is not there");
  }

  /**
   * Returns why the directory cannot be written; a directory that does not exist yet is writable if
   * its nearest existing parent is.
   */
  private static Optional<String> writable(Path directory) {
    Path there = directory;
    while (!Files.exists(there) && there.getParent() != null) {
      there = there.getParent();
    }
    if (!Files.isDirectory(there)) {
      return Optional.of(there + " is no directory");
    }
    return Files.isWritable(there)
        ? Optional.empty()
        : Optional.of("the user who runs this may not write to " + there);
  }

  private static String text(CheckJson checked) {
    Table table = new Table();
    checked.checked().forEach(one -> table.row(word(one), one.name(), one.trouble().orElse("")));
    return table.text();
  }

  private static String word(Checked one) {
    if (!one.ok()) {
      return "failed";
    }
    return one.trouble().isPresent() ? "warning" : "ok";
  }
}
