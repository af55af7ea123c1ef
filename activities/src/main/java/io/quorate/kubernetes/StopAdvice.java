package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Advice on hooks and entry points that make a stop of a member its loss. */
record StopAdvice(SetAdvice.Facts facts) {

  /** Why a stop would lose a member, with the way out. */
  Optional<String> loss() {
    EtcdSet set = facts.set();
    return StopHazard.of(set.templatePod())
        .map(
            why ->
                "A stop of any member of the %s would lose it, so Quorate stops none: %s. %s. Then quorate status CLUSTER says how to replace the pods one by one"
                    .formatted(set.words(), why, mend()))
        .or(this::old);
  }

  /** Pods that have what the template has lost. */
  private Optional<String> old() {
    List<EtcdPod> all =
        facts.look().podsOf(facts.set()).stream()
            .filter(pod -> StopHazard.of(pod).isPresent())
            .toList();
    return all.stream()
        .findFirst()
        .flatMap(StopHazard::of)
        .map(
            why ->
                "A stop of %s would lose that member: %s, and the template has that no more. %s"
                    .formatted(
                        all.stream().map(EtcdPod::name).collect(Collectors.joining(", ")),
                        why,
                        down().map(this::rejoin).orElseGet(() -> replace(all.getFirst()))));
  }

  /** A member that does not run: a hook may have just taken this member out. */
  private Optional<MemberPod> down() {
    SetLook look = facts.look();
    return look.sets().values().stream()
        .flatMap(EtcdSet::members)
        .filter(place -> !new PodWorkload(look, place, false).workload().runs())
        .findFirst();
  }

  private String rejoin(MemberPod place) {
    return "Delete no pod before %s votes again; where its stop took it out of the membership: %s"
        .formatted(place.name(), join(place));
  }

  private String replace(EtcdPod pod) {
    MemberPod place =
        facts.set().places().stream()
            .filter(one -> one.name().equals(pod.name()))
            .findFirst()
            .orElseThrow();
    return "Only while every member votes, delete one pod: kubectl delete pod %s -n %s. That takes the member out of the membership; let it join again before the next one: %s"
        .formatted(pod.name(), facts.look().names().namespace(), join(place));
  }

  private String join(MemberPod place) {
    return "quorate start minority-replace CLUSTER --member " + facts.look().etcdName(place);
  }

  /** The hook goes out of the template by one patch; an entry point has to be written anew. */
  private String mend() {
    EtcdSet set = facts.set();
    String effect = KubectlCommand.effect(set);
    return StopHazard.hook(set.templatePod())
        .flatMap(this::without)
        .map(
            edit ->
                "Take the hook out, %s: %s"
                    .formatted(effect, KubectlCommand.patch(set.set(), edit)))
        .orElseGet(
            () ->
                "Have etcd started without it, once nothing restarts the pods: "
                    + KubectlCommand.patch(set.set(), KubectlCommand.editOf(set)));
  }

  private Optional<JsonPatch> without(Container hooked) {
    var spec = facts.set().template().getSpec();
    return edit("containers", spec.getContainers(), hooked)
        .or(() -> edit("initContainers", spec.getInitContainers(), hooked));
  }

  private Optional<JsonPatch> edit(String list, List<Container> all, Container hooked) {
    return IntStream.range(0, all.size())
        .filter(index -> all.get(index).equals(hooked))
        .mapToObj(index -> new String[] {"spec", "template", "spec", list, Integer.toString(index)})
        .map(
            at ->
                KubectlCommand.editOf(facts.set())
                    .test(hooked.getName(), under(at, "name"))
                    .test(hooked.getLifecycle().getPreStop(), under(at, "lifecycle", "preStop"))
                    .remove(under(at, "lifecycle", "preStop")))
        .findFirst();
  }

  private static String[] under(String[] at, String... field) {
    return Stream.concat(Stream.of(at), Stream.of(field)).toArray(String[]::new);
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
