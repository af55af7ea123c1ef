package io.quorate.wire;

import io.quorate.operation.LossSummary;
import java.util.List;

/**
 * Cost of a recovery, as the approvers read the cost.
 *
 * @param source the data that the cluster goes on with
 * @param revision etcd's keyspace revision of that data
 * @param highestSeen highest revision that was ever seen of the cluster
 * @param certainlyLost number of revisions that were seen and are lost
 * @param possiblyLost number of revisions that may have been acknowledged and are lost, with the
 *     certain ones; unknown where only lost members knew
 * @param window when the lost writes were acknowledged, as far as it is known
 * @param lines the report in sentences
 * @param highestIndex highest raft index that was ever seen committed
 */
public record LossReport(
    String source,
    NumberOrUnknown revision,
    NumberOrUnknown highestSeen,
    NumberOrUnknown certainlyLost,
    NumberOrUnknown possiblyLost,
    WindowJson window,
    List<String> lines,
    NumberOrUnknown highestIndex) {
  /**
   * Time of the writes that are lost.
   *
   * @param from time up to which acknowledged writes are in the source
   * @param to time by which the certainly lost writes had been acknowledged; later ones, which
   *     nobody can count, may be lost as well
   */
  public record WindowJson(TimeOrUnknown from, TimeOrUnknown to) {}

  /** Returns the report of a plan that gives up data. */
  public static LossReport of(LossSummary loss) {
    return new LossReport(
        loss.source(),
        new NumberOrUnknown(loss.revision()),
        new NumberOrUnknown(loss.highestSeen()),
        new NumberOrUnknown(loss.certainlyLost()),
        new NumberOrUnknown(loss.possiblyLost()),
        new WindowJson(
            new TimeOrUnknown(loss.window().from()), new TimeOrUnknown(loss.window().to())),
        loss.lines(),
        new NumberOrUnknown(loss.highestIndex()));
  }
}
