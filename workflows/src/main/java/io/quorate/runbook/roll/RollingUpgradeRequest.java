package io.quorate.runbook.roll;

import io.quorate.cluster.EtcdVersion;
import io.quorate.runbook.Options;
import io.quorate.view.ClusterView;
import io.quorate.view.RunningVersions;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Request for an upgrade.
 *
 * @param soak how long all but one member run the new etcd before the last one follows; zero: not
 *     at all
 * @param before the raft index when the first plan was made that forces raft snapshots
 */
public record RollingUpgradeRequest(WantedVersion wanted, Duration soak, OptionalLong before) {
  static final String SOAK = "soak";

  /** Option that a plan writes for the rounds after it; not offered to people. */
  private static final String BEFORE = "v2-before";

  private static final Duration DEFAULT_SOAK = Duration.ofMinutes(10);
  private static final Pattern FORM = Pattern.compile("(\\d{1,5})(s|m|h)");

  static RollingUpgradeRequest of(Options options) {
    List<String> soak = options.all(SOAK);
    if (soak.size() > 1) {
      throw new IllegalArgumentException("say once how long to soak: --soak 10m");
    }
    return new RollingUpgradeRequest(
        WantedVersion.of(options),
        soak.isEmpty() ? DEFAULT_SOAK : duration(soak.get(0)),
        options.all(BEFORE).stream().mapToLong(RollingUpgradeRequest::index).findFirst());
  }

  private static Duration duration(String text) {
    Matcher form = FORM.matcher(text);
    if (!form.matches()) {
      throw new IllegalArgumentException("'" + text + "' is no time such as 90s, 10m or 1h");
    }
    return Duration.parse("PT" + form.group(1) + form.group(2));
  }

  private static long index(String text) {
    if (!text.matches("\\d{1,18}")) {
      throw new IllegalArgumentException("'" + text + "' is no raft index");
    }
    return Long.parseLong(text);
  }

  /** The version to go to: the given one, or the target of an unfinished upgrade. */
  Optional<EtcdVersion> target(ClusterView view) {
    return wanted
        .to()
        .or(
            () ->
                RunningVersions.of(view)
                    .newest()
                    .filter(newest -> RunningVersions.of(view).all().size() > 1));
  }

  /** The options that mean this request for this version. */
  Map<String, List<String>> about(EtcdVersion to, OptionalLong beyond) {
    Map<String, List<String>> options = wanted.to(to).options();
    options.put(SOAK, List.of(soak.toSeconds() + "s"));
    beyond.ifPresent(index -> options.put(BEFORE, List.of(String.valueOf(index))));
    return options;
  }
}
