package io.quorate.gateway;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quorate.approval.Approval;
import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Decision;
import io.quorate.approval.Door;
import io.quorate.approval.Identity;
import io.quorate.approval.Question;
import io.quorate.approval.Requirement;
import io.quorate.configuration.ApprovalSettings;
import io.quorate.configuration.Approvers;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.Approvers.SlackUser;
import io.quorate.operation.Request.Verb;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.From;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.Size;

/**
 * Decisions and verbs of anybody, through every door, under any policy: what counts is of somebody
 * whom the policy names.
 */
class PolicyDoorsTest {
  private static final Instant NOW = Instant.parse("2026-11-29T03:00:00Z");
  private static final String DIGEST = "7f3a91c2".repeat(8);
  private static final List<String> GROUPS = List.of("oncall", "dba");

  /**
   * A person as the drawing knows them: of Slack or not, an approver in these groups or a stranger.
   */
  record Human(int number, Set<String> groups, boolean inSlack) {
    String name() {
      return "person" + number;
    }

    String alias() {
      return "login." + number;
    }

    Optional<Approver> approver() {
      Optional<SlackUser> slack =
          inSlack ? Optional.of(new SlackUser("T1", "U" + number)) : Optional.empty();
      return groups.isEmpty()
          ? Optional.empty()
          : Optional.of(new Approver(name(), slack, Set.of(alias()), groups));
    }
  }

  /** Somebody who comes through a door and says something there. */
  record Visit(int human, Door door, boolean byAlias, String team, Decision.Kind kind, Verb verb) {}

  @Provide
  Arbitrary<List<Human>> humans() {
    Arbitrary<Set<String>> groups = Arbitraries.of(GROUPS).set().ofMaxSize(2);
    return Combinators.combine(groups, Arbitraries.of(true, false))
        .as((of, slack) -> new Human(0, of, slack))
        .list()
        .ofMinSize(1)
        .ofMaxSize(5)
        .map(PolicyDoorsTest::numbered);
  }

  private static List<Human> numbered(List<Human> drawn) {
    List<Human> humans = new ArrayList<>();
    drawn.forEach(one -> humans.add(new Human(humans.size(), one.groups(), one.inSlack())));
    return humans;
  }

  @Provide
  Arbitrary<Visit> visit() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 6),
            Arbitraries.of(Door.class),
            Arbitraries.of(true, false),
            Arbitraries.of("T1", "T1", "T9"),
            Arbitraries.of(Decision.Kind.class),
            Arbitraries.of(Verb.class))
        .as(Visit::new);
  }

  @Property(tries = 1000)
  void onlyWhomThePolicyNamesDecides(
      @ForAll("humans") List<Human> humans,
      @ForAll @Size(max = 12) List<@From("visit") Visit> visits,
      @ForAll boolean dbaOnly,
      @ForAll boolean requesterCounts) {
    Approvers approvers = approvers(humans);
    People people =
        new People(() -> approvers, () -> NOW, new GatewayMetrics(new SimpleMeterRegistry()));
    Optional<String> group = dbaOnly ? Optional.of("dba") : Optional.empty();
    Requirement bare = new Requirement(2, group);
    Requirement needed = requesterCounts ? bare.withRequester() : bare;
    String requester = people.named(humans.getFirst().alias().toUpperCase(Locale.ROOT));
    Approval approval = question(needed, requester);
    Set<String> named = new TreeSet<>();
    for (Human human : humans) {
      boolean may = group.map(human.groups()::contains).orElse(!human.groups().isEmpty());
      if (may && (requesterCounts || human.number() > 0)) {
        named.add(human.name());
      }
    }

    for (Visit visit : visits) {
      approval = approval.decide(decision(people, humans, visit)).approval();
    }

    List<String> counted = approval.decisions().stream().map(Decision::by).toList();
    assertThat(counted).isSubsetOf(named);
    assertThat(counted.stream().distinct().count())
        .as("two approvals are of two people")
        .isGreaterThanOrEqualTo(approval.state() == Approval.State.APPROVED ? 2 : 0);
  }

  @Property(tries = 1000)
  void onlyWhomThePolicyNamesSteers(
      @ForAll("humans") List<Human> humans,
      @ForAll("visit") Visit visit,
      @ForAll boolean ofOncall) {
    Approvers approvers = approvers(humans);
    People people =
        new People(() -> approvers, () -> NOW, new GatewayMetrics(new SimpleMeterRegistry()));
    Optional<String> group =
        ofOncall && approvers.groups().contains("oncall")
            ? Optional.of("oncall")
            : Optional.empty();
    Steering steering =
        new Steering(
            new ApprovalSettings(
                approvers, ApprovalPolicy.DEFAULT, group, Map.of(), Optional.empty()));
    boolean may =
        visit.human() < humans.size()
            && group
                .map(humans.get(visit.human()).groups()::contains)
                .orElse(!humans.get(visit.human()).groups().isEmpty());

    Optional<String> refusal =
        steering.refusal(visit.verb(), people.named(typed(humans, visit)), Optional::empty);

    assertThat(refusal.isEmpty()).isEqualTo(may || approvers.all().isEmpty());
  }

  private static Approvers approvers(List<Human> humans) {
    return new Approvers(humans.stream().flatMap(one -> one.approver().stream()).toList());
  }

  private static String typed(List<Human> humans, Visit visit) {
    if (visit.human() >= humans.size()) {
      return "nobody" + visit.human();
    }
    Human human = humans.get(visit.human());
    return visit.byAlias() ? " " + human.alias().toUpperCase(Locale.ROOT) : human.name();
  }

  private static Decision decision(People people, List<Human> humans, Visit visit) {
    boolean slack = visit.door() == Door.SLACK;
    People.Said said =
        new People.Said(
            visit.kind(),
            DIGEST,
            visit.door(),
            "",
            Optional.of("orders"),
            Optional.of("orders.5f0c2d11.1"),
            slack ? Identity.SLACK : Identity.TYPED);
    return slack
        ? people.decision(
            said,
            "somebody (Slack " + visit.team() + "/U" + visit.human() + ")",
            people.inSlack(visit.team(), "U" + visit.human()))
        : people.decision(said, typed(humans, visit));
  }

  private static Approval question(Requirement needed, String requester) {
    return Approval.of(
        new Question(
            "orders.5f0c2d11.1",
            DIGEST,
            needed,
            requester,
            NOW,
            NOW.plus(Duration.ofHours(4)),
            Optional.of("orders")));
  }
}
