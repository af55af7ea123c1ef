package io.quorate.playground;

import io.quorate.cluster.NearNames;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.PlayRequest.Afterwards;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.machines.Consent;
import io.quorate.playground.machines.MachinesScenario;
import io.quorate.playground.machines.MachinesScenarios;
import io.quorate.playground.machines.MachinesStage;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** A scenario with all members on booted machines of their own. */
final class PerformanceOnMachines implements Performance {
  private final PlayRequest request;
  private final Narrator narrator;
  private final ToIntFunction<Verdict> printing;
  private final MachinesScenario scenario;
  private final Tool etcd;

  /**
   * Checks the request.
   *
   * @param printing prints a verdict and returns its exit code
   * @throws IllegalArgumentException when there is no such scenario or version
   */
  PerformanceOnMachines(PlayRequest request, Narrator narrator, ToIntFunction<Verdict> printing) {
    this.request = request;
    this.narrator = narrator;
    this.printing = printing;
    this.scenario = scenario(request);
    if (!request.killWorkerAt().isEmpty()) {
      throw new IllegalArgumentException(
          "--kill-worker-at goes with members on this machine only, so not with --machines");
    }
    List<String> minors = scenario.minors();
    this.etcd =
        Tool.etcd(
            request.etcd().orElse(minors.contains(USUAL_ETCD) ? USUAL_ETCD : minors.getLast()));
    Performance.requireMinor(scenario.name(), minors, etcd);
  }

  private static MachinesScenario scenario(PlayRequest request) {
    List<String> names = MachinesScenarios.names();
    String name =
        request
            .scenario()
            .orElseThrow(
                () ->
                    new IllegalArgumentException(
                        "--machines needs a SCENARIO: " + String.join(", ", names)));
    return MachinesScenarios.named(name)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "there is no scenario "
                        + NearNames.quoted(name)
                        + " on machines"
                        + NearNames.questionAndList(name, "Scenarios with --machines", names)));
  }

  @Override
  public Optional<String> whyNotHere() {
    return MachinesStage.whyNotHere();
  }

  @Override
  public Ready with(Tools tools) throws InterruptedException {
    List<ToolFolder> releases = new ArrayList<>(List.of(tools.find(etcd)));
    Optional<String> target = scenario.target(etcd.minor());
    if (target.isPresent()) {
      releases.add(tools.find(Tool.etcd(target.get())));
    }
    var cast = new MachinesStage.Cast(releases, tools.find(Tool.temporal()));
    return folder -> onMachines(cast, folder);
  }

  private int onMachines(MachinesStage.Cast cast, StageFolder folder)
      throws IOException, InterruptedException {
    Consent consent = request.approve() == Approve.ASK ? Consent.AWAITED : Consent.GIVEN;
    try (MachinesStage stage = MachinesStage.open(folder.path(), narrator, cast)) {
      int code = printing.applyAsInt(stage.play(scenario, consent));
      if (request.afterwards() == Afterwards.KEEP) {
        Performance.keep(narrator);
      }
      return code;
    }
  }
}
