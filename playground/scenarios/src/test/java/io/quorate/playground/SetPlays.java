package io.quorate.playground;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.Offer;
import io.quorate.playground.operated.Operated;
import io.quorate.playground.sets.SetScenario;
import io.quorate.playground.sets.SetsStage;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import io.quorate.playground.telling.VerdictText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import org.assertj.core.api.SoftAssertions;

/** Plays of scenarios on Kubernetes, one after the other in one lab. */
record SetPlays(KubernetesLab lab, Tools tools, Path folder, Set<Moment> killedAt) {
  private static final Narrator NARRATOR =
      new Narrator(new PrintWriter(System.err, true, StandardCharsets.UTF_8));

  /** Plays them; after each the cluster has to be whole, and no write lost. */
  static void inLab(Path folder, Set<Moment> killedAt, List<SetScenario> scenarios)
      throws Exception {
    Tools tools = Tools.ofThisMachine(System.getenv(), System.err::println);
    List<String> minors = List.of("3.5", "3.6", "3.7");
    try (KubernetesLab lab =
        KubernetesLab.start(folder.resolve("lab"), tools, minors, System.err::println)) {
      var plays = new SetPlays(lab, tools, folder, killedAt);
      var all = new SoftAssertions();
      int number = 0;
      for (SetScenario scenario : scenarios) {
        Verdict verdict = plays.played(scenario, number++);
        System.err.println(new VerdictText(verdict).text());
        all.assertThat(verdict.differences()).as(scenario.name()).isEmpty();
        all.assertThat(verdict.writes().acknowledged()).as(scenario.name()).isGreaterThan(50);
      }
      all.assertAll();
    }
  }

  private Verdict played(SetScenario scenario, int number) throws Exception {
    var cast =
        new SetsStage.Cast(
            Offer.etcd(scenario, Tool.etcd("3.6"), tools),
            tools.find(Tool.temporal()),
            number,
            killedAt);
    try (SetsStage stage =
        SetsStage.open(folder.resolve(scenario.name()), NARRATOR, lab, cast, scenario)) {
      Verdict verdict = stage.play(Consent.GIVEN);
      new HistoryRecorder()
          .keep(
              new HistoryRecorder.Place(stage.temporal(), Operated.CLUSTER, stage.folder(), false),
              scenario.name());
      return verdict;
    }
  }
}
