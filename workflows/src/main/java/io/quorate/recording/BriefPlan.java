package io.quorate.recording;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.Sentences;
import io.quorate.operation.Found;
import io.quorate.operation.PlanInBrief;
import io.quorate.operation.UtcTime;
import io.quorate.plan.AnnouncedLoss;
import io.quorate.plan.Plan;
import io.quorate.snapshot.RestoreSource;
import io.quorate.step.Restorations.RestoreMember;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Plan in brief. A cost that is unknown is said first, and that nothing is lost only where the plan
 * proves it.
 *
 * @param found what was wrong when the plan was made
 */
record BriefPlan(Plan plan, Found found) {
  /** Option of a recovery that goes back although the cluster works. */
  private static final String WRONG = "because-data-is-wrong";

  /** Option of a recovery that takes the data of one member, where members have different data. */
  private static final String FROM = "from";

  private static final String WORKS = "the cluster works";
  private static final String RECORD = ", as far as the record of .* saw the members";
  private static final String KNOWN = " that the record knows";
  private static final String NO_WRITE = "no acknowledged write";

  private static final int LONGEST_REASON = 200;

  PlanInBrief inBrief() {
    return new PlanInBrief(
        reason().filter(any -> chosen().isEmpty()).map(this::calledWrong).orElse(found),
        proposed(),
        costs(),
        plan.loss().map(this::worst).orElseGet(() -> worstOfPromise(ofPromise())));
  }

  /** Returns the member whose data a person chose. */
  private Optional<String> chosen() {
    return plan.request().getOrDefault(FROM, List.of()).stream().findFirst();
  }

  /** Returns why a person says that the data is wrong. */
  private Optional<String> reason() {
    return plan.request().getOrDefault(WRONG, List.of()).stream()
        .findFirst()
        .map(text -> CleanText.line(text, LONGEST_REASON));
  }

  private Found calledWrong(String reason) {
    String called = "its data is called wrong: " + reason;
    boolean works = plan.seen().margin() >= 0 && found.writesFailSince().isEmpty();
    String seen = found.wrong().equals(WORKS) ? "" : Sentences.capital(found.wrong()) + ".";
    return works
        ? found(WORKS + ", and " + called, Optional.empty(), seen, "")
        : found(
            found.wrong(),
            found.since(),
            Sentences.joined(found.meaning(), Sentences.ended(Sentences.capital(called))),
            found.detail());
  }

  private Found found(String wrong, Optional<Instant> since, String meaning, String detail) {
    return new Found(wrong, since, meaning, detail, found.at(), found.writesFailSince());
  }

  private String proposed() {
    Optional<RestoreSource> source = source();
    if (plan.loss().isEmpty() || source.isEmpty()) {
      return Sentences.small(withoutCluster(plan.title()));
    }
    String time = time(source.get().saved().savedAt());
    if (reason().isPresent()) {
      return chosen()
          .map(member -> "throw away what only others than " + member + " have")
          .orElse("throw away what was written after " + time);
    }
    return source.get().isSalvaged()
        ? "go on with the data of " + source.get().saved().source() + " as a new cluster"
        : "restore the snapshot of " + time + " as a new cluster";
  }

  /** Returns the snapshot that the plan restores. */
  private Optional<RestoreSource> source() {
    return plan.steps().stream()
        .filter(RestoreMember.class::isInstance)
        .map(step -> ((RestoreMember) step).file())
        .findFirst()
        .flatMap(
            file ->
                plan.seen().sources().stream()
                    .filter(one -> one.saved().file().equals(file))
                    .findFirst());
  }

  private String withoutCluster(String title) {
    String key = Pattern.quote(plan.seen().cluster().value());
    String its = title.contains(" and ") ? " with their data" : " with its data";
    return title
        .replaceFirst(" (of|to|in) " + key + "(?![\\w.-])", "")
        .replace(" with the data that is there", its);
  }

  private String costs() {
    return plan.loss()
        .filter(loss -> !isProvenNothing(loss))
        .map(this::ofLoss)
        .orElseGet(this::ofPromise);
  }

  private static boolean isProvenNothing(AnnouncedLoss loss) {
    return loss.possiblyLost().filter(most -> most == 0).isPresent();
  }

  private String ofLoss(AnnouncedLoss loss) {
    String most =
        loss.possiblyLost()
            .map(number -> ", at most %,d".formatted(number))
            .orElse(
                plan.seen().margin() < 0
                    ? ", how many is unknown"
                    : ", until the cluster is stopped");
    return lost(loss)
        + most
        + loss.certainlyLost()
            .filter(number -> number > 0)
            .map(
                number ->
                    "; at least %,d %s known to be lost"
                        .formatted(number, number == 1 ? "is" : "are"))
            .orElse("");
  }

  private String lost(AnnouncedLoss loss) {
    return loss.from()
        .map(until -> "every write after " + time(until))
        .orElse(
            source().filter(RestoreSource::isSalvaged).isPresent()
                ? "every write that is not in " + loss.source()
                : "every write that the snapshot lacks");
  }

  private String worst(AnnouncedLoss loss) {
    if (isProvenNothing(loss)) {
      return "Loses no acknowledged write.";
    }
    return loss.certainlyLost()
        .filter(number -> number > 0)
        .map(number -> "Loses at least %,d %s.".formatted(number, number == 1 ? "write" : "writes"))
        .orElseGet(() -> "Loses " + lost(loss) + ".");
  }

  /** Returns the promise of a plan as a cost: what is lost, else that no acknowledged write is. */
  private String ofPromise() {
    String words = worstFirst(plan.promise());
    String cost =
        words
            .replaceFirst(
                "^No acknowledged write (can be|is) lost, unless ", "acknowledged writes if ")
            .replaceFirst(
                "^No acknowledged write (can be|is) lost if ", "acknowledged writes unless ")
            .replaceFirst("^No acknowledged write (can be|is) lost", NO_WRITE)
            .replaceFirst("^Acknowledged writes are lost", "acknowledged writes")
            .replaceFirst("^Acknowledged writes are kept only if ", "acknowledged writes unless ")
            .replaceFirst(
                "^If (.+?) never ran, no acknowledged write is lost\\. If it ever did, those are"
                    + " lost ",
                "acknowledged writes if $1 ever ran: those ");
    return Sentences.small(cost);
  }

  private static String worstOfPromise(String cost) {
    if (cost.startsWith("acknowledged writes if ")
        || cost.startsWith("acknowledged writes unless ")) {
      return "May lose acknowledged writes.";
    }
    return cost.startsWith("acknowledged writes") || cost.startsWith(NO_WRITE)
        ? "Loses " + Sentences.ended(cost.replaceFirst(RECORD, KNOWN).split("[:;.]", 2)[0])
        : Sentences.capital(Sentences.first(cost));
  }

  /** Returns the sentences with the first one at the end, where the second one costs more. */
  private static String worstFirst(String promise) {
    String first = Sentences.first(promise);
    String others = Sentences.rest(promise);
    boolean harmless = first.startsWith("The data of ") && first.contains(" is kept");
    boolean worse = others.startsWith("Acknowledged writes are kept only if ");
    return (harmless || worse) && !others.isEmpty() ? others + " " + first : promise;
  }

  private String time(Instant at) {
    return UtcTime.minutes(at, plan.seen().at());
  }
}
