package io.quorate.configuration;

import io.quorate.approval.ApprovalPolicy;
import io.quorate.approval.Requirement;
import io.quorate.cluster.NearNames;
import io.quorate.configuration.Approvers.Approver;
import io.quorate.configuration.Approvers.SlackUser;
import io.quorate.operation.OwnNames;
import io.quorate.step.ApprovalTerms;
import io.quorate.step.Hazard;
import java.time.Duration;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** Reads the section {@code approval}: who may decide, how many have to, and who steers. */
final class ApprovalReader {
  private static final Pattern SLACK = Pattern.compile("([A-Z0-9]+)/([A-Z0-9]+)");

  /** User group of Slack by its id, as every method of Slack names it. */
  private static final Reading<String> SLACK_GROUP =
      ValueParsers.matching(
          "S[A-Z0-9]{2,30}", "is no user group of Slack; write its id, as S0123ABCD");

  private static final String GROUPS = "approvers: {oncall: [{name: dana, slack: T1/U1}]}";
  private static final String COUNT = "count";
  private static final String GROUP = "group";
  private static final String OUTSIDE_SLACK = "outsideSlack";

  private final Section section;

  /** Whether people can show the gateway a token. */
  private final boolean tokens;

  private final Map<String, Approver> people = new LinkedHashMap<>();
  private final Map<SlackUser, String> slackNames = new LinkedHashMap<>();

  /** Names and aliases in lower case, each with its person. */
  private final Map<String, String> names = new LinkedHashMap<>();

  ApprovalReader(Section section, boolean tokens) {
    this.section = section;
    this.tokens = tokens;
  }

  ApprovalSettings read() {
    section.section("approvers", GROUPS).ifPresent(this::groups);
    Approvers approvers = Approvers.of(people.values());
    Map<Hazard, Requirement> required =
        section
            .section(
                "required",
                "required: {reversible: 1, irreversible: 1, destructive: 2}",
                levels -> required(levels, approvers))
            .orElse(Map.of());
    Duration expireAfter =
        section.orElse("expireAfter", ApprovalPolicy.DEFAULT.expireAfter(), ValueParsers::duration);
    ApprovalPolicy policy = new ApprovalPolicy(required, expireAfter).among(approvers.electorate());
    return new ApprovalSettings(
        approvers,
        requesterCounts() ? ofSmallTeams(policy) : policy,
        section
            .section("steering", "steering: {group: oncall}", named -> steering(named, approvers))
            .flatMap(group -> group),
        section
            .section(
                "slackGroups",
                "slackGroups: {oncall: S0123ABCD}",
                groups -> slackGroups(groups, approvers))
            .orElse(Map.of()),
        ReminderReader.read(section, approvers));
  }

  private boolean requesterCounts() {
    return section.orElse("requesterCounts", false, ValueParsers::yesOrNo);
  }

  /** Returns the policy where the requester may approve what needs two people or more. */
  private ApprovalPolicy ofSmallTeams(ApprovalPolicy policy) {
    ApprovalPolicy counting = policy.withRequester();
    if (counting.equals(policy)) {
      section.problem(
          "requesterCounts",
          "counts only where 2 or more have to approve, and no level of approval.required asks for"
              + " that");
    }
    return counting;
  }

  /** Reads the group whose approvers steer; a group that nobody is in would leave nobody. */
  private static Optional<String> steering(Section steering, Approvers approvers) {
    return steering
        .required("group", "group: oncall", ValueParsers::text)
        .filter(group -> isGroup(steering, "group", group, approvers));
  }

  private static Map<String, String> slackGroups(Section section, Approvers approvers) {
    Map<String, String> ids = new LinkedHashMap<>();
    for (String group : section.names()) {
      if (isGroup(section, group, group, approvers)) {
        section.optional(group, SLACK_GROUP).ifPresent(id -> ids.put(group, id));
      }
    }
    return ids;
  }

  /** Returns whether approvers are in this group, and says so where none is. */
  static boolean isGroup(Section section, String field, String group, Approvers approvers) {
    boolean known = approvers.groups().contains(group);
    if (!known) {
      section.problem(
          field,
          "there is no group "
              + group
              + " in approval.approvers"
              + NearNames.question(group, approvers.groups()));
    }
    return known;
  }

  private void groups(Section groups) {
    for (String group : groups.names()) {
      if (Set.of(COUNT, GROUP, OUTSIDE_SLACK).contains(group)) {
        groups.problem(group, "is a word of approval.required; give the group another name");
      }
      List<Section> listed = groups.sections(group, "[{name: dana, slack: T1/U1}]");
      listed.forEach(person -> person(group, person));
    }
  }

  private void person(String group, Section person) {
    Optional<String> name = person.required("name", "name: dana", ValueParsers::text);
    Optional<SlackUser> slack = person.optional("slack", ApprovalReader::slackUser);
    List<String> aliases = person.list("aliases", "aliases: [d.smith]", ValueParsers::text);
    person.close();
    name.ifPresent(
        who ->
            enter(
                group,
                new Approver(who, slack, new LinkedHashSet<>(aliases), Set.of(group)),
                person));
  }

  private void enter(String group, Approver entry, Section person) {
    String name = entry.name();
    Optional<SlackUser> slack = entry.slack();
    slack.ifPresent(user -> claim(user, name, person));
    claim("name", name, name, person);
    entry.aliases().forEach(alias -> claim("aliases", alias, name, person));
    Approver before = people.get(name.toLowerCase(Locale.ROOT));
    Approver now = entry;
    if (before != null) {
      if (before.groups().contains(group)) {
        person.problem("name", name + " is in " + group + " already; keep one of them");
      }
      if (before.slack().isPresent() && slack.isPresent() && !before.slack().equals(slack)) {
        person.problem(
            "slack",
            name + " is " + before.slack().get() + " elsewhere; one person has one Slack id");
      }
      now = before.with(entry);
    }
    people.put(name.toLowerCase(Locale.ROOT), now);
  }

  private void claim(String field, String known, String name, Section person) {
    OwnNames.objection(known).ifPresent(objection -> person.problem(field, objection));
    String before = names.putIfAbsent(known.toLowerCase(Locale.ROOT), name);
    if (before != null && !before.equalsIgnoreCase(name)) {
      person.problem(field, known + " is " + before + " already; a name means one person");
    }
  }

  private void claim(SlackUser user, String name, Section person) {
    String before = slackNames.putIfAbsent(user, name);
    if (before != null && !before.equalsIgnoreCase(name)) {
      person.problem(
          "slack",
          user + " is " + before + " already; two people with one Slack id would count once");
    }
  }

  private static SlackUser slackUser(Scalar scalar) throws Wrong {
    var matcher = SLACK.matcher(ValueParsers.text(scalar));
    if (!matcher.matches()) {
      throw new Wrong(
          "'" + scalar.written() + "' is no Slack user; write the ids of team and user as T1/U1");
    }
    return new SlackUser(matcher.group(1), matcher.group(2));
  }

  /** Reads who approves what. */
  private Map<Hazard, Requirement> required(Section levels, Approvers approvers) {
    Map<Hazard, Requirement> required = new EnumMap<>(Hazard.class);
    for (Hazard hazard : List.of(Hazard.REVERSIBLE, Hazard.IRREVERSIBLE, Hazard.DESTRUCTIVE)) {
      String level = hazard.name().toLowerCase(Locale.ROOT);
      if (levels.has(level)) {
        requirement(levels, level)
            .filter(needed -> somebody(levels, hazard, level, needed))
            .filter(needed -> possible(levels, level, needed, approvers))
            .ifPresent(needed -> required.put(hazard, needed));
      }
    }
    return required;
  }

  /** Refuses a level that would let what cannot be undone happen without a question. */
  private static boolean somebody(Section levels, Hazard hazard, String level, Requirement needed) {
    if (needed.approvals() > 0 || !ApprovalPolicy.needsSomebody(hazard)) {
      return true;
    }
    levels.problem(
        level,
        "0 would ask nobody before what "
            + hazard.warning().orElseThrow()
            + ", an alert at night included; write 1 or more, or leave it out");
    return false;
  }

  private Optional<Requirement> requirement(Section levels, String level) {
    if (levels.isText(level)) {
      return levels.optional(level, ValueParsers::number).map(Requirement::anybody);
    }
    Optional<Section> ofGroup = levels.section(level, level + ": 1, or {dba: 2}");
    if (ofGroup.isEmpty()) {
      return Optional.empty();
    }
    if (ofGroup.get().has(COUNT) || ofGroup.get().has(OUTSIDE_SLACK)) {
      return Optional.of(detailed(ofGroup.get()));
    }
    List<String> names = List.copyOf(ofGroup.get().names());
    if (names.size() != 1) {
      levels.problem(level, "names " + names.size() + " groups; write one, as {dba: 2}");
      return Optional.empty();
    }
    return ofGroup
        .get()
        .optional(names.get(0), ValueParsers::number)
        .map(count -> new Requirement(count, Optional.of(names.get(0))));
  }

  /** Reads a level in full: {@code {group: dba, count: 2, outsideSlack: 1}}. */
  private Requirement detailed(Section level) {
    int count = level.required(COUNT, "count: 2", 1, ValueParsers::number);
    Optional<String> group = level.optional(GROUP, ValueParsers::text);
    int outside = level.orElse(OUTSIDE_SLACK, 0, ValueParsers::number);
    if (outside > count) {
      level.problem(OUTSIDE_SLACK, "is more than the " + count + " who approve; write fewer");
    } else if (outside > 0 && !tokens) {
      level.problem(
          OUTSIDE_SLACK,
          "counts people who show a token, and gateway.tokensFile is not there; name it");
    }
    level.close();
    return new Requirement(
        count, group, Optional.of(new ApprovalTerms(Math.min(outside, count), false)));
  }

  private static boolean possible(
      Section levels, String level, Requirement needed, Approvers approvers) {
    Optional<String> group = needed.group();
    if (group.isPresent() && !isGroup(levels, level, group.get(), approvers)) {
      return false;
    }
    int there = approvers.count(group);
    if (needed.approvals() > there) {
      levels.problem(
          level,
          "asks for "
              + needed.approvals()
              + " approvals"
              + group.map(g -> " of " + g).orElse("")
              + ", but the number of approvers there is "
              + there
              + "; name more of them or ask for fewer");
      return false;
    }
    return true;
  }
}
