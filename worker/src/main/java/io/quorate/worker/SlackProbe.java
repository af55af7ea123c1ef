package io.quorate.worker;

import io.quorate.command.Probe;
import io.quorate.configuration.ApprovalSettings;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.SlackSettings;
import io.quorate.slack.SlackChecks;
import io.quorate.slack.SlackClient;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Probes one part of what Slack needs: a token, the channel, the people, their groups. */
record SlackProbe(
    String name, SlackSettings settings, Function<SlackChecks, Optional<String>> check)
    implements Probe {
  /** Returns the probes of these settings; a file that cannot be read is a trouble of each. */
  static List<Probe> of(SlackSettings settings, ApprovalSettings approval) {
    List<SlackChecks.Person> people =
        approval.approvers().all().stream().flatMap(one -> person(one).stream()).toList();
    boolean groups = !approval.slackGroups().isEmpty();
    List<Probe> probes = new ArrayList<>();
    probes.add(new SlackProbe("bot token of Slack", settings, slack -> slack.bot(groups)));
    probes.add(new SlackProbe("app token of Slack", settings, SlackChecks::app));
    probes.add(
        new SlackProbe("Slack, channel " + settings.channel(), settings, SlackChecks::channel));
    if (!people.isEmpty()) {
      probes.add(new SlackProbe("approvers in Slack", settings, slack -> slack.people(people)));
    }
    if (groups) {
      probes.add(
          new SlackProbe(
              "user groups of Slack", settings, slack -> slack.groups(approval.slackGroups())));
    }
    return probes;
  }

  private static Optional<SlackChecks.Person> person(Approver approver) {
    return approver
        .slack()
        .map(user -> new SlackChecks.Person(approver.name(), user.team(), user.user()));
  }

  @Override
  public Optional<String> trouble() {
    try {
      return check.apply(
          new SlackChecks(
              settings.apiUrl().map(URI::toString).orElse(SlackClient.API),
              settings.botToken().read(),
              settings.appToken().read(),
              settings.channel()));
    } catch (UncheckedIOException gone) {
      return Optional.ofNullable(gone.getMessage());
    }
  }
}
