package io.quorate.gateway.slack;

import static org.assertj.core.api.Assertions.assertThat;

import com.slack.api.Slack;
import io.quorate.approval.Decision.Kind;
import io.quorate.gateway.slack.SlackClicks.Click;
import io.quorate.lab.slack.Hold;
import io.quorate.lab.slack.Person;
import io.quorate.lab.slack.SlackEmulator;
import io.quorate.slack.SlackClient;
import io.quorate.slack.SlackPeople;
import io.quorate.slack.SlackVerb;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Users of Slack who are no members, in front of the emulator. */
class MembersOnlyIT {
  private final SlackEmulator emulator = SlackEmulator.start(0);
  private final Slack slack = SlackClient.of(emulator.apiUrl());
  private final List<String> told = new ArrayList<>();
  private final List<Click> decided = new ArrayList<>();

  /** Decisions that let everybody in. */
  private final class Anybody implements SlackClicks.Decisions {
    @Override
    public void decide(Click click, Consumer<String> tell) {
      decided.add(click);
      tell.accept("Recorded: 1 of 1.");
    }

    @Override
    public void ask(SlackClicks.Asked click, Consumer<String> tell) {
      tell.accept("Asked.");
    }

    @Override
    public String page(SlackPerson person, String operation) {
      return "https://quorate.test";
    }

    @Override
    public Optional<String> keepsEvidenceFrom(SlackPerson person) {
      return Optional.empty();
    }

    @Override
    public String evidence(String operation, String question) {
      return "";
    }

    @Override
    public String now(String operation) {
      return "";
    }
  }

  @AfterEach
  void stop() throws Exception {
    slack.close();
    emulator.close();
  }

  @Test
  void a_member_decides() {
    decide(Person.DANA);
    assertThat(told).containsExactly("Recorded: 1 of 1.");
  }

  @Test
  void a_guest_is_refused_a_decision_the_page_and_evidence() {
    emulator.admission().makesAGuest(Person.DANA);

    decide(Person.DANA);

    assertThat(decided).isEmpty();
    assertThat(told)
        .singleElement()
        .asString()
        .startsWith("Not recorded: dana (Slack T1/U1) is a guest in Slack. Members of the app's");
    members()
        .ask(
            new SlackClicks.Asked(
                "c2",
                by(Person.DANA),
                SlackVerb.RETRY,
                "o",
                Optional.empty(),
                "",
                Optional.empty()),
            told::add);
    assertThat(told.getLast()).startsWith("Not recorded: dana (Slack T1/U1) is a guest");
    assertThat(members().page(by(Person.DANA), "o")).contains("is a guest in Slack");
    assertThat(members().keepsEvidenceFrom(by(Person.DANA))).isPresent();
  }

  @Test
  void a_deactivated_user_and_a_user_of_another_company_are_refused() {
    emulator.admission().deactivates(Person.ROBIN);

    decide(Person.ROBIN);
    decide(Person.STRANGER);

    assertThat(decided).isEmpty();
    assertThat(told.get(0)).contains("robin (Slack T1/U2) is deactivated in Slack.");
    assertThat(told.get(1)).contains("is a user of another workspace, in a shared channel.");
  }

  @Test
  void the_configuration_alone_decides_where_slack_does_not_tell() {
    emulator.faults().refuse("users.info", "missing_scope");

    decide(Person.DANA);

    assertThat(decided).hasSize(1);
  }

  @Test
  void a_click_waits_a_second_for_slack_at_most() {
    Hold held = emulator.faults().hold("users.info", Hold.At.REQUEST);
    Instant began = Instant.now();

    decide(Person.DANA);

    held.release();
    assertThat(decided).hasSize(1);
    assertThat(Duration.between(began, Instant.now())).isLessThan(Duration.ofSeconds(2));
  }

  @Test
  void a_user_is_asked_about_once_in_five_minutes() {
    Instant[] now = {Instant.EPOCH};
    SlackPeople people =
        new SlackPeople(
            slack,
            emulator.tokens().bot(),
            new Clock() {
              @Override
              public ZoneOffset getZone() {
                return ZoneOffset.UTC;
              }

              @Override
              public Clock withZone(java.time.ZoneId zone) {
                return this;
              }

              @Override
              public Instant instant() {
                return now[0];
              }
            });
    assertThat(people.trouble("U1")).isEmpty();
    emulator.admission().makesAGuest(Person.DANA);
    assertThat(people.trouble("U1")).isEmpty();
    now[0] = now[0].plus(Duration.ofMinutes(5));
    assertThat(people.trouble("U1")).contains("is a guest in Slack.");
  }

  private void decide(Person person) {
    members()
        .decide(
            new Click("c1", by(person), "o", "o.1", "7f3a91c2", Kind.APPROVE, "", Optional.empty()),
            told::add);
  }

  private MembersOnly members() {
    return new MembersOnly(
        new Anybody(), new SlackPeople(slack, emulator.tokens().bot(), Clock.systemUTC())::trouble);
  }

  private static SlackPerson by(Person person) {
    return new SlackPerson(person.teamId(), person.userId(), person.name());
  }
}
