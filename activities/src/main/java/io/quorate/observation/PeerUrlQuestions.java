package io.quorate.observation;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.port.ClusterPorts;
import io.quorate.port.HostLook;
import io.quorate.view.MembershipList;
import io.quorate.workload.ConfiguredMember;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/**
 * Questions at the configured peer URLs of members, where etcd answers also without quorum: of a
 * member that the membership lists elsewhere, and, where quorum confirms no membership, of a silent
 * one in whose name another etcd may run.
 *
 * @param places those of the configuration, with what a resolver said of them
 */
record PeerUrlQuestions(ClusterPorts ports, Map<MemberName, ConfiguredMember> places) {
  /**
   * Asks all of them at the same time.
   *
   * @param silent members that did not answer clients, with what their hosts show
   */
  Map<MemberName, PeerUrlAnswer> ask(MembershipList known, Map<MemberName, HostLook> silent) {
    Map<MemberName, PeerUrlAnswer> answers = new ConcurrentHashMap<>();
    boolean confirmed = known.source() == MembershipSource.LINEARIZABLE;
    Set<MemberName> doubtful = confirmed ? Set.of() : mayHideAnother(silent);
    try (ParallelCalls together = new ParallelCalls()) {
      places.forEach(
          (name, place) -> {
            if (isListedElsewhere(name, place, known.entries())) {
              together.start(() -> answers.put(name, ask(name, place, known.entries())));
            } else if (doubtful.contains(name)) {
              together.start(() -> askOfAnother(name, place, known.entries(), answers));
            }
          });
    }
    return answers;
  }

  /** An answer counts only where the member's own process still does not run after it. */
  private void askOfAnother(
      MemberName name,
      ConfiguredMember place,
      List<MembershipEntry> listed,
      Map<MemberName, PeerUrlAnswer> answers) {
    PeerUrlAnswer answer = ask(name, place, listed);
    if (answer.cluster().isPresent() && !ports.workloads().look(name).runs()) {
      answers.put(name, answer);
    }
  }

  private static Set<MemberName> mayHideAnother(Map<MemberName, HostLook> silent) {
    return silent.entrySet().stream()
        .filter(
            look ->
                look.getValue().workload().provenAbsent()
                    || look.getValue().workload().hasStranger())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  private static boolean isListedElsewhere(
      MemberName name, ConfiguredMember place, List<MembershipEntry> listed) {
    boolean known = listed.stream().anyMatch(entry -> place.isAmong(entry.peerUrls()));
    boolean named = listed.stream().anyMatch(entry -> entry.name().equals(name.value()));
    return !known && named && place.nextOf().isEmpty();
  }

  private PeerUrlAnswer ask(MemberName name, ConfiguredMember place, List<MembershipEntry> listed) {
    List<String> others =
        listed.stream()
            .filter(entry -> !entry.name().equals(name.value()))
            .flatMap(entry -> entry.peerUrls().stream())
            .toList();
    return ports.membership().askAt(name, place.peerUrl(), others);
  }
}
