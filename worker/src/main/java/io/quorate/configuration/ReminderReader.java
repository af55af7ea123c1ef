package io.quorate.configuration;

import io.quorate.reminder.ReminderSettings;
import io.quorate.reminder.ReminderSettings.Escalation;
import java.time.Duration;
import java.util.Optional;

/** Reads {@code approval.remind}: when people are told again of what waits for them. */
final class ReminderReader {
  private static final String FIELD = "remind";
  private static final String EXAMPLE = "remind: {after: 10m, every: 15m}, or remind: off";
  private static final Duration LEAST = Duration.ofMinutes(1);

  private ReminderReader() {}

  /** Returns the settings; empty for {@code off}. */
  static Optional<ReminderSettings> read(Section approval, Approvers approvers) {
    if (approval.isText(FIELD)) {
      approval.optional(FIELD, ReminderReader::off);
      return Optional.empty();
    }
    return approval.has(FIELD)
        ? approval.section(FIELD, EXAMPLE, remind -> settings(remind, approvers))
        : Optional.of(ReminderSettings.DEFAULT);
  }

  private static String off(Scalar scalar) throws Wrong {
    String written = ValueParsers.text(scalar);
    if (!written.equals("off")) {
      throw new Wrong("'" + scalar.written() + "' is no setting of reminders; write " + EXAMPLE);
    }
    return written;
  }

  private static ReminderSettings settings(Section remind, Approvers approvers) {
    ReminderSettings known = ReminderSettings.DEFAULT;
    return new ReminderSettings(
        time(remind, "after", known.after()),
        time(remind, "every", known.every()),
        remind
            .section("then", "then: {group: dba, after: 30m}", then -> then(then, approvers))
            .flatMap(read -> read));
  }

  private static Optional<Escalation> then(Section then, Approvers approvers) {
    Optional<String> group =
        then.required("group", "group: dba", ValueParsers::text)
            .filter(name -> ApprovalReader.isGroup(then, "group", name, approvers));
    Duration after = time(then, "after", Duration.ofMinutes(30));
    return group.map(name -> new Escalation(name, after));
  }

  /** Reads a time. A shorter one than a minute would fill the channel. */
  private static Duration time(Section section, String field, Duration otherwise) {
    Duration read = section.orElse(field, otherwise, ValueParsers::duration);
    if (read.compareTo(LEAST) < 0) {
      section.problem(field, "is shorter than a minute, and would fill the channel");
    }
    return read;
  }
}
