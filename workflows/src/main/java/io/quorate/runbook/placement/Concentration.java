package io.quorate.runbook.placement;

import io.quorate.cluster.Amounts;
import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.Quorum;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Voters that fail together because a member moves (docs/etcd.md#failure-domains). A place is a
 * node, a zone or a site, and is called a killer when it has more voters than may be lost; a move
 * must not make its destination a killer.
 *
 * @param old the member where it is
 * @param next the member where it goes; the same one where it keeps its place
 * @param noun the kind of place
 * @param domain the place to which it goes
 * @param of the place of a member that stays; an empty text where that is not known
 */
record Concentration(
    ClusterView view,
    Member old,
    Member next,
    String noun,
    String domain,
    Function<Member, String> of) {
  private static final String NODE = "node";

  static Concentration ofZones(ClusterView view, Member old, Member next, FailureDomain to) {
    return new Concentration(view, old, next, "zone", to.value(), member -> member.zone().value());
  }

  /** The sites of a move; empty where the site to which it leads is not known. */
  static Optional<Concentration> ofSites(ClusterView view, Member old, Member next) {
    return next.site()
        .map(to -> new Concentration(view, old, next, "site", to.value(), Concentration::siteOf));
  }

  private static String siteOf(Member member) {
    return member.site().map(FailureDomain::value).orElse("");
  }

  static Concentration ofNodes(ClusterView view, Member moved, String node) {
    return new Concentration(view, moved, moved, NODE, node, Concentration::nodeOf);
  }

  private static String nodeOf(Member member) {
    return member.workload().placement().node().orElse("");
  }

  /** The place whose loss stops all writes after the move and did not before, as a sentence. */
  Optional<String> afterwards() {
    List<String> others = without(without(view.voters(), old), next).stream().map(of).toList();
    return isKiller(with(others, of.apply(old))) ? Optional.empty() : killer(with(others, domain));
  }

  /** The place whose loss stops all writes only while both places vote, as a sentence. */
  Optional<String> meanwhile() {
    List<String> others = without(view.voters(), next).stream().map(of).toList();
    return isKiller(others) || afterwards().isPresent()
        ? Optional.empty()
        : killer(with(others, domain))
            .map(sentence -> sentence.replaceFirst("^Losing", "While both vote, losing"));
  }

  /** The voter beside which the member would come, where no other one is beside it now. */
  Optional<Member> company() {
    List<Member> others = without(view.voters(), old);
    boolean shares = others.stream().anyMatch(other -> of.apply(other).equals(of.apply(old)));
    return others.stream().filter(other -> !shares && of.apply(other).equals(domain)).findFirst();
  }

  private boolean isKiller(List<String> voters) {
    return there(voters) > new Quorum(voters.size()).tolerated();
  }

  private Optional<String> killer(List<String> voters) {
    return isKiller(voters)
        ? Optional.of(
            "Losing %s %s would stop all writes: %d of %s would be %s it."
                .formatted(
                    noun,
                    domain,
                    there(voters),
                    Amounts.count(voters.size(), "voter"),
                    noun.equals(NODE) ? "on" : "in"))
        : Optional.empty();
  }

  private long there(List<String> voters) {
    return voters.stream().filter(domain::equals).count();
  }

  private static List<Member> without(List<Member> voters, Member one) {
    return voters.stream().filter(voter -> !voter.name().equals(one.name())).toList();
  }

  private static List<String> with(List<String> voters, String one) {
    List<String> more = new ArrayList<>(voters);
    more.add(one);
    return more;
  }
}
