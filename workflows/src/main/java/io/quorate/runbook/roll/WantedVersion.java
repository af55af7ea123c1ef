package io.quorate.runbook.roll;

import io.quorate.cluster.EtcdVersion;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The version that members are to run.
 *
 * @param to the version; empty: the one that an unfinished change leads to
 * @param accepted ids of advisories that a person has accepted
 */
record WantedVersion(Optional<EtcdVersion> to, SortedSet<String> accepted) {
  static final String TO = "to";
  static final String ACCEPT = "accept";

  static final List<Option> OPTIONS =
      List.of(
          Option.text(
              TO, "VERSION", "The version of etcd; left out: finish what was left half done."),
          Option.text(
              ACCEPT,
              "ID",
              "An advisory against which it is done all the same; asks more people."));

  static WantedVersion of(Options options) {
    List<String> to = options.all(TO);
    if (to.size() > 1) {
      throw new IllegalArgumentException("say one version: --to 3.6.16");
    }
    return new WantedVersion(
        to.stream().findFirst().map(EtcdVersion::parse), new TreeSet<>(options.all(ACCEPT)));
  }

  /** The request with this version. */
  WantedVersion to(EtcdVersion version) {
    return new WantedVersion(Optional.of(version), accepted);
  }

  /** The options that mean this version. */
  Map<String, List<String>> options() {
    Map<String, List<String>> options = new TreeMap<>();
    to.ifPresent(version -> options.put(TO, List.of(version.toString())));
    if (!accepted.isEmpty()) {
      options.put(ACCEPT, List.copyOf(accepted));
    }
    return options;
  }
}
