package io.quorate.command;

import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.Member;
import io.quorate.diagnosis.Advice;
import io.quorate.diagnosis.Condition;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.runbook.Option;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.time.Duration;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;

/** One look at a cluster as people read it: what is wrong, the members, what is proposed. */
record StatusText(ClusterView view, Instant now, Paint paint) {

  String text() {
    Diagnosis diagnosis = Diagnosis.of(view);
    StringBuilder text = new StringBuilder();
    text.append(head(diagnosis)).append('\n');
    text.append(diagnosis.sentence()).append("\n\n");
    text.append(table()).append('\n');
    text.append(snapshot()).append('\n');
    diagnosis.runbook().ifPresent(name -> text.append(proposal(name)).append('\n'));
    Advice.on(view)
        .forEach(advice -> text.append("Advice: ").append(advice.sentence()).append('\n'));
    return text.toString();
  }

  /** {@code payments MINORITY LOST 3 voters, 2 alive, quorum 2, margin 0}. */
  String head(Diagnosis diagnosis) {
    String words = diagnosis.name().replace('-', ' ').toUpperCase(Locale.ROOT);
    String painted = diagnosis instanceof Diagnosis.Whole ? paint.good(words) : paint.bad(words);
    long alive = view.voters().stream().filter(view::isLive).count();
    return view.cluster()
        + "   "
        + painted
        + "   "
        + Words.count(view.voters().size(), "voter")
        + ", "
        + alive
        + " alive, quorum "
        + view.quorum().size()
        + ", margin "
        + view.margin();
  }

  private String table() {
    Table table = new Table();
    table.row("MEMBER", "ZONE", "STATE", "VERSION", "REVISION", "BEHIND", "DB");
    for (Member member : view.members()) {
      Optional<Answer> answer = member.answer();
      table.row(
          member.name().value(),
          member.zone().value(),
          state(member),
          answer.map(said -> said.version().toString()).orElse("-"),
          answer.map(said -> said.revision().toString()).orElse("-"),
          answer.map(said -> behind(said.revision().value())).orElse("-"),
          answer.map(said -> Words.size(said.dbSizeBytes())).orElse("-"));
    }
    return table.text();
  }

  private String behind(long revision) {
    long newest =
        view.members().stream()
            .flatMap(member -> member.answer().stream())
            .mapToLong(answer -> answer.revision().value())
            .max()
            .orElse(revision);
    return String.format(Locale.ROOT, "%,d", newest - revision);
  }

  private String state(Member member) {
    return switch (member.votingStatus()) {
      case UNLISTED -> "not in the membership";
      case LEARNER -> "learner" + (view.isLive(member) ? "" : silent(", silent", member));
      case VOTER -> "voter" + voter(member);
    };
  }

  private String voter(Member member) {
    return switch (Condition.of(view, member)) {
      case VOTING -> view.leader().filter(member::equals).isPresent() ? ", leader" : "";
      case NOT_VOTING -> ", without a leader";
      case UNREACHABLE -> ", alive, not reached";
      case NEVER_STARTED -> ", never started";
      case DISK_FULL -> ", disk full";
      case STOPPED -> silent(", stopped", member);
      case LOST -> silent(", lost", member);
      case SILENT -> silent(", silent", member);
    };
  }

  /** The first look cannot know since when. */
  private String silent(String how, Member member) {
    return how
        + member
            .lostSince()
            .or(member::silentSince)
            .filter(since -> since.isBefore(view.at()))
            .map(since -> " since " + Words.clock(since))
            .orElse("");
  }

  private String snapshot() {
    return view.lastSnapshot()
        .map(
            saved ->
                "Last snapshot "
                    + Words.time(Duration.between(saved.savedAt(), now))
                    + " ago: revision "
                    + saved.atLeast()
                    + ", verified.")
        .orElse("No snapshot saved by Quorate yet.");
  }

  private String proposal(String name) {
    return Runbooks.named(name)
        .map(runbook -> "Proposed: quorate start " + name + " " + view.cluster() + options(runbook))
        .orElse("Answered by the runbook " + name + ", which is not in this version.");
  }

  /** A runbook that takes members is given those that are lost. */
  private String options(Runbook<?> runbook) {
    StringBuilder options = new StringBuilder();
    runbook.options().stream()
        .filter(option -> option.kind() == Option.Kind.MEMBERS)
        .findFirst()
        .ifPresent(
            option ->
                view.voters().stream()
                    .filter(member -> Condition.of(view, member) == Condition.LOST)
                    .forEach(
                        member ->
                            options
                                .append(" --")
                                .append(option.name())
                                .append(' ')
                                .append(member.name())));
    return options.toString();
  }
}
