package io.quorate.playground;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.ToolFolder;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.PlayRequest.Afterwards;
import io.quorate.playground.PlayRequest.Approve;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.Offer;
import io.quorate.playground.sets.SetScenario;
import io.quorate.playground.sets.SetScenarios;
import io.quorate.playground.sets.SetsStage;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.function.ToIntFunction;

/** A scenario with all members in the pods of a StatefulSet, on a Kubernetes of this machine. */
final class PerformanceOnKubernetes implements Performance {
  private final PlayRequest request;
  private final Narrator narrator;
  private final ToIntFunction<Verdict> printing;
  private final SetScenario scenario;
  private final Tool etcd;

  /**
   * Checks the request.
   *
   * @param printing prints a verdict and returns its exit code
   * @throws IllegalArgumentException when there is no such scenario or version
   */
  PerformanceOnKubernetes(PlayRequest request, Narrator narrator, ToIntFunction<Verdict> printing) {
    this.request = request;
    this.narrator = narrator;
    this.printing = printing;
    this.scenario = SetScenarios.OFFER.asked(request.scenario());
    this.etcd = Performance.etcd(request, scenario, SetScenarios.OFFER.option());
  }

  @Override
  public Optional<String> whyNotHere() {
    return KubernetesLab.whyNot();
  }

  @Override
  public Ready with(Tools tools) throws InterruptedException {
    List<ToolFolder> releases = Offer.etcd(scenario, etcd, tools);
    var cast = new SetsStage.Cast(releases, tools.find(Tool.temporal()), 0);
    return folder -> inLab(cast, tools, folder);
  }

  private int inLab(SetsStage.Cast cast, Tools tools, StageFolder folder)
      throws IOException, InterruptedException {
    narrator.tell("starting a Kubernetes of two nodes; the first time builds it, in minutes");
    List<String> minors = cast.etcd().stream().map(one -> one.tool().minor()).toList();
    try (KubernetesLab lab =
            KubernetesLab.start(folder.path().resolve("lab"), tools, minors, narrator::tell);
        SetsStage stage =
            SetsStage.open(folder.path().resolve("play"), narrator, lab, cast, scenario)) {
      Consent consent = request.approve() == Approve.ASK ? Consent.AWAITED : Consent.GIVEN;
      int code = printing.applyAsInt(stage.play(consent));
      if (request.afterwards() == Afterwards.KEEP) {
        Performance.keep(narrator);
      }
      return code;
    }
  }
}
