package io.quorate.step;

import io.quorate.cluster.MemberName;
import io.quorate.diagnosis.ForgetfulVoter;
import io.quorate.step.Starts.ResumeMember;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.workload.Grace;
import io.quorate.workload.Hang;
import io.quorate.workload.PlaceWords;
import io.quorate.workload.Run;
import io.quorate.workload.Workload;
import java.util.Optional;

/** The steps on one run of a member's process: asked to end, waited for, killed, or let go on. */
public sealed interface Runs extends OnOneMember {
  /** The run that the step is about; no other is touched. */
  Run run();

  /** Returns what the step does, in the words of the platform of the member. */
  String sentence(PlaceWords words);

  @Override
  default String sentence() {
    return sentence(PlaceWords.HOST);
  }

  @Override
  default String sentence(ClusterView view) {
    return sentence(view.words(member()));
  }

  @Override
  default Hazard hazard() {
    return Hazard.REVERSIBLE;
  }

  @Override
  default Budget budget() {
    return Budget.HOST;
  }

  /** A step after which the run has ended. */
  sealed interface Ends extends Runs {
    @Override
    default Optional<String> isDone(ClusterView view) {
      return new Hung(member(), run()).endedOrStartedAgain(view);
    }

    /** The step that starts the member again, should the operation be aborted after its end. */
    @Override
    default Optional<Step> undo() {
      return Optional.of(new ResumeMember(member()));
    }

    @Override
    default ClusterView project(ClusterView view) {
      return view.projected()
          .silent(member())
          .projected()
          .workload(member(), Workload.Gone.STOPPED);
    }
  }

  /** A signal to a run that hangs. */
  sealed interface Signals extends Runs {
    /** How the run hung when the plan was made. */
    Hang hang();

    @Override
    default boolean sameMatterAs(Step other) {
      return other instanceof Signals same
          && getClass().equals(same.getClass())
          && member().equals(same.member())
          && run().equals(same.run())
          && hang().kind() == same.hang().kind();
    }
  }

  /**
   * Asks the process of a hung member to end, by SIGTERM. A stopped process gets the signal once it
   * is continued; one that waits for its disk, once the disk answers.
   *
   * @param run the run that hangs; no other is asked
   * @param hang how it hung when the plan was made
   */
  record TerminateMember(MemberName member, Run run, Hang hang) implements Signals {
    @Override
    public String sentence(PlaceWords words) {
      return "Ask " + member + ", which hangs, to end: " + words.term() + " to " + run.words();
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      Hung hung = new Hung(member, run);
      return hung.ended(view)
          .or(() -> hung.isBack(view))
          .or(
              () ->
                  hung.running(view)
                      .flatMap(seen -> seen.workload().sinceTerm())
                      .map(since -> view.words(member).term() + " was sent to " + run.words()));
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      return new Hung(member, run).mayBeEnded(view, hang);
    }
  }

  /**
   * Waits until a hung member that was asked to end has ended. One that does not end in time, or
   * that is stopped and cannot, makes the runbook prescribe anew, and people are asked about
   * SIGKILL.
   */
  record AwaitEnd(MemberName member, Run run) implements Ends {
    @Override
    public String sentence(PlaceWords words) {
      return "Wait up to "
          + Grace.TERM.toSeconds()
          + " s for the end of "
          + member
          + "; "
          + words.kill()
          + " would be a question of its own";
    }

    @Override
    public Hazard hazard() {
      return Hazard.OBSERVES;
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Hung hung = new Hung(member, run);
      Optional<Workload> process = hung.running(view).map(Member::workload);
      if (process.isEmpty()) {
        return hung.otherRun(view);
      }
      return process.get().termIsSpent()
          ? new Verdict.Changed(
              StepReason.TERM_WITHOUT_EFFECT.because(because(process.get(), view.words(member))))
          : new Verdict.NotYet(
              StepReason.PROCESS_STILL_RUNS.because(
                  run.words() + " of " + member + " has not ended yet"));
    }

    private String because(Workload process, PlaceWords words) {
      return member
          + (process.isStopped()
              ? " is stopped, so %s takes effect only once somebody lets it go on."
                  .formatted(words.term())
              : " did not end within %d s of %s.".formatted(Grace.TERM.toSeconds(), words.term()));
    }
  }

  /**
   * Ends the process of a hung member by SIGKILL, after SIGTERM did not. Nothing acknowledged is
   * lost by it: etcd has on its disk what it acknowledged (docs/etcd.md#hung-members).
   *
   * @param run the run that hangs; no other is ended
   * @param hang how it hung when the plan was made
   */
  record KillMember(MemberName member, Run run, Hang hang) implements Ends, Signals {
    @Override
    public String sentence(PlaceWords words) {
      return "End %s, which hangs and did not end by %s: %s to %s"
          .formatted(member, words.term(), words.kill(), run.words());
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Hung hung = new Hung(member, run);
      return hung.running(view).filter(seen -> !seen.workload().termIsSpent()).isPresent()
          ? new Verdict.Changed(
              StepReason.TERM_NOT_SPENT.because(
                  "%s has not had its time to end by %s."
                      .formatted(member, view.words(member).term())))
          : hung.mayBeEnded(view, hang);
    }
  }

  /**
   * Lets the process of a member go on that a signal stopped (SIGCONT), while there is no quorum.
   * It has its data and its memory; ending it would only make it wait for the others
   * (docs/etcd.md#return-of-a-majority).
   *
   * @param run the run that is stopped; no other gets the signal
   */
  record ContinueMember(MemberName member, Run run) implements Runs {
    @Override
    public String sentence(PlaceWords words) {
      return "Let %s go on, which a signal stopped: %s to %s"
          .formatted(member, words.cont(), run.words());
    }

    @Override
    public boolean letsRun() {
      return true;
    }

    @Override
    public QuorumNeed quorumNeed() {
      return QuorumNeed.RETURNS_VOTES;
    }

    @Override
    public Optional<String> isDone(ClusterView view) {
      return view.member(member)
          .map(Member::workload)
          .filter(process -> process.isRun(run) && !isStopped(process))
          .map(process -> member + " goes on: " + process.evidence());
    }

    private static boolean isStopped(Workload process) {
      return process.hang().filter(hang -> hang.kind() == Hang.Kind.STOPPED).isPresent();
    }

    @Override
    public Verdict mayRun(ClusterView view) {
      Optional<ForgetfulVoter> forgetful = ForgetfulVoter.in(view);
      if (forgetful.isPresent()) {
        return new Verdict.Refused(
            StepReason.FORGETFUL_VOTER.because(
                member
                    + " is not let go on: "
                    + forgetful.get().voter().name()
                    + " "
                    + forgetful.get().why()));
      }
      return new Hung(member, run).running(view).isPresent()
          ? Verdict.PROCEED
          : new Hung(member, run).otherRun(view);
    }
  }
}
