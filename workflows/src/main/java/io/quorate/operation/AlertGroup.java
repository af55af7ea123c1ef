package io.quorate.operation;

import java.util.List;
import java.util.stream.IntStream;

/** Alerts of one payload about one cluster; at most 200, further ones are not kept. */
public record AlertGroup(List<Alert> alerts) {
  /** Most alerts of a group: one signal of some 60 KB. */
  private static final int MOST = 200;

  public AlertGroup {
    alerts = alerts.stream().limit(MOST).toList();
  }

  /** Returns all these alerts in groups, in their order. */
  public static List<AlertGroup> of(List<Alert> alerts) {
    return IntStream.iterate(0, from -> from < alerts.size(), from -> from + MOST)
        .mapToObj(from -> alerts.subList(from, Math.min(alerts.size(), from + MOST)))
        .map(AlertGroup::new)
        .toList();
  }
}
