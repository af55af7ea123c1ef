package io.quorate.carrier;

import io.quorate.cluster.Listing;
import io.quorate.cluster.Member;
import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import io.quorate.port.JoinSettings;
import io.quorate.step.StartMember;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Starts the member with the membership as quorum confirms it, and waits until it answers as the
 * learner it is. One that exits is told with its last words.
 */
final class StartMemberCarrier implements Carrier<StartMember> {
  private static final Duration BETWEEN_LOOKS = Duration.ofMillis(500);
  private static final int LOOKS = 150;
  private static final int LAST_LINES = 5;

  @Override
  public Class<StartMember> step() {
    return StartMember.class;
  }

  @Override
  public Optional<String> carry(StartMember step, Act act) {
    act.ports().workloads().start(step.member(), settings(step.member(), act), act.permit());
    for (int look = 0; look < LOOKS; look++) {
      Optional<String> serving = step.isDone(act.lookAgain());
      if (serving.isPresent()) {
        return Optional.empty();
      }
      if (act.ports().workloads().look(step.member()).provenAbsent()) {
        throw new Failure.Transient(
            step.member() + " exited after its start. " + lastWords(step, act));
      }
      act.attempt().progress(step.member() + " runs and does not serve yet");
      act.pause(BETWEEN_LOOKS);
    }
    throw new Failure.Transient(
        step.member()
            + " runs and did not serve within "
            + BETWEEN_LOOKS.multipliedBy(LOOKS).toSeconds()
            + " s. "
            + lastWords(step, act));
  }

  /** Everybody by name, the new member under its own: etcd learns it only at this start. */
  private static JoinSettings settings(MemberName starting, Act act) {
    Map<String, List<String>> urls = new TreeMap<>();
    for (Member member : act.view().members()) {
      Optional<Listing> listing = member.listing();
      if (listing.isPresent()) {
        String name = member.name().equals(starting) ? starting.value() : listing.get().name();
        urls.put(name, listing.get().peerUrls());
      }
    }
    return new JoinSettings(urls);
  }

  private static String lastWords(StartMember step, Act act) {
    List<String> lines = act.ports().workloads().lastLogLines(step.member(), LAST_LINES);
    return lines.isEmpty() ? "Its log is empty." : "Its last lines: " + String.join(" | ", lines);
  }
}
