package io.quorate.runbook.recovery.request;

import io.quorate.cluster.ClusterId;
import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.StatedOff;
import io.quorate.runbook.Options;
import io.quorate.view.Member;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Request to recover a cluster whose quorum is lost.
 *
 * @param from where the data is to come from; empty: by return while that is possible
 * @param stage what this operation has done already
 * @param snapshot the file of the snapshot to restore
 * @param bump by how much revisions are raised
 * @param dataIsWrong why a cluster that works is to go back to the snapshot
 * @param leaves the id of the cluster that this operation leaves for that
 * @param off whose process is gone and whose host is off or cut away, by the word of a person
 * @param chosen the member whose data a person takes, where members that serve have different data
 * @param kept files of the chosen member's snapshots that existed before its data was saved for
 *     this choice; empty in plans of releases without this field
 */
public record MajorityRecoveryRequest(
    Optional<From> from,
    Stage stage,
    Optional<String> snapshot,
    Optional<Long> bump,
    Optional<String> dataIsWrong,
    Optional<String> leaves,
    StatedOff off,
    Optional<MemberName> chosen,
    List<String> kept) {
  /** The name of the runbook. */
  public static final String NAME = "majority-recovery";

  public static final String FROM = "from";
  public static final String SNAPSHOT = "snapshot";
  public static final String BUMP = "bump-revision";
  public static final String WRONG = "because-data-is-wrong";
  public static final String OFF = "is-off";

  /** The highest raise that {@link #BUMP} takes, in revisions. */
  public static final long HIGHEST_BUMP = 999_999_999_999_999L;

  private static final int LONGEST_REASON = 200;

  /** Option that a plan writes for its later rounds. People are not offered the option. */
  static final String STAGE = "stage";

  /** Option that a plan writes for its later rounds. People are not offered the option. */
  static final String LEAVES = "leaves";

  /** Option that a plan writes for its later rounds. People are not offered the option. */
  static final String KEPT = "kept-before";

  /** Where the data of the recovered cluster comes from. */
  public enum From {
    /** Members come back with their own data; nothing is lost. */
    RETURN,
    /** The data of members that are left. */
    SURVIVOR,
    /** A saved snapshot. */
    SNAPSHOT;

    /** The source of this name; empty where the text is the name of a member. */
    static Optional<From> parse(String text) {
      return Stream.of(values())
          .filter(one -> one.words().equalsIgnoreCase(text.strip()))
          .findFirst();
    }

    /** The name as it is typed. */
    public String words() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** How far an operation has come; the names are in histories. */
  public enum Stage {
    /** Nothing was done yet. */
    FRESH,
    /** People were offered to wait, and the wait is over. */
    WAITED,
    /** All data that could be salvaged was made a snapshot. */
    SALVAGED,
    /** Members were started; once quorum is back, the rest follows. */
    RETURNED,
    /** A snapshot is being restored; once that serves, the rest follows. */
    RESTORED,
    /**
     * People were asked to end the members that run without quorum. The members were ended, or the
     * question was void. In both cases, snapshots are made of data without a snapshot before
     * anything is restored.
     */
    ENDED;

    static Stage parse(String text) {
      return valueOf(text.toUpperCase(Locale.ROOT));
    }

    /** The name as it is typed. */
    public String words() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** The request that these options mean. */
  public static MajorityRecoveryRequest of(Options options) {
    return new MajorityRecoveryRequest(
        one(options, FROM).flatMap(From::parse),
        one(options, STAGE).map(Stage::parse).orElse(Stage.FRESH),
        one(options, SNAPSHOT),
        one(options, BUMP).map(MajorityRecoveryRequest::number),
        one(options, WRONG).map(MajorityRecoveryRequest::reason),
        one(options, LEAVES),
        new StatedOff(options.members(OFF)),
        one(options, FROM).filter(name -> From.parse(name).isEmpty()).map(MemberName::new),
        options.all(KEPT));
  }

  /** A reason on one line: approvers read it among the lines of the plan. */
  private static String reason(String text) {
    String line = text.strip().replaceAll("\\s+", " ");
    if (line.isEmpty() || line.length() > LONGEST_REASON) {
      throw new IllegalArgumentException(
          "--" + WRONG + " says why, in 1 to " + LONGEST_REASON + " characters");
    }
    return line;
  }

  private static long number(String text) {
    if (!text.matches("\\d{1,15}")) {
      throw new IllegalArgumentException(
          "--" + BUMP + " is a number of revisions, not '" + text + "'");
    }
    return Long.parseLong(text);
  }

  private static Optional<String> one(Options options, String name) {
    List<String> values = options.all(name);
    if (values.size() > 1) {
      throw new IllegalArgumentException("--" + name + " is given once");
    }
    return values.stream().findFirst();
  }

  /** The request with the cluster that it leaves, where its data is wrong. */
  public MajorityRecoveryRequest leaving(Optional<ClusterId> now) {
    Optional<String> left =
        leaves.or(() -> now.map(ClusterId::toString).filter(id -> dataIsWrong.isPresent()));
    return new MajorityRecoveryRequest(
        from, stage, snapshot, bump, dataIsWrong, left, off, chosen, kept);
  }

  /**
   * Returns the request with the snapshots of the chosen member that exist before its data is
   * saved.
   */
  public MajorityRecoveryRequest keeping(List<String> files) {
    return new MajorityRecoveryRequest(
        from, stage, snapshot, bump, dataIsWrong, leaves, off, chosen, files);
  }

  /** The request to go back to this snapshot, because members have different data. */
  public MajorityRecoveryRequest goingBackTo(String file, String because) {
    return new MajorityRecoveryRequest(
        from, stage, Optional.of(file), bump, Optional.of(because), leaves, off, chosen, List.of());
  }

  /** The options that mean this request at a later stage. */
  public Map<String, List<String>> at(Stage later) {
    return at(later, Map.of());
  }

  /** The options that mean this request at a later stage, with those of another runbook. */
  public Map<String, List<String>> at(Stage later, Map<String, List<String>> more) {
    Map<String, List<String>> options = new TreeMap<>(more);
    from.ifPresent(source -> options.put(FROM, List.of(source.words())));
    chosen.ifPresent(member -> options.put(FROM, List.of(member.value())));
    snapshot.ifPresent(file -> options.put(SNAPSHOT, List.of(file)));
    bump.ifPresent(by -> options.put(BUMP, List.of(Long.toString(by))));
    dataIsWrong.ifPresent(because -> options.put(WRONG, List.of(because)));
    leaves.ifPresent(id -> options.put(LEAVES, List.of(id)));
    if (!off.members().isEmpty()) {
      options.put(OFF, off.members().stream().map(MemberName::value).toList());
    }
    if (!kept.isEmpty()) {
      options.put(KEPT, kept);
    }
    options.put(STAGE, List.of(later.words()));
    return options;
  }

  /** Whether a person says that the data comes from there. */
  public boolean isFrom(From source) {
    return from.filter(source::equals).isPresent();
  }

  /** Whether this operation brings quorum back already. */
  public boolean isUnderWay() {
    return stage == Stage.RETURNED || stage == Stage.RESTORED;
  }

  /** Returns what to look at first, and how to state what nobody can look at. */
  public static List<String> howToState(List<Member> open) {
    String look =
        "See that %s %s not run."
            .formatted(
                MemberName.inWords(open.stream().map(Member::name).toList()),
                open.size() == 1 ? "does" : "do");
    List<Member> unreached =
        open.stream().filter(member -> member.workload().isUnreachable()).toList();
    return unreached.isEmpty()
        ? List.of(look)
        : List.of(
            look,
            "Only if the %s %s gone for good: start this again with %s."
                .formatted(
                    unreached.getFirst().words().places(unreached.size()),
                    unreached.size() == 1 ? "is" : "are",
                    options(unreached)));
  }

  /**
   * Returns the options that state that these members are off, as a person types them. Only members
   * whose host cannot be reached are named.
   */
  public static String options(List<Member> members) {
    return members.stream()
        .filter(member -> member.workload().isUnreachable())
        .map(member -> "--" + OFF + " " + member.name())
        .collect(Collectors.joining(" "));
  }
}
