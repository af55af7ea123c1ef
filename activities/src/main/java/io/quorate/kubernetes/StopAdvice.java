package io.quorate.kubernetes;

import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Advice on hooks and entry points that make a stop of a member its loss. */
record StopAdvice(SetAdvice.Facts facts) {

  /** Why a stop would lose a member, with the way out. */
  Optional<String> loss() {
    EtcdSet set = facts.set();
    return StopHazard.of(set.templatePod())
        .flatMap(
            why ->
                new HarmlessTemplate(set)
                    .mend()
                    .map(
                        mend ->
                            "A stop of any member of the %s would lose it, so Quorate stops none: %s. %s"
                                .formatted(set.words(), why, mend)))
        .or(
            () ->
                old(
                    StopHazard::atEnd,
                    "A stop of %s would lose that member: %s, and the template has that no more."
                        + " Replace such members one at a time: "
                        + HarmlessTemplate.ADOPT))
        .or(
            () ->
                old(
                    StopHazard::atStart,
                    "A restart of a container of %s may lose that member: %s, and the template has"
                        + " that no more. Bring pods of the template: quorate start rolling-restart"
                        + " CLUSTER"));
  }

  /** Pods that have what the template has lost. */
  private Optional<String> old(Function<EtcdPod, Optional<String>> hazard, String sentence) {
    List<EtcdPod> all =
        facts.look().podsOf(facts.set()).stream()
            .filter(pod -> hazard.apply(pod).isPresent())
            .toList();
    return all.stream()
        .findFirst()
        .flatMap(hazard)
        .map(
            why ->
                sentence.formatted(
                    all.stream().map(EtcdPod::name).collect(Collectors.joining(", ")), why));
  }

  /** Advice on an unread script, with the command by which a person states that it is safe. */
  Optional<String> unclear() {
    SetGuards guards = new SetGuards(facts.look(), facts.set());
    return facts.look().podsOf(facts.set()).stream()
        .filter(pod -> StopHazard.of(pod).isEmpty())
        .flatMap(
            pod ->
                guards
                    .unclear(pod)
                    .map(why -> "%s is not stopped yet: %s".formatted(pod.name(), why))
                    .stream())
        .findFirst();
  }
}
