package io.quorate.step;

import io.quorate.step.Alarms.DisarmAlarm;
import io.quorate.step.Alarms.DisarmRestored;
import io.quorate.step.Holds.FenceMembers;
import io.quorate.step.RestoredClusters.StartRestored;
import io.quorate.step.Starts.ReturnMember;
import io.quorate.step.Stops.StopRestored;
import io.quorate.step.Stops.TakeDown;
import io.quorate.step.Votes.AwaitQuorum;
import java.util.Set;

/** Steps, by name, that end the writes of clients, and steps after which clients can write. */
public final class ServingSteps {
  /** Steps that stop members until too few are left: from the first one on writes may fail. */
  private static final Set<String> STOPS =
      Set.of(
          Step.nameOf(FenceMembers.class),
          Step.nameOf(TakeDown.class),
          Step.nameOf(StopRestored.class));

  private static final String QUORUM = Step.nameOf(AwaitQuorum.class);
  private static final String AGAIN = Step.nameOf(ReturnMember.class);
  private static final String ANEW = Step.nameOf(StartRestored.class);

  /** Steps that clear an alarm; etcd refuses writes while one is left (docs/etcd.md). */
  private static final Set<String> DISARMS =
      Set.of(Step.nameOf(DisarmAlarm.class), Step.nameOf(DisarmRestored.class));

  private ServingSteps() {}

  /** Returns whether this step stops members on which the writes of clients depend. */
  public static boolean stops(String name) {
    return STOPS.contains(name);
  }

  /** Returns whether this step starts a member again that was stopped, with its data. */
  public static boolean startsAgain(String name) {
    return name.equals(AGAIN);
  }

  /** Returns whether the cluster has a quorum once this step is done. */
  public static boolean bringsQuorum(String name) {
    return name.equals(QUORUM) || name.equals(ANEW);
  }

  /** Returns whether another cluster, or an older state of it, serves once this step is done. */
  public static boolean servesAnew(String name) {
    return name.equals(ANEW);
  }

  /** Returns whether one alarm less is raised once this step is done. */
  public static boolean disarms(String name) {
    return DISARMS.contains(name);
  }
}
