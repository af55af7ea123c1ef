package io.quorate.playground;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.playground.killing.KillPoint.Moment;
import io.quorate.playground.sets.SetScenarios;
import java.nio.file.Path;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Assumptions;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Scenarios on Kubernetes in which the worker is killed before and after each step that changes
 * something; of the same step of several members, at the first. {@code -Dquorate.scenarios} names
 * some.
 */
@Tag("kubernetes")
@Order(Turn.LAST)
class SetWorkerKilledIT {
  private static final List<String> PLAYED =
      List.of("lost-volume", "ordered-ready", "image-upgrade", "image-downgrade", "scale");

  @TempDir private Path folder;

  @Test
  void aWorkerKilledAroundEachChangeLeavesTheClusterWholeAndNoMark() throws Exception {
    KubernetesLab.whyNot()
        .ifPresent(
            why -> {
              System.err.println("skipped: SetWorkerKilledIT: " + why);
              Assumptions.abort(why);
            });
    SetPlays.inLab(
        folder,
        EnumSet.of(Moment.BEFORE, Moment.AFTER),
        PLAYED.stream()
            .filter(FaultMatrix::plays)
            .map(name -> SetScenarios.OFFER.asked(Optional.of(name)))
            .toList());
  }
}
