package io.quorate.step;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.step.Votes.AwaitVoting;
import io.quorate.version.Hop;
import io.quorate.version.MinorLine;
import io.quorate.version.SettingFinding;
import io.quorate.version.TranslatedSettings;
import io.quorate.version.VersionKnowledge;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Installation;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;

/** The steps that switch a member to another etcd. */
public sealed interface Releases extends ActivityStep {
  /**
   * Switches a stopped member to another etcd, and its settings to the names and values that etcd
   * reads (docs/etcd.md#upgrades, #downgrades). Data and identity stay as they are.
   *
   * @param from the version it runs, or ran last
   * @param changes changes of its settings as they were approved; names only, never values
   */
  record SwitchRelease(
      MemberName member, EtcdVersion from, EtcdVersion to, List<String> changes, Kind kind)
      implements Releases, OnOneMember {
    /** Role of the switch in its plan. */
    public enum Kind {
      /** One switch of several, which can be taken back. */
      TURN(Hazard.REVERSIBLE),
      /** The last switch of a roll: once the member has started, the cluster version moves. */
      POINT_OF_NO_RETURN(Hazard.IRREVERSIBLE),
      /**
       * The last switch of a roll, with an advisory that a person has accepted: more people have to
       * approve.
       */
      AGAINST_ADVICE(Hazard.DESTRUCTIVE),
      /** The switch of a newcomer, which is no member yet and has nothing to go back to. */
      NEWCOMER(Hazard.REVERSIBLE),
      /** The way back from a turn that did not come to its end. */
      BACK(Hazard.REVERSIBLE);

      private final Hazard hazard;

      Kind(Hazard hazard) {
        this.hazard = hazard;
      }
    }

    public SwitchRelease {
      changes = List.copyOf(changes);
    }

    @Override
    public String sentence() {
      String settings =
          switch (changes.size()) {
            case 0 -> "";
            case 1 -> ", 1 setting changes";
            default -> ", " + changes.size() + " settings change";
          };
      return "Switch " + member + " from etcd " + from + " to " + to + settings;
    }

    @Override
    public String material() {
      return changes.isEmpty() ? sentence() : sentence() + ": " + String.join(" ", changes);
    }

    /**
     * Whether the other step makes this switch with as many changed settings; releases of Quorate
     * may word the changes differently.
     */
    @Override
    public boolean sameMatterAs(Step other) {
      return other instanceof SwitchRelease same
          && new SwitchRelease(member, from, to, same.changes, kind).equals(same)
          && changes.size() == same.changes.size();
    }

    @Override
    public Hazard hazard() {
      return kind.hazard;
    }

    @Override
    public Budget budget() {
      return Budget.HOST;
    }

    /**
     * A switch back stands before the start of the member in an abort, so another member that died
     * meanwhile must not keep it from that.
     */
    @Override
    public QuorumNeed quorumNeed() {
      return kind == Kind.BACK ? QuorumNeed.RETURNS_VOTES : QuorumNeed.WITH_QUORUM;
    }

    /** The settings for the other etcd; for guards and executors only, never for a workflow. */
    public SortedMap<String, String> settings(ClusterView view) {
      return translation(installation(view)).environment();
    }

    private TranslatedSettings translation(Installation installation) {
      return VersionKnowledge.current().translate(new Hop(from, to), installation.settings());
    }

    private Installation installation(ClusterView view) {
      return view.member(member).map(Member::installation).orElse(Installation.UNKNOWN);
    }

    /** Changes of the settings, for {@link #changes}. */
    public static List<String> changes(TranslatedSettings translation) {
      return translation.findings().stream()
          .filter(SwitchRelease::changesSomething)
          .map(SettingFinding::sentence)
          .toList();
    }

    private static boolean changesSomething(SettingFinding finding) {
      return switch (finding) {
        case SettingFinding.Rename rename -> true;
        case SettingFinding.Drop drop -> true;
        case SettingFinding.Refuse refuse -> false;
        case SettingFinding.Warn warn -> false;
      };
    }

    /**
     * The evidence that the switch is done, or need not be taken back: a member that votes after
     * its turn keeps its etcd, because versions may stay mixed.
     */
    @Override
    public Optional<String> isDone(ClusterView view) {
      Installation installation = installation(view);
      if (kind == Kind.BACK && view.member(member).filter(view::isVoting).isPresent()) {
        return Optional.of(member + " votes with what it has, which may stay so");
      }
      return installation.binary().filter(to::equals).isPresent()
              && !installation.settings().isEmpty()
              && translation(installation).environment().equals(installation.settings())
          ? Optional.of("the etcd of " + member + " is " + to + ", and so are its settings")
          : Optional.empty();
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      if (Preconditions.processAbsent(view, member) instanceof Verdict.Refused refused) {
        return refused;
      }
      Installation installation = installation(view);
      if (installation.settings().isEmpty()) {
        return new Verdict.Refused(
            StepReason.SETTINGS_UNREADABLE.because(
                "the " + view.words(member).settings() + " of " + member + " cannot be read"));
      }
      Optional<String> unusable =
          installation
              .release(to)
              .map(Installation.Release::problem)
              .orElseGet(() -> Optional.of("the configuration names no such release"));
      if (unusable.isPresent()) {
        return new Verdict.Refused(
            StepReason.RELEASE_UNUSABLE.because(
                "etcd "
                    + to
                    + " cannot be used on "
                    + view.words(member).placeOf(member)
                    + ", because "
                    + unusable.get(),
                "Put the release under etcd.releases and on the "
                    + view.words(member).place()
                    + "; then retry."));
      }
      return Preconditions.mayJoin(view, member, to)
          .or(() -> otherSettings(translation(installation)))
          .orElse(Verdict.PROCEED);
    }

    /** The difference when settings were edited since the plan was made, which is a new fact. */
    private Optional<Verdict> otherSettings(TranslatedSettings now) {
      if (now.isRefused()) {
        return Optional.of(
            new Verdict.Changed(
                StepReason.SETTINGS_CHANGED.because(
                    "The settings of " + member + " do not fit " + MinorLine.of(to) + ".")));
      }
      return kind == Kind.BACK || changes.containsAll(changes(now))
          ? Optional.empty()
          : Optional.of(
              new Verdict.Changed(
                  StepReason.SETTINGS_CHANGED.because(
                      "The settings of " + member + " are not those of this plan.")));
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().switched(member, to, installation(view).settings());
    }

    /** The step that switches back to the former etcd. */
    @Override
    public Optional<Step> undo() {
      return kind == Kind.BACK || kind == Kind.NEWCOMER
          ? Optional.empty()
          : Optional.of(new SwitchRelease(member, to, from, List.of(), Kind.BACK));
    }
  }

  /**
   * Waits until a voter that was started with this etcd takes part in the quorum again, by the rule
   * of {@link AwaitVoting}. Health pages are no proof: they were green on a member whose every call
   * failed (docs/etcd.md#n-26, #traps-of-a-downgrade).
   */
  record AwaitRelease(MemberName member, EtcdVersion version) implements Releases {
    @Override
    public String sentence() {
      return "Wait until " + member + " votes with etcd " + version + " and is in sync";
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    @Override
    public Budget budget() {
      return new Budget(Duration.ofHours(1), 40);
    }

    @Override
    public ClusterView project(ClusterView view) {
      return view.projected().running(member, version);
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<Member> seen = view.member(member).filter(view::isVoting);
      if (seen.isEmpty()) {
        return new Verdict.NotYet(
            StepReason.VOTER_DOES_NOT_VOTE.because(member + " does not vote yet"));
      }
      EtcdVersion runs = seen.flatMap(Member::status).map(MemberStatus::version).orElseThrow();
      return runs.equals(version)
          ? Verdict.PROCEED
          : new Verdict.Changed(
              StepReason.OTHER_RELEASE_RUNS.because(
                  member + " runs etcd " + runs + ", not " + version + "."));
    }
  }
}
