package io.quorate.runbook.roll;

import io.quorate.cluster.EtcdVersion;
import io.quorate.runbook.Options;
import io.quorate.view.ClusterView;
import io.quorate.view.RunningVersions;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Request for a downgrade, or to call one off.
 *
 * @param cancel whether a downgrade that is under way is to be called off
 * @param backTo the version of members that were not switched when the first plan called it off;
 *     the way back goes on once no member reports the downgrade any more
 */
public record RollingDowngradeRequest(
    WantedVersion wanted, boolean cancel, Optional<EtcdVersion> backTo) {
  static final String CANCEL = "cancel";

  /** Option that a plan writes for the rounds after it; not offered to people. */
  private static final String BACK_TO = "back-to";

  static RollingDowngradeRequest of(Options options) {
    return new RollingDowngradeRequest(
        WantedVersion.of(options),
        options.flag(CANCEL),
        options.all(BACK_TO).stream().findFirst().map(EtcdVersion::parse));
  }

  /**
   * The version to go to: the given one, one that members run already, or the newest release of the
   * line.
   */
  Optional<EtcdVersion> target(ClusterView view) {
    return wanted.to().or(() -> view.downgradeTo().flatMap(line -> ofLine(view, line)));
  }

  private static Optional<EtcdVersion> ofLine(ClusterView view, String line) {
    Comparator<EtcdVersion> order = Comparator.naturalOrder();
    return RunningVersions.of(view).all().stream()
        .filter(version -> version.line().equals(line))
        .max(order)
        .or(
            () ->
                view.voters().stream()
                    .flatMap(voter -> voter.installation().releases().stream())
                    .map(release -> release.version())
                    .filter(version -> version.line().equals(line))
                    .max(order));
  }

  /** The options that mean this request for this version. */
  Map<String, List<String>> about(EtcdVersion to) {
    return wanted.to(to).options();
  }

  /** The options that call the downgrade off and go back to this version. */
  Map<String, List<String>> callingOff(EtcdVersion backTo) {
    Map<String, List<String>> options = wanted.options();
    options.put(CANCEL, List.of());
    options.put(BACK_TO, List.of(backTo.toString()));
    return options;
  }
}
