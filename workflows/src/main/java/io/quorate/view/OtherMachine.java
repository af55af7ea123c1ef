package io.quorate.view;

import io.quorate.cluster.Amounts;
import io.quorate.record.LastMachine;
import io.quorate.record.RecordedMember;
import java.util.List;
import java.util.Optional;

/**
 * A member that was looked for on another machine than the one on which it ran last. A new machine
 * that has been given its address shows no process of it, which says nothing of the old one: that
 * may be cut off, and run on (docs/etcd.md#n-12). Where the data has a volume of its own, the
 * volume counts in place of the machine.
 *
 * @param machine the one that was looked at
 * @param before where it ran last
 */
public record OtherMachine(Member member, String machine, LastMachine before) {
  /** How much of its name tells a machine from others. */
  private static final int SHOWN = 12;

  /** All such members of the membership whose own data does not show that it was moved there. */
  public static List<OtherMachine> in(ClusterView view) {
    return view.members().stream().flatMap(member -> of(view, member).stream()).toList();
  }

  /**
   * Returns the finding that another machine now has the member's address; empty where the machine
   * is the same, or unknown.
   */
  public static Optional<OtherMachine> of(ClusterView view, Member member) {
    Optional<LastMachine> before =
        member
            .id()
            .flatMap(id -> view.past().incarnation().flatMap(now -> now.member(id)))
            .flatMap(RecordedMember::ranOn);
    return member
        .workload()
        .placement()
        .home()
        .filter(machine -> !hasItsData(member))
        .flatMap(
            machine ->
                before
                    .filter(ran -> !ran.machine().equals(machine))
                    .map(ran -> new OtherMachine(member, machine, ran)));
  }

  private static boolean hasItsData(Member member) {
    return member.data().owner().filter(owner -> member.hasId(owner.member())).isPresent();
  }

  /** Warning, as a sentence or two, for people who decide about a restore. */
  public String sentence() {
    Optional<String> volume = volume();
    if (volume.isPresent()) {
      return "%s %s. Reject unless nothing runs from the old volume."
          .formatted(member.name(), volume.get());
    }
    return "%s was looked for on the machine %s, and ran on %s when it was seen last, at %s."
            .formatted(
                member.name(), shown(machine), shown(before.machine()), Amounts.moment(before.at()))
        + " That nothing runs on the new one says nothing of the old one. Reject unless that one is"
        + " switched off, or its client and peer ports are blocked.";
  }

  /**
   * The two volumes, in a clause that follows the name of the member; empty where its data has no
   * volume of its own.
   */
  public Optional<String> volume() {
    return member
        .workload()
        .placement()
        .volume()
        .map(
            now ->
                "has the volume %s, and ran from %s when it was seen last, at %s"
                    .formatted(shown(now), shown(before.machine()), Amounts.moment(before.at())));
  }

  /** The part of a machine's name that is shown to people. */
  public static String shown(String machine) {
    return machine.substring(0, Math.min(SHOWN, machine.length()));
  }
}
