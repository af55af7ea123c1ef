package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Quota;
import io.quorate.cluster.Upkeep;
import io.quorate.cluster.VotingStatus;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.Fate;
import io.quorate.plan.Prescription;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;

/**
 * What a refusal advises does not lead back to it: whoever follows {@code status}, and then each
 * refusal, comes to a plan or to something that a person does.
 */
class RefusalCirclesTest {
  private static final String NAMES =
      Runbooks.all().stream().map(Runbook::name).collect(Collectors.joining("|"));

  /** What is to be used "then" comes after something that a person does. */
  private static final Pattern ADVICE =
      Pattern.compile(
          "(?<!then use )(" + NAMES + ")((?: --(?:cancel|data-is-lost|member \\S*\\w))*)");

  /** Runbooks whose request nobody can guess; who starts one of them decides more than an order. */
  private static final List<String> WITH_A_WISH =
      List.of("planned-migration", "rolling-upgrade", "rolling-downgrade", "undo");

  /** A cluster as it is drawn, in words that a failure shows. */
  record Case(List<Fate> fates, int spares, String alarms, String database, boolean larger) {
    ClusterView view() {
      DrawnCluster drawn = new DrawnCluster();
      for (int number = 0; number < fates.size() + spares; number++) {
        DrawnMember member = new DrawnMember("etcd-" + number);
        drawn.members.add(member);
        if (number < fates.size()) {
          fates.get(number).befall(member);
        } else {
          member.gone();
          member.status = VotingStatus.UNLISTED;
        }
        database(member);
      }
      drawn.members.stream()
          .filter(member -> member.answers && member.status == VotingStatus.VOTER)
          .findFirst()
          .ifPresent(member -> member.leads = true);
      long voting = drawn.members.stream().filter(this::votes).count();
      long voters = drawn.members.stream().filter(m -> m.status == VotingStatus.VOTER).count();
      if (voting < voters / 2 + 1) {
        drawn.source = MembershipSource.LOCAL;
        drawn.members.forEach(member -> member.followsNobody = true);
      }
      if (alarms.contains("NOSPACE")) {
        drawn.alarms.add(new Alarm(Alarm.Kind.NOSPACE, Optional.of(drawn.member(0).id)));
      }
      if (alarms.contains("CORRUPT")) {
        drawn.alarms.add(new Alarm(Alarm.Kind.CORRUPT, Optional.of(drawn.member(0).id)));
      }
      drawn.compared = true;
      drawn.releases.add(EtcdVersion.parse("3.6.16"));
      return drawn.view();
    }

    private boolean votes(DrawnMember member) {
      return member.answers && member.status == VotingStatus.VOTER;
    }

    private void database(DrawnMember member) {
      member.quotaBytes = 20L << 20;
      member.dbSize = (database.equals("roomy") ? 10L : 20L) << 20;
      member.dbSizeInUse = member.dbSize;
      if (database.equals("alive")) {
        member.upkeep = Optional.of(new Upkeep(member.index, 5));
      }
      member.settings.put(Quota.SETTING, larger ? "64000000" : "20971520");
    }
  }

  @Provide
  Arbitrary<Case> cases() {
    Arbitrary<Fate> fate =
        Arbitraries.frequencyOf(
            Tuple.of(8, Arbitraries.just(Fate.FINE)),
            Tuple.of(2, Arbitraries.just(Fate.GONE)),
            Tuple.of(2, Arbitraries.just(Fate.REMOVED)),
            Tuple.of(2, Arbitraries.of(Fate.class)));
    return Combinators.combine(
            fate.list().ofMinSize(1).ofMaxSize(7),
            Arbitraries.integers().between(0, 4),
            Arbitraries.of("", "NOSPACE", "CORRUPT", "NOSPACE, CORRUPT"),
            Arbitraries.of("roomy", "full", "alive"),
            Arbitraries.of(true, false))
        .as(Case::new);
  }

  @Property(tries = 1500)
  void whoFollowsStatusComesToAnEnd(@ForAll("cases") Case drawn) {
    ClusterView view = drawn.view();
    Optional<String> first = Diagnosis.of(view).runbook();
    first.filter(name -> Runbooks.named(name).isPresent()).ifPresent(name -> follow(view, name));
  }

  @Property(tries = 1500)
  void whoBeginsWithAnyRunbookComesToAnEnd(@ForAll("cases") Case drawn) {
    ClusterView view = drawn.view();
    Runbooks.all().stream()
        .map(Runbook::name)
        .filter(name -> !WITH_A_WISH.contains(name))
        .forEach(name -> follow(view, name));
  }

  private static void follow(ClusterView view, String runbook) {
    follow(view, runbook, "", new ArrayList<>());
  }

  private static void follow(ClusterView view, String runbook, String options, List<String> path) {
    String step = (runbook + options).strip();
    String way = String.join("\n", path);
    assertThat(path.stream().map(line -> line.split(": ", 2)[0]))
        .as("in circles:\n" + way)
        .doesNotContain(step);
    if (WITH_A_WISH.contains(runbook)) {
      return;
    }
    Prescription answer =
        Runbooks.prescribe(runbook, options(view, runbook, options), view, ApprovalPolicy.DEFAULT);
    if (answer instanceof Prescription.Refusal refusal) {
      Matcher advice = ADVICE.matcher(refusal.because());
      while (advice.find()) {
        List<String> longer = new ArrayList<>(path);
        longer.add(step + ": " + refusal.because());
        follow(view, advice.group(1), advice.group(2), longer);
      }
    }
  }

  /** What the words mean; how many voters a person wants is the next odd number. */
  private static Options options(ClusterView view, String runbook, String words) {
    Map<String, List<String>> given = new TreeMap<>();
    if (runbook.equals("scale")) {
      int voters = view.voters().size();
      given.put("members", List.of(String.valueOf(Math.max(3, voters + 1 - voters % 2))));
    }
    if (runbook.equals("clear-nospace")) {
      given.put("compacts-to", List.of("90"));
      given.put("defragments", view.voters().stream().map(voter -> voter.name() + "=5").toList());
    }
    Matcher member = Pattern.compile("--member (\\S+)").matcher(words);
    if (member.find()) {
      given.put("member", List.of(member.group(1)));
    }
    if (words.contains("--data-is-lost")) {
      given.put("data-is-lost", List.of());
    }
    return new Options(given);
  }
}
