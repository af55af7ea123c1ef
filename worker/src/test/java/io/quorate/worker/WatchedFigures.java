package io.quorate.worker;

import io.quorate.lab.fleet.FleetAddress;
import java.util.List;
import java.util.Locale;

/**
 * Figures of a watch over a fleet: processor time, heap, and the age of pulses.
 *
 * @param openedSeconds from the start of the watch to the last first pulse
 * @param ageP99Seconds age of the last pulse of a cluster whose zone is there, once a second
 * @param processorMillis processor time for each cluster and pass, without that of the compilers
 * @param compilerMillis processor time of Java's compilers for each cluster and pass, which ends
 * @param heapKibibytes live heap for each cluster, with its configuration
 * @param load load of the machine over the last minute
 * @param silent silent members, one for each pulse in which one was
 */
record WatchedFigures(
    double openedSeconds,
    double ageP99Seconds,
    double ageWorstSeconds,
    double processorMillis,
    double compilerMillis,
    double heapKibibytes,
    int threads,
    double load,
    List<Silent> silent) {
  /** A member that was silent in a pulse. */
  record Silent(FleetAddress member, boolean timedOut) {
    static Silent of(String line) {
      String[] words = line.split(" ");
      return new Silent(
          new FleetAddress(Integer.parseInt(words[0]), Integer.parseInt(words[1])),
          words[2].equals("TimedOut"));
    }
  }

  /** The members that did not answer in time, once for each such pulse. */
  List<FleetAddress> timedOut() {
    return silent.stream().filter(Silent::timedOut).map(Silent::member).toList();
  }

  /** How often a connection broke. */
  long brokenOff() {
    return silent.stream().filter(each -> !each.timedOut()).count();
  }

  @Override
  public String toString() {
    return String.format(
        Locale.ROOT,
        "all opened after %.1f s; age p99 %.1f s, worst %.1f s; processor %.2f ms a cluster and"
            + " pass, compilers %.2f ms; heap %.1f KiB a cluster; %s threads;"
            + " %s silences; load %.1f",
        openedSeconds,
        ageP99Seconds,
        ageWorstSeconds,
        processorMillis,
        compilerMillis,
        heapKibibytes,
        threads,
        silent.size(),
        load);
  }
}
