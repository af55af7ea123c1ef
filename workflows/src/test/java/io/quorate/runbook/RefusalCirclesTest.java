package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MaintenanceCounters;
import io.quorate.cluster.MembershipSource;
import io.quorate.cluster.Quota;
import io.quorate.cluster.VotingStatus;
import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.drawing.DrawnCluster;
import io.quorate.drawing.DrawnMember;
import io.quorate.drawing.Fate;
import io.quorate.plan.Plan;
import io.quorate.plan.Prescription;
import io.quorate.step.Reason;
import io.quorate.view.ClusterView;
import io.quorate.view.RunningVersions;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tuple;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/**
 * What a refusal advises does not lead back to it: whoever follows {@code status}, and then each
 * refusal to the letter, comes to a plan or to something that a person does.
 */
class RefusalCirclesTest {
  private static final String NAMES =
      Runbooks.all().stream().map(Runbook::name).collect(Collectors.joining("|"));

  private static final String OPTIONS =
      "(?<options>(?: --(?:cancel|data-is-lost|never-restored"
          + "|(?:to|member|members|is-off|from|by|accept) [\\w.-]*\\w))*)";

  /** A thing to do that has a command at its end. */
  private static final Pattern COMMAND =
      Pattern.compile("(?<before>.*)quorate start (?<runbook>" + NAMES + ") main" + OPTIONS);

  /** Word before a command that a person runs after an action by hand. */
  private static final Pattern THEN = Pattern.compile("(?i)\\bthen\\b");

  /** Beginning of an alternative to what a person does by hand. */
  private static final Pattern INSTEAD = Pattern.compile("(?:Or|If|Only if|To|Otherwise|Let)\\b.*");

  /** Runbooks whose request nobody can guess; who starts one of them decides more than an order. */
  private static final List<String> WITH_A_WISH =
      List.of("planned-migration", "rolling-upgrade", "undo");

  /** Which etcd the voters run. */
  enum Versions {
    SAME,
    NOT_TO_BE_DEFRAGMENTED,
    MIXED,
    DOWNGRADE_ENABLED,
    DOWNGRADE_HALF_DONE,
    DOWNGRADE_DONE;

    void draw(DrawnCluster drawn) {
      List<DrawnMember> members = drawn.members;
      for (int number = 0; number < members.size(); number++) {
        String version =
            switch (this) {
              case NOT_TO_BE_DEFRAGMENTED -> CORRUPTING;
              case SAME, DOWNGRADE_DONE -> OLDER;
              case DOWNGRADE_ENABLED -> NEWER;
              case MIXED, DOWNGRADE_HALF_DONE -> number == 0 ? NEWER : OLDER;
            };
        members.get(number).version = EtcdVersion.parse(version);
        if (isDowngrade()) {
          members.get(number).downgradeTo = Optional.of("3.6");
        }
      }
    }

    private boolean isDowngrade() {
      return this == DOWNGRADE_ENABLED || this == DOWNGRADE_HALF_DONE || this == DOWNGRADE_DONE;
    }
  }

  private static final String OLDER = "3.6.16";
  private static final String NEWER = "3.7.3";

  /** It can corrupt data while it defragments (ETCD-20650), and the newest patch of its line. */
  private static final String CORRUPTING = "3.5.22";

  private static final String NEWEST_PATCH = "3.5.35";

  /** Whether the voters have the same data. */
  enum Data {
    EQUAL,
    ONE_DIFFERS,
    ALL_DIFFER;

    void draw(DrawnCluster drawn) {
      for (int number = 0; number < drawn.members.size(); number++) {
        boolean last = number == drawn.members.size() - 1;
        if (this == ALL_DIFFER || (this == ONE_DIFFERS && last)) {
          drawn.member(number).hash += 17 * (number + 1);
        }
      }
    }
  }

  /** A cluster as it is drawn, in words that a failure shows. */
  record Case(
      List<Fate> fates,
      int spares,
      String alarms,
      String database,
      boolean larger,
      Versions versions,
      Data data,
      boolean releases) {
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
      versions.draw(drawn);
      data.draw(drawn);
      drawn.compared = true;
      drawn.releases.add(EtcdVersion.parse(OLDER));
      drawn.releases.add(EtcdVersion.parse(NEWEST_PATCH));
      if (releases) {
        drawn.releases.add(EtcdVersion.parse(NEWER));
      }
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
        member.upkeep = Optional.of(new MaintenanceCounters(member.index, 5));
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
            Arbitraries.of(true, false),
            Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(Versions.SAME)),
                Tuple.of(2, Arbitraries.just(Versions.NOT_TO_BE_DEFRAGMENTED)),
                Tuple.of(5, Arbitraries.of(Versions.class))),
            Arbitraries.frequencyOf(
                Tuple.of(4, Arbitraries.just(Data.EQUAL)), Tuple.of(3, Arbitraries.of(Data.class))),
            Arbitraries.of(true, true, false))
        .as(Case::new);
  }

  @Property(tries = 1000)
  void theAdviceOfStatusLeadsInNoCircle(@ForAll("cases") Case drawn) {
    ClusterView view = drawn.view();
    Optional<String> first = DiagnosisTable.diagnose(view).runbook();
    first.filter(name -> Runbooks.named(name).isPresent()).ifPresent(name -> follow(view, name));
  }

  @Property(tries = 1000)
  void theAdviceOfARefusalLeadsInNoCircle(@ForAll("cases") Case drawn) {
    ClusterView view = drawn.view();
    Runbooks.all().stream()
        .map(Runbook::name)
        .filter(name -> !WITH_A_WISH.contains(name))
        .forEach(name -> follow(view, name));
    follow(view, "rolling-upgrade", " --to " + NEWER, new ArrayList<>());
    follow(view, "rolling-downgrade", " --to " + OLDER, new ArrayList<>());
    follow(view, "rolling-downgrade", " --cancel", new ArrayList<>());
  }

  /** Two voters with mixed minors and no third: rolling-upgrade and scale named each other. */
  @Test
  void twoVotersWithMixedMinorsAreToldToConfigureAThirdMember() {
    ClusterView two = few(2, 0, Versions.MIXED).view();

    assertThat(refusal(two, "rolling-upgrade", "").todo())
        .anySatisfy(todo -> assertThat(todo).startsWith("Write one more member into quorate.yml"))
        .noneSatisfy(todo -> assertThat(todo).contains("scale"));
    assertThat(few(2, 1, Versions.MIXED).view())
        .satisfies(
            three -> assertThat(ask(three, "minority-replace", "")).isInstanceOf(Plan.class));
  }

  /** One or two voters with a downgrade enabled: rolling-downgrade and scale named each other. */
  @Property
  void theRefusalForFewVotersInADowngradeProposesCancel(
      @ForAll @IntRange(min = 1, max = 2) int voters) {
    ClusterView few = few(voters, 1, Versions.DOWNGRADE_ENABLED).view();

    assertThat(refusal(few, "rolling-downgrade", "").todo())
        .contains("quorate start rolling-downgrade main --cancel");
    assertThat(ask(few, "rolling-downgrade", " --cancel")).isInstanceOf(Plan.class);
  }

  /**
   * A full database on a patch that must not be defragmented: clear-nospace and rolling-upgrade.
   */
  @Property
  void theRefusalToDefragmentAdvisesTheQuotaBeforeTheNewestPatch(
      @ForAll @IntRange(min = 2, max = 5) int voters) {
    Case full = few(voters, 0, Versions.NOT_TO_BE_DEFRAGMENTED, "NOSPACE", "full");

    follow(full.view(), "clear-nospace");
    Reason reason = refusal(full.view(), "clear-nospace", "");
    assertThat(reason.code()).isEqualTo("must-not-be-defragmented");
    assertThat(reason.todo())
        .anySatisfy(todo -> assertThat(todo).startsWith("Raise " + Quota.SETTING))
        .contains("Then: quorate start rolling-upgrade main --to " + NEWEST_PATCH);
    Case roomy = few(voters, 0, Versions.NOT_TO_BE_DEFRAGMENTED, "NOSPACE", "roomy");
    assertThat(ask(roomy.view(), "clear-nospace", "")).isInstanceOf(Plan.class);
  }

  @Test
  void aCommandIsFollowedUnlessAnActionByHandComesFirst() {
    String cancel = "quorate start rolling-downgrade main --cancel";
    assertThat(Stream.of("", "Or: ", "Then: ").map(before -> followed(before + cancel)))
        .containsExactly(1, 1, 0);
    assertThat(Stream.of("", "Or: ", "Then: ").map(before -> followed("Look.", before + cancel)))
        .containsExactly(0, 1, 0);
  }

  private static int followed(String... todo) {
    return commands(List.of(todo)).size();
  }

  private static Case few(int voters, int spares, Versions versions) {
    return few(voters, spares, versions, "", "roomy");
  }

  private static Case few(
      int voters, int spares, Versions versions, String alarms, String database) {
    return new Case(
        Collections.nCopies(voters, Fate.FINE),
        spares,
        alarms,
        database,
        false,
        versions,
        Data.EQUAL,
        true);
  }

  private static Reason refusal(ClusterView view, String runbook, String options) {
    return ((Prescription.Refusal) ask(view, runbook, options)).reason();
  }

  private static Prescription ask(ClusterView view, String runbook, String options) {
    return Runbooks.prescribe(
        runbook, options(view, runbook, options), view, ApprovalPolicy.DEFAULT);
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
    if (WITH_A_WISH.contains(runbook) && options.isEmpty() && !isUnfinished(view, runbook)) {
      return;
    }
    if (ask(view, runbook, options) instanceof Prescription.Refusal refusal) {
      List<String> longer = new ArrayList<>(path);
      longer.add(step + ": " + refusal.reason().text());
      assertThat(refusal.reason().todo())
          .as("a dead end:\n" + String.join("\n", longer))
          .isNotEmpty();
      for (Matcher command : commands(refusal.reason().todo())) {
        follow(view, command.group("runbook"), chosen(view, command.group("options")), longer);
      }
    }
  }

  /**
   * The commands of a list that nothing has to come before: after a thing to do by hand, only those
   * that stand instead of it.
   */
  private static List<Matcher> commands(List<String> actions) {
    List<Matcher> commands = new ArrayList<>();
    boolean byHand = false;
    for (String todo : actions) {
      Matcher command = COMMAND.matcher(todo);
      if (!command.matches()) {
        byHand = true;
      } else if (!THEN.matcher(command.group("before")).find()
          && (!byHand || INSTEAD.matcher(todo).matches())) {
        commands.add(command);
      }
    }
    return commands;
  }

  /** Where a person is to choose a member, the first that answers is chosen. */
  private static String chosen(ClusterView view, String options) {
    return view.voters().stream()
        .filter(view::isLive)
        .findFirst()
        .map(voter -> options.replace("MEMBER", voter.name().value()))
        .orElse(options);
  }

  /** An upgrade that was left half done needs no wish. */
  private static boolean isUnfinished(ClusterView view, String runbook) {
    return runbook.equals("rolling-upgrade") && RunningVersions.of(view).areMixed();
  }

  /** What the words mean; how many voters a person wants is the next odd number. */
  private static Options options(ClusterView view, String runbook, String words) {
    Map<String, List<String>> given = new TreeMap<>();
    if (runbook.equals("scale") && !words.contains("--members")) {
      int voters = view.voters().size();
      given.put("members", List.of(String.valueOf(Math.max(3, voters + 1 - voters % 2))));
    }
    if (runbook.equals("clear-nospace")) {
      given.put("compacts-to", List.of("90"));
      given.put("defragments", view.voters().stream().map(voter -> voter.name() + "=5").toList());
    }
    String option = "";
    for (String word : words.strip().split(" ")) {
      if (word.startsWith("--")) {
        option = word.substring(2);
        given.putIfAbsent(option, List.of());
      } else if (!option.isEmpty()) {
        given.merge(
            option,
            List.of(word),
            (one, other) -> Stream.concat(one.stream(), other.stream()).toList());
      }
    }
    return new Options(given);
  }
}
