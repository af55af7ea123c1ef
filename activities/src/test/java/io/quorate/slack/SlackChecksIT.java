package io.quorate.slack;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Faults that {@code quorate check} finds in an emulated workspace. */
class SlackChecksIT {
  private static final SlackChecks.Person DANA = new SlackChecks.Person("dana", "T1", "U1");

  private final SlackEmulator emulator = SlackEmulator.start(0);

  @AfterEach
  void stop() {
    emulator.close();
  }

  private SlackChecks checks(String channel) {
    return new SlackChecks(
        emulator.apiUrl(), emulator.tokens().bot(), emulator.tokens().app(), channel);
  }

  @Test
  void anAppThatIsSetUpPassesEveryCheck() {
    SlackChecks checks = checks(emulator.channel());
    assertThat(checks.bot(true)).isEmpty();
    assertThat(checks.app()).isEmpty();
    assertThat(checks.channel()).isEmpty();
    assertThat(checks.people(List.of(DANA))).isEmpty();
  }

  @Test
  void aChannelThatIsNotThereAndWrongTokensFail() {
    assertThat(checks("#nope").channel().orElseThrow()).contains("The app sees no channel #nope");
    SlackChecks wrong =
        new SlackChecks(emulator.apiUrl(), "xoxb-wrong", "xapp-wrong", emulator.channel());
    assertThat(wrong.bot(false).orElseThrow()).contains("invalid_auth").contains("xoxb-");
    assertThat(wrong.app().orElseThrow()).contains("invalid_auth").contains("slack.appTokenFile");
    assertThat(wrong.channel().orElseThrow()).contains("invalid_auth");
  }

  @Test
  void aChannelWithoutTheAppOrInTheArchiveFails() {
    emulator.admission().leavesTheChannel();
    assertThat(checks(emulator.channel()).channel().orElseThrow())
        .isEqualTo("The app is not in #etcd-oncall: invite it there, /invite @quorate.");
    emulator.admission().archivesTheChannel();
    assertThat(checks(emulator.channel()).channel().orElseThrow()).contains("#etcd-oncall");
  }

  @Test
  void missingScopesAreNamedAllAtOnce() {
    emulator.admission().hasScopes("chat:write", "channels:read");
    assertThat(checks(emulator.channel()).bot(true).orElseThrow())
        .startsWith("The app lacks the scopes files:write, users:read, usergroups:read: add them");
    assertThat(checks(emulator.channel()).channel().orElseThrow())
        .startsWith("The app lacks the scope channels:history: add");
  }

  @Test
  void approversWhoAreUnknownGoneOrOfAnotherTeamFailByName() {
    emulator.admission().deactivates(Person.ROBIN);
    String trouble =
        checks(emulator.channel())
            .people(
                List.of(
                    DANA,
                    new SlackChecks.Person("robin", "T1", "U2"),
                    new SlackChecks.Person("kim", "T1", "U7"),
                    new SlackChecks.Person("sam", "T1", "U9")))
            .orElseThrow();
    assertThat(trouble)
        .isEqualTo(
            "robin (T1/U2) is deactivated in Slack. kim (T1/U7) is no user of Slack. sam (T1/U9)"
                + " is a user of another workspace, in a shared channel.");
  }

  @Test
  void anApproverWhoIsAGuestFailsByName() {
    emulator.admission().makesAGuest(Person.DANA);
    assertThat(checks(emulator.channel()).people(List.of(DANA)))
        .contains("dana (T1/U1) is a guest in Slack.");
  }

  @Test
  void anApproverOfAnotherTeamThanConfiguredFailsByName() {
    assertThat(
            checks(emulator.channel()).people(List.of(new SlackChecks.Person("dana", "T2", "U1"))))
        .contains("dana (T2/U1) is of team T1, and clicks come from there.");
  }
}
