package io.quorate.version;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.EtcdVersion;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The file holds together: what an advisory, a hop or a line says contradicts no other. */
class VersionKnowledgeTest {
  private static final VersionKnowledge KNOWN = VersionKnowledge.current();

  private static final Pattern SOURCE =
      Pattern.compile(
          "https://(github\\.com/etcd-io/etcd|etcd\\.io)/\\S+" + "|docs/etcd\\.md#[a-z0-9-]+");
  private static final Pattern SENTENCE = Pattern.compile("\\p{Lu}.*\\.|etcd .*\\.");
  private static final Pattern ID = Pattern.compile("(ETCD|GHSA)-[0-9A-Z]+([-.][0-9A-Z]+)*");

  static List<Advisory> advisories() {
    return KNOWN.advisories();
  }

  @Test
  void noTwoAdvisoriesShareAnId() {
    assertThat(KNOWN.advisories()).hasSizeGreaterThan(10);
    assertThat(KNOWN.advisories()).extracting(Advisory::id).doesNotHaveDuplicates();
  }

  @ParameterizedTest
  @MethodSource("advisories")
  void everyAdvisoryHasAnIdASentenceASourceVersionsAndEffects(Advisory advisory) {
    assertThat(advisory.id()).matches(ID);
    assertThat(advisory.sentence()).matches(SENTENCE);
    assertThat(advisory.sentence().replace("{version}", "")).doesNotContain("{", "}");
    assertThat(advisory.source()).matches(SOURCE);
    assertThat(advisory.affected()).isNotEmpty();
    assertThat(advisory.effects()).isNotEmpty();
  }

  @ParameterizedTest
  @MethodSource("advisories")
  void theRangesOfAnAdvisoryLieApartAndInKnownLines(Advisory advisory) {
    assertThat(advisory.affected())
        .doesNotHaveDuplicates()
        .allSatisfy(
            range -> {
              assertThat(KNOWN.lines())
                  .extracting(LineSupport::line)
                  .contains(MinorLine.of(range.first()));
              assertThat(advisory.affected())
                  .filteredOn(other -> !other.equals(range))
                  .noneMatch(other -> other.include(range.first()) || other.include(range.last()));
            });
  }

  @ParameterizedTest
  @MethodSource("advisories")
  void anAdvisoryHasASingleEffectForEachRoleInARunbook(Advisory advisory) {
    Set<String> seen = new HashSet<>();
    advisory.effects().stream()
        .flatMap(effect -> effect.runbooks().stream().map(book -> effect.role() + " " + book))
        .forEach(use -> assertThat(seen.add(use)).as(use).isTrue());
  }

  @ParameterizedTest
  @MethodSource("advisories")
  void everyRunbookOfAnEffectIsHere(Advisory advisory) {
    List<String> names = Runbooks.all().stream().<String>map(Runbook::name).toList();
    assertThat(advisory.effects())
        .flatExtracting(AdvisoryEffect::runbooks)
        .isNotEmpty()
        .isSubsetOf(names);
  }

  @Test
  void advisoriesOnlyWarnInAMinorityReplace() {
    assertThat(KNOWN.advisories())
        .flatExtracting(Advisory::effects)
        .filteredOn(effect -> effect.runbooks().contains("minority-replace"))
        .isNotEmpty()
        .extracting(AdvisoryEffect::severity)
        .containsOnly(Severity.WARNING);
  }

  @Test
  void aGateLeadsFromOneLineToTheNextAndNoHopHasTwo() {
    assertThat(KNOWN.gates())
        .extracting(HopGate::id)
        .contains("HOP-3.4-3.5", "HOP-3.5-3.6", "HOP-3.6-3.7", "HOP-3.7-3.6", "HOP-3.6-3.5")
        .doesNotHaveDuplicates();
    assertThat(KNOWN.gates())
        .allMatch(gate -> Math.abs(gate.from().minor() - gate.to().minor()) == 1)
        .allMatch(gate -> SOURCE.matcher(gate.source()).matches());
  }

  @Test
  void theLeastVersionsOfAGateAreOfItsLinesAndNotRefusedByAnAdvisory() {
    for (HopGate.Open gate : openGates()) {
      Hop least = new Hop(gate.leastSource(), gate.leastTarget());
      assertThat(least.from()).isEqualTo(gate.from());
      assertThat(least.to()).isEqualTo(gate.to());
      assertThat(KNOWN.concerns(least, "rolling-upgrade"))
          .as("%s", least)
          .noneMatch(concern -> concern.severity() == Severity.REFUSED);
      assertThat(KNOWN.conditions(least)).isNotEmpty();
    }
  }

  @Test
  void aDowngradeGoesToTheNewestOfItsLine() {
    assertThat(openGates())
        .filteredOn(gate -> gate.to().compareTo(gate.from()) < 0)
        .hasSize(2)
        .allMatch(gate -> newest(gate.to()).equals(gate.leastTarget()));
  }

  @Test
  void everyConditionOfAHopIsDemandedSomewhere() {
    assertThat(openGates())
        .flatExtracting(HopGate.Open::conditions)
        .containsAll(Arrays.asList(HopCondition.values()));
  }

  @Test
  void everyUseOfAVersionIsSpokenOfSomewhere() {
    assertThat(KNOWN.advisories())
        .flatExtracting(Advisory::effects)
        .extracting(AdvisoryEffect::role)
        .containsAll(Arrays.asList(VersionUse.values()));
  }

  @Test
  void everyLineHasANewestVersionASourceAndAnEndSentence() {
    assertThat(KNOWN.lines()).extracting(LineSupport::line).doesNotHaveDuplicates();
    assertThat(KNOWN.lines())
        .allMatch(line -> MinorLine.of(line.newest()).equals(line.line()))
        .allMatch(line -> SOURCE.matcher(line.source()).matches())
        .allMatch(line -> line.ended().filter(SENTENCE.asMatchPredicate().negate()).isEmpty());
  }

  @Test
  void nothingWasTestedThatIsNewerThanTheNewestKnown() {
    assertThat(KNOWN.tested())
        .doesNotHaveDuplicates()
        .isSorted()
        .noneMatch(version -> newest(MinorLine.of(version)).isBefore(version));
  }

  @Test
  void noNameOfASettingStandsForTwoOthers() {
    List<RenamedSetting> renamed = KNOWN.settings().renamed();
    assertThat(renamed.stream().flatMap(one -> Stream.of(one.oldName(), one.newName())).toList())
        .doesNotHaveDuplicates();
  }

  @Test
  void theFirstLineWithoutTheOldNameReadsTheNewName() {
    assertThat(KNOWN.settings().renamed())
        .isNotEmpty()
        .allMatch(one -> one.newIn().include(after(one.oldIn().last())));
  }

  @Test
  void whyASettingIsTouchedIsToldInASentence() {
    assertThat(KNOWN.settings().rules())
        .hasSizeGreaterThan(20)
        .allMatch(rule -> rule.because().matches("[\\p{Lu}\\d].*\\.|etcd .*\\."))
        .allMatch(
            rule ->
                !(rule.answer() instanceof SettingRule.Answer.Refuse refuse)
                    || SENTENCE.matcher(refuse.instead()).matches());
  }

  @Test
  void aRuleForAnyValueComesAfterTheRulesForAGivenValue() {
    List<SettingRule> rules = KNOWN.settings().rules();
    Set<String> closed = new HashSet<>();
    for (SettingRule rule : rules) {
      Set<String> uses =
          rule.names().stream().map(name -> name + rule.under()).collect(Collectors.toSet());
      assertThat(closed).doesNotContainAnyElementsOf(uses);
      if (rule.value().isEmpty()) {
        closed.addAll(uses);
      }
    }
  }

  @Test
  void onlyAKnownLineThatGetsNoMorePatchesIsEndOfLife() {
    assertThat(KNOWN.endOfLife(EtcdVersion.parse("3.4.45"))).isTrue();
    assertThat(KNOWN.endOfLife(EtcdVersion.parse("3.6.16"))).isFalse();
    assertThat(KNOWN.endOfLife(EtcdVersion.parse("3.99.0"))).isFalse();
  }

  @Test
  void theFileIsOldAfterNinetyDaysAndNotBefore() {
    Instant day = KNOWN.asOf();
    assertThat(KNOWN.warning(day.plus(Duration.ofDays(90)))).isEmpty();
    assertThat(KNOWN.warning(day.plus(Duration.ofDays(91))))
        .hasValueSatisfying(said -> assertThat(said).contains(day.toString().substring(0, 10)));
  }

  private static List<HopGate.Open> openGates() {
    return KNOWN.gates().stream()
        .filter(HopGate.Open.class::isInstance)
        .map(HopGate.Open.class::cast)
        .toList();
  }

  private static MinorLine after(MinorLine line) {
    return new MinorLine(line.major(), line.minor() + 1);
  }

  private static EtcdVersion newest(MinorLine line) {
    return KNOWN.lines().stream()
        .filter(one -> one.line().equals(line))
        .findFirst()
        .orElseThrow()
        .newest();
  }
}
