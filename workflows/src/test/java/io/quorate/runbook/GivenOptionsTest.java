package io.quorate.runbook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.MemberName;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.AbstractStringAssert;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Options as people give them, whatever door they use. */
class GivenOptionsTest {
  private static final List<MemberName> MEMBERS =
      Stream.of("etcd-0", "etcd-1", "etcd-2").map(MemberName::new).toList();

  private static Options checked(String runbook, Map<String, List<String>> given) {
    return new GivenOptions(Runbooks.typed(runbook), new ClusterKey("payments"), MEMBERS)
        .checked(given);
  }

  @Test
  void namesAreTakenWithSpacesUnderscoresAndInAnyCase() {
    assertThat(Runbooks.typed(" Minority Replace ").name()).isEqualTo("minority-replace");
    assertThat(checked("MINORITY_REPLACE", Map.of("Data is_lost", List.of())).values())
        .isEqualTo(Map.of("data-is-lost", List.of()));
  }

  @Test
  void severalMembersMayStandInOneValueInAnyCase() {
    assertThat(checked("minority-replace", Map.of("member", List.of("ETCD-1, etcd-2", "etcd-0"))))
        .isEqualTo(new Options(Map.of("member", List.of("etcd-1", "etcd-2", "etcd-0"))));
  }

  @Test
  void aNameIsTakenAsTypedWhereThePlatformNamesTheMembers() {
    var options =
        new GivenOptions(Runbooks.typed("minority-replace"), new ClusterKey("payments"), List.of());

    assertThat(options.checked(Map.of("member", List.of("etcd-3 etcd-4"))).all("member"))
        .containsExactly("etcd-3", "etcd-4");
    assertThatThrownBy(() -> options.checked(Map.of("member", List.of("etcd/3"))))
        .isInstanceOf(WrongUsageException.class)
        .hasMessage("there is no member 'etcd/3' of payments");
  }

  @Test
  @Tag("attack-14")
  void aTextIsOneCleanLine() {
    Map<String, List<String>> given =
        Map.of("because-data-is-wrong", List.of("gone\n\u009b31m\u202e\u2028all"));
    assertThat(checked("majority-recovery", given).all("because-data-is-wrong"))
        .containsExactly("gone 31m\uFFFD all");
  }

  @Test
  void anOptionInTwoSpellingsCollectsAllValues() {
    assertThat(
            checked(
                    "minority-replace",
                    Map.of("member", List.of("etcd-1"), "MEMBER", List.of("etcd-2")))
                .all("member"))
        .containsExactlyInAnyOrder("etcd-1", "etcd-2");
  }

  @Test
  void anUnknownNameIsAnsweredWithNearOnesAndAll() {
    refused("minorty-replace", Map.of())
        .startsWith(
            "there is no runbook 'minorty-replace'; did you mean minority-replace? Runbooks: "
                + "minority-replace, member-restart");
    refused("minority-replace", Map.of("membre", List.of("etcd-1")))
        .startsWith(
            "minority-replace has no option 'membre'; did you mean member? Its options: member");
    refused("minority-replace", Map.of("member", List.of("etcd1")))
        .isEqualTo(
            "there is no member 'etcd1' of payments; did you mean etcd-1? Members: etcd-0, etcd-1,"
                + " etcd-2");
  }

  @Test
  void anOptionOfAnotherRunbookIsRefused() {
    refused("minority-replace", Map.of("soak", List.of("10m")))
        .startsWith("minority-replace has no option 'soak'. Its options: ");
  }

  @Test
  void anEmptyNameIsNotTakenForNoName() {
    refused("minority-replace", Map.of("member", List.of("")))
        .startsWith("there is no member '' of payments");
    refused("minority-replace", Map.of("member", List.of(" , ")))
        .startsWith("there is no member ' , ' of payments");
  }

  @Test
  void aFlagWithAValueIsRefusedBecauseFalseWouldCountAsTrue() {
    refused("minority-replace", Map.of("data-is-lost", List.of("false")))
        .isEqualTo("the option data-is-lost takes no value");
  }

  @Test
  void aFlagMayBeGivenAsTrue() {
    for (List<String> given : List.of(List.<String>of(), List.of("true"))) {
      assertThat(checked("minority-replace", Map.of("data-is-lost", given)).values())
          .containsEntry("data-is-lost", List.of());
    }
  }

  @Test
  void aMissingMemberOptionIsRefusedInTheWordsOfTheRunbook() {
    refused("planned-migration", Map.of())
        .isEqualTo("say which one member is to be moved: --member etcd-1");
  }

  @Test
  void theRefusalRepeatsTheInputOnAShortLineWithoutControlCharacters() {
    refused("minority-replace", Map.of("member", List.of("\u001b[31m")))
        .startsWith("there is no member '?[31m' of payments");
    refused("x\ny".repeat(1000), Map.of()).contains("x?yx").hasSizeLessThan(500);
  }

  private static AbstractStringAssert<?> refused(String runbook, Map<String, List<String>> given) {
    return assertThatThrownBy(() -> checked(runbook, given))
        .isInstanceOf(WrongUsageException.class)
        .message();
  }
}
