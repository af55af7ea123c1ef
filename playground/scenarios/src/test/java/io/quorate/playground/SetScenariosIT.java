package io.quorate.playground;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.playground.sets.SetScenario;
import io.quorate.playground.sets.SetScenarios;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
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
    SetPlays.inLab(folder, Set.of(), scenarios());
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

  private static void skip(String why) {
    System.err.println("skipped: SetScenariosIT: " + why);
    Assumptions.abort(why);
  }
}
