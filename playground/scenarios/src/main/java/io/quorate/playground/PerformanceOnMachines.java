package io.quorate.playground;

import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.PlayRequest.Afterwards;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.machines.MachinesScenario;
import io.quorate.playground.machines.MachinesScenarios;
import io.quorate.playground.machines.MachinesStage;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.Offer;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
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
    this.scenario = MachinesScenarios.OFFER.asked(request.scenario());
    this.etcd = Performance.etcd(request, scenario, MachinesScenarios.OFFER.option());
  }

  @Override
  public Optional<String> whyNotHere() {
    return MachinesStage.whyNotHere();
  }

  @Override
  public Ready with(Tools tools) throws InterruptedException {
    var cast =
        new MachinesStage.Cast(Offer.etcd(scenario, etcd, tools), tools.find(Tool.temporal()));
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
