package io.quorate.runbook.rehearsal;

import io.quorate.cluster.MemberStatus;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.view.NamedLoss;
import io.quorate.view.NamedLoss.Kind;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The loss that a rehearsal states where nobody named one: of a recovery without quorum the loss of
 * all voters, whose question costs most and needs most people; else that of one member.
 */
final class LossToRehearse {
  private LossToRehearse() {}

  static List<NamedLoss> of(ClusterView view, RehearsalRequest request) {
    if (!request.losses().isEmpty()) {
      return request.losses();
    }
    return switch (request.runbook().orElse("minority-replace")) {
      case "member-restart" -> last(view, 1, Kind.PROCESS);
      case "majority-recovery" -> last(view, view.voters().size(), Kind.MEMBER);
      default -> last(view, 1, Kind.MEMBER);
    };
  }

  /** Returns so many voters, the followers first, the last of them first. */
  private static List<NamedLoss> last(ClusterView view, int number, Kind kind) {
    return view.voters().stream()
        .sorted(
            Comparator.comparing(LossToRehearse::leads)
                .thenComparing(Member::name, Comparator.reverseOrder()))
        .limit(number)
        .map(member -> new NamedLoss(kind, member.name().value()))
        .toList();
  }

  private static boolean leads(Member member) {
    Optional<MemberStatus> status = member.status();
    return status.filter(MemberStatus::isLeader).isPresent();
  }
}
