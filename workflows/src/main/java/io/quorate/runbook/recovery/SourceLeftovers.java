package io.quorate.runbook.recovery;

import io.quorate.cluster.Alarm;
import io.quorate.runbook.StepList;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Alarms.DisarmRestored;
import io.quorate.step.Downgrades.CancelDowngrade;
import io.quorate.version.MinorLine;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * Alarms, a downgrade and authentication that come back with a restored source
 * (docs/etcd.md#restore): until the first two are cleared nobody can write, or join.
 *
 * @param place the member as which it is restored
 */
record SourceLeftovers(RestoreSource source, Member place) {
  /** Steps that clear alarms and the downgrade while the restored member is alone. */
  void clear(StepList steps) {
    if (!source.alarms().isEmpty()) {
      steps.then(new DisarmRestored(place.name(), Set.copyOf(source.alarms())));
    }
    source
        .downgradeTo()
        .filter(this::canCallOff)
        .ifPresent(to -> steps.then(new CancelDowngrade(to)));
  }

  /** Whether others can join once these steps are done. */
  boolean letOthersJoin() {
    return stuckDowngrade().isEmpty();
  }

  private Optional<String> stuckDowngrade() {
    return source.downgradeTo().filter(to -> !canCallOff(to));
  }

  /** A downgrade is called off by an etcd that is newer than its target (docs/etcd.md#n-20). */
  private boolean canCallOff(String to) {
    return place
        .installation()
        .binary()
        .filter(runs -> MinorLine.of(runs).compareTo(MinorLine.parse(to)) > 0)
        .isPresent();
  }

  /** What approvers have to know of them. */
  List<String> warnings() {
    List<String> warnings = new ArrayList<>();
    if (source.alarms().contains(Alarm.Kind.CORRUPT)) {
      warnings.add(
          "CORRUPT was raised in the source: the data of two members differed then, and nobody can"
              + " tell any more which of them this is. Look at what matters in it before you rely"
              + " on it.");
    }
    if (source.authentication().orElse(false)) {
      warnings.add(
          "Authentication is on in the source: its users, roles and passwords count again, for"
              + " clients and for Quorate. Where they were changed later, Quorate gets in only once"
              + " the credentials of the cluster in quorate.yml are those of then.");
    }
    stuckDowngrade()
        .ifPresent(
            to ->
                warnings.add(
                    "The source has a downgrade to "
                        + to
                        + " enabled, which its etcd cannot call off: one member is restored;"
                        + " rolling-downgrade goes on with it, and scale adds the others."));
    return warnings;
  }
}
