package io.quorate.command;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Silence;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.Descriptors;
import io.quorate.configuration.EtcdRelease;
import io.quorate.configuration.InvalidConfiguration.Problem;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.SnapshotSettings.SnapshotDirectory;
import io.quorate.diagnosis.ChangedAddress;
import io.quorate.port.Failure;
import io.quorate.record.ObservationMemory;
import io.quorate.version.VersionKnowledge;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.watch.KeptChannels;
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
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code quorate check}. */
@Command(
    name = "check",
    description = "Is the configuration right, and can everything named in it be reached?")
final class CheckCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Mixin private ChosenClusters clusters = new ChosenClusters();

  CheckCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() throws InterruptedException {
    Configuration whole = quorate.configuration();
    Configuration configuration =
        whole.with(clusters.chosen(quorate, whole), whole.clustersLeftOut());
    List<Checked> all = new ArrayList<>();
    all.add(Checked.of("configuration " + configuration.file(), Optional.empty()));
    configuration
        .leftOut()
        .forEach(
            (file, problems) ->
                all.add(Checked.of("configuration " + file, Optional.of(leftOut(file, problems)))));
    all.addAll(ReadableSecrets.of(configuration));
    all.addAll(new CheckedApprovals(configuration.approval()).checked());
    configuration
        .gateway()
        .tokens()
        .ifPresent(file -> all.addAll(new CheckedTokens(file, configuration).checked()));
    if (configuration.snapshots() instanceof SnapshotDirectory local) {
      Path directory = local.directory();
      all.add(Checked.of("snapshot directory " + directory, writable(directory)));
    }
    Map<ClusterSettings, ClusterView> views = new LinkedHashMap<>();
    try (ProgressLine line = quorate.progress();
        Looks looks = quorate.wiring().looks(configuration)) {
      line.say("looking at " + Amounts.count(configuration.clusters().size(), "cluster") + " ...");
      List<Looked> found =
          ManyLooks.at(
              configuration.clusters().keySet(), key -> looked(configuration.required(key), looks));
      for (Looked one : found) {
        all.addAll(one.checked());
        one.view().ifPresent(view -> views.put(quorate.wiring().located(one.cluster()), view));
      }
    }
    all.addAll(new SharedFate(whole).checked());
    all.addAll(channels(whole, Descriptors.limit()));
    configuration.releases().forEach(release -> all.add(release(release, views.values())));
    all.add(versions(views.values()));
    views.forEach((cluster, view) -> members(cluster, view, all));
    try (ProgressLine line = quorate.progress()) {
      for (Probe probe : quorate.wiring().probes(configuration)) {
        line.say("reaching for " + probe.name() + " ...");
        Checked reached = Checked.of(probe.name(), probe.trouble());
        all.add(reached.ok() ? Checked.warned(probe.name(), probe.warning()) : reached);
      }
    }
    CheckJson checked = new CheckJson(all);
    quorate.answer(text(checked), checked);
    return checked.ok() ? ExitCode.DONE : ExitCode.UNREACHABLE;
  }

  /** Look at one cluster; the view is empty where the look failed. */
  private record Looked(
      ClusterSettings cluster, List<Checked> checked, Optional<ClusterView> view) {}

  private static Looked looked(ClusterSettings cluster, Looks looks) {
    try {
      ClusterView first = looks.look(cluster.key(), ObservationMemory.NONE);
      ClusterView view = isSilent(first) ? looks.look(cluster.key(), first.remembered()) : first;
      return new Looked(cluster, late(cluster, first, view), Optional.of(view));
    } catch (Failure unseen) {
      return new Looked(
          cluster,
          List.of(
              Checked.of(
                  "members of " + cluster.key(), Optional.of(String.valueOf(unseen.getMessage())))),
          Optional.empty());
    }
  }

  private static String leftOut(String file, List<Problem> problems) {
    return "its clusters are left out, or count in a running process as they were before: "
        + problems.stream()
            .map(problem -> problem.toString().substring(file.length() + 1))
            .collect(Collectors.joining("; "));
  }

  /**
   * Checks the descriptors for one worker that watches all clusters, on the assumption that the
   * worker has the same limit as this process.
   */
  static List<Checked> channels(Configuration configuration, long descriptors) {
    Collection<ClusterSettings> clusters = configuration.clusters().values();
    long channels = clusters.stream().mapToLong(cluster -> cluster.everywhere().size()).sum();
    return KeptChannels.cost(descriptors, clusters.size(), channels).stream()
        .map(cost -> Checked.warned("channels to members", Optional.of(cost)))
        .toList();
  }

  private static boolean isSilent(ClusterView view) {
    return view.members().stream().anyMatch(member -> member.silence().isPresent());
  }

  /** Members that answered only at the second look: they are slow, and have not failed. */
  private static List<Checked> late(ClusterSettings cluster, ClusterView first, ClusterView view) {
    return view.members().stream()
        .filter(member -> member.silence().isEmpty())
        .filter(
            member -> first.member(member.name()).filter(m -> m.silence().isPresent()).isPresent())
        .map(
            member ->
                Checked.warned(
                    "answer of " + member.name() + " (" + cluster.key() + ")",
                    Optional.of(
                        "it came at the second look only: the member, this machine or the network"
                            + " between is slow or overloaded")))
        .toList();
  }

  private void members(ClusterSettings cluster, ClusterView view, List<Checked> all) {
    for (MemberSettings settings : cluster.everywhere()) {
      String whose = " of " + settings.name() + " (" + cluster.key() + ")";
      Optional<Member> member = view.member(settings.name());
      // Nobody answers at a next place before the member has moved there.
      if (settings.place().nextOf().isEmpty()) {
        all.addAll(urls(settings, member, view, whose));
      }
      all.addAll(quorate.wiring().checks(settings, member, view, whose));
    }
  }

  private static List<Checked> urls(
      MemberSettings settings, Optional<Member> member, ClusterView view, String whose) {
    return List.of(
        Checked.of(
            "client URL " + settings.clientUrl() + whose,
            member.flatMap(Member::silence).map(Silence::words)),
        Checked.of(
            "metrics at " + settings.metricsUrl().orElse(settings.clientUrl()) + whose,
            member.flatMap(CheckCommand::metrics)),
        Checked.of(
            "peer URL " + settings.peerUrl() + whose, member.flatMap(seen -> peerUrl(seen, view))));
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
      return ChangedAddress.notListening(member).map(ChangedAddress.Objection::sentence);
    }
    return changed
        .get()
        .objection(view)
        .map(ChangedAddress.Objection::sentence)
        .or(
            () ->
                Optional.of(
                    "the membership lists it at "
                        + String.join(", ", changed.get().listed())
                        + "; member-restart tells it the new URL"));
  }

  /** Reports the first host on which this release cannot be used. */
  private static Checked release(EtcdRelease release, Collection<ClusterView> views) {
    return Checked.of(
        "etcd " + release.version() + " " + release.where(),
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
