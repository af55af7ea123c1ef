package io.quorate.playground;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.tools.Tool;
import io.quorate.lab.tools.Tools;
import io.quorate.playground.operated.Consent;
import io.quorate.playground.operated.Offer;
import io.quorate.playground.operated.Operated;
import io.quorate.playground.sets.SetScenario;
import io.quorate.playground.sets.SetScenarios;
import io.quorate.playground.sets.SetsStage;
import io.quorate.playground.telling.Narrator;
import io.quorate.playground.telling.Verdict;
import io.quorate.playground.telling.VerdictText;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The scenarios of {@code quorate playground SCENARIO --kubernetes}, one after the other in one
 * lab. {@code -Pkubernetes} and the whole matrix play all, {@code -Dquorate.scenarios} names some,
 * another run plays one that the commit draws.
 */
@Tag("kubernetes")
@Tag("drawn")
@Order(Turn.FIRST)
class SetScenariosIT {
  /** Scenarios of at most four minutes each, where nothing else runs on the machine. */
  private static final List<String> SHORT =
      List.of(
          "lost-volume",
          "restricted-tls",
          "image-upgrade",
          "image-downgrade",
          "lost-node",
          "node-of-two",
          "scale",
          "reverted-by-gitops",
          "api-away");

  @TempDir private Path folder;

  @Test
  void theClusterIsWholeAndNoWriteIsLostAfterEachScenario() throws Exception {
    KubernetesLab.whyNot().ifPresent(SetScenariosIT::skip);
    Tools tools = Tools.ofThisMachine(System.getenv(), System.err::println);
    var narrator = new Narrator(new PrintWriter(System.err, true, StandardCharsets.UTF_8));
    List<String> minors = List.of("3.5", "3.6", "3.7");
    try (KubernetesLab lab =
        KubernetesLab.start(folder.resolve("lab"), tools, minors, System.err::println)) {
      var all = new SoftAssertions();
      int number = 0;
      for (SetScenario scenario : scenarios()) {
        Verdict verdict = played(lab, tools, narrator, scenario, number++);
        System.err.println(new VerdictText(verdict).text());
        all.assertThat(verdict.differences()).as(scenario.name()).isEmpty();
        all.assertThat(verdict.writes().acknowledged()).as(scenario.name()).isGreaterThan(50);
      }
      all.assertAll();
    }
  }

  private static List<SetScenario> scenarios() {
    List<SetScenario> all =
        SetScenarios.OFFER.all().stream()
            .filter(scenario -> FaultMatrix.plays(scenario.name()))
            .toList();
    boolean someAreNamed = all.size() < SetScenarios.OFFER.all().size();
    List<SetScenario> drawn =
        SHORT.stream().map(name -> SetScenarios.OFFER.asked(Optional.of(name))).toList();
    return FaultMatrix.isWhole() || someAreNamed ? all : List.of(FaultMatrix.drawn(drawn));
  }

  private Verdict played(
      KubernetesLab lab, Tools tools, Narrator narrator, SetScenario scenario, int number)
      throws Exception {
    var cast =
        new SetsStage.Cast(
            Offer.etcd(scenario, Tool.etcd("3.6"), tools), tools.find(Tool.temporal()), number);
    try (SetsStage stage =
        SetsStage.open(folder.resolve(scenario.name()), narrator, lab, cast, scenario)) {
      Verdict verdict = stage.play(Consent.GIVEN);
      new HistoryRecorder()
          .keep(
              new HistoryRecorder.Place(stage.temporal(), Operated.CLUSTER, stage.folder(), false),
              scenario.name());
      return verdict;
    }
  }

  private static void skip(String why) {
    System.err.println("skipped: SetScenariosIT: " + why);
    Assumptions.abort(why);
  }
}
