package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.wire.ShowJson;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A scenario that ends with a restore, which loses what came after the snapshot. */
public sealed interface RestoringScenario extends Scenario
    permits AllDataLost,
        EmptyVolumes,
        OldMembersReturn,
        SecondDisaster,
        StaleSurvivor,
        CorruptSnapshot,
        InterruptedRestore,
        DeletedPrefix {
  /** Returns the restore that is expected, and what the operation says of it. */
  Restoring restoring();

  @Override
  default Synopsis synopsis() {
    return restoring().synopsis();
  }

  @Override
  default boolean restores() {
    return true;
  }

  @Override
  default long mayLose() {
    return restoring().mayLose();
  }

  @Override
  default void meanwhile(EtcdCluster cluster, ShowJson operation) throws IOException {
    restoring().look(operation);
  }

  @Override
  default List<String> differences(EtcdCluster cluster, Inspection before, Inspection after)
      throws IOException, InterruptedException {
    List<String> differences = new ArrayList<>(restoring().differences(before, after));
    differences.addAll(LostMember.setAsideIn(cluster));
    return differences;
  }
}
