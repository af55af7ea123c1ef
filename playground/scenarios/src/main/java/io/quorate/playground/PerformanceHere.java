package io.quorate.playground;

import io.quorate.lab.servers.EtcdSettings;
import io.quorate.lab.tools.EtcdRelease;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.PlayRequest.Afterwards;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.killing.KillPoint;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.ToIntFunction;
import java.util.stream.Collectors;

/** A scenario, or the prompt for one, with all members as processes of this machine. */
final class PerformanceHere implements Performance {
  private static final int GOOD = 0;

  private final PlayRequest request;
  private final Product product;
  private final Narrator narrator;
  private final ToIntFunction<Verdict> printing;
  private final Optional<Scenario> scenario;
  private final Set<KillPoint> kills;
  private final Tool etcd;

  /**
   * Checks the request.
   *
   * @param printing prints a verdict and returns its exit code
   * @throws IllegalArgumentException when there is no such scenario, version or point
   */
  PerformanceHere(
      PlayRequest request, Product product, Narrator narrator, ToIntFunction<Verdict> printing) {
    this.request = request;
    this.product = product;
    this.narrator = narrator;
    this.printing = printing;
    this.scenario = request.scenario().map(Scenarios::named);
    if (scenario.isEmpty() && !request.killWorkerAt().isEmpty()) {
      throw new IllegalArgumentException("--kill-worker-at needs a SCENARIO");
    }
    this.etcd = Tool.etcd(request.etcd().orElse(USUAL_ETCD));
    scenario.ifPresent(wanted -> Performance.requireMinor(wanted.name(), wanted.minors(), etcd));
    this.kills =
        request.killWorkerAt().stream()
            .map(at -> KillPoint.of(at, scenario.orElseThrow().steps()))
            .collect(Collectors.toUnmodifiableSet());
  }

  @Override
  public Optional<String> whyNotHere() {
    return scenario.flatMap(Scenario::whyNotHere);
  }

  @Override
  public Ready with(Tools tools) throws InterruptedException {
    var cast =
        new Stage.Cast(
                found(tools),
                tools.find(Tool.temporal()),
                scenario.map(Scenario::size).orElse(3),
                scenario.map(Scenario::spare).orElse(0),
                scenario.map(one -> one.settings(etcd.minor())).orElse(EtcdSettings.plain()),
                scenario.flatMap(Scenario::next),
                scenario.map(Scenario::disks).orElse(Disks.NONE))
            .watchedFor(scenario);
    return folder -> onStage(cast, folder);
  }

  /**
   * Returns the etcd releases: the one that members start with, the scenario's target, and all
   * others present on this machine.
   */
  private List<ToolFolder> found(Tools tools) throws InterruptedException {
    List<ToolFolder> found = new ArrayList<>(List.of(tools.find(etcd)));
    Optional<String> target = scenario.flatMap(one -> one.target(etcd.minor()));
    for (EtcdRelease release : EtcdRelease.known()) {
      Tool another = Tool.etcd(release.minor());
      if (target.filter(release.minor()::equals).isPresent()) {
        found.add(tools.find(another));
      } else if (!another.equals(etcd)) {
        tools.present(another).ifPresent(found::add);
      }
    }
    return found;
  }

  private int onStage(Stage.Cast cast, StageFolder folder)
      throws IOException, InterruptedException {
    try (Stage stage = Stage.open(folder, narrator, cast, product, kills)) {
      if (scenario.isEmpty()) {
        new Prompt(stage, narrator, wanted -> played(wanted, stage)).run();
        return GOOD;
      }
      int code = played(scenario.get(), stage);
      if (request.afterwards() == Afterwards.KEEP) {
        Performance.keep(narrator);
      }
      return code;
    }
  }

  private int played(Scenario wanted, Stage stage) throws IOException, InterruptedException {
    var limit = request.approve() == Approve.ASK ? Duration.ofHours(4) : Duration.ofMinutes(8);
    var script =
        new Play.Script(
            wanted, request.approve(), kills, limit.plus(wanted.unnoticed()), etcd.version());
    return printing.applyAsInt(new Play(stage, narrator, script).verdict());
  }
}
