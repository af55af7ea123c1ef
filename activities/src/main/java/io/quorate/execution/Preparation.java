package io.quorate.execution;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.Revision;
import io.quorate.observation.Comparing;
import io.quorate.observation.Observer;
import io.quorate.observation.Polling;
import io.quorate.port.ClusterPorts;
import io.quorate.port.Failure;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Ports and view for an executor that collects evidence for longer than a permit lasts. A
 * preparation has no permit, so nothing can be changed.
 *
 * @param view the view on which the guard allowed the step for the time being
 */
public record Preparation(
    ClusterPorts ports, ClusterView view, Observer observer, Attempt attempt) {
  private static final Duration UNTIL_IDLE = Duration.ofSeconds(2);

  /**
   * Compares voters and returns the revision at which their data is equal. Throws when it differs.
   *
   * @param which selects the voters to compare
   */
  Revision requireEqualData(Predicate<Member> which) {
    attempt.progress("comparing the data of " + Amounts.count(among(view, which).size(), "voter"));
    Polling polling = new Polling(UNTIL_IDLE, System::nanoTime, this::pause);
    return Comparing.patiently(ports.storage(), polling)
        .requireEqual(() -> among(observer.glance(Set.of()), which));
  }

  private static List<Member> among(ClusterView seen, Predicate<Member> which) {
    return seen.voters().stream().filter(which).toList();
  }

  private void pause(Duration time) {
    if (attempt.isOver()) {
      throw new Failure.Transient("this attempt is over");
    }
    Polling.sleep(time);
  }
}
