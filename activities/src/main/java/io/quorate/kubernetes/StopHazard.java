package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.Volume;
import io.fabric8.kubernetes.api.model.VolumeMount;
import io.quorate.workload.Trap;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hooks, entry points and init containers of a pod that make every stop of a member its loss: a
 * hook that removes the member from the membership, an entry point that deletes its data, an init
 * container that restores a backup in their place. The hook of a running pod cannot be switched
 * off; even a grace of zero runs it.
 */
final class StopHazard {
  private static final Pattern REMOVES = Pattern.compile("member\\s+remove");
  private static final Pattern DELETES = Pattern.compile("\\brm\\s+(-\\S+\\s+)*\\S");

  /** Commands of a hook that leave membership and data alone. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "|(\\S*/)?(sleep|true|echo|exit|kill)( [^`(>]*)?"
              + "|(\\S*/)?etcdctl [^`(>]*\\b(move-leader|endpoint|member list)\\b[^`(>]*");

  /** Commands of an init container that leave the data as it is. */
  private static final Pattern PREPARES =
      Pattern.compile(
          "|(\\S*/)?(chown|chmod|mkdir|ls|id|umask|set|sleep|true|echo|exit)( [^`(>]*)?");

  private static final Pattern SHELL = Pattern.compile("^(\\S*/)?(ba|da|a)?sh (-\\S+ )+");

  /** Bitnami's hook runs nothing where this variable says yes. */
  private static final String NO_HOOK = "ETCD_DISABLE_PRESTOP";

  /** The folder of the scripts in Bitnami's images. */
  static final String SCRIPTS = "/opt/bitnami/scripts/";

  /** Variables by which Bitnami's chart is known, whatever the name of the image in a mirror. */
  private static final Set<String> OF_CHART = Set.of("ETCD_ON_K8S", "MY_STS_NAME");

  private StopHazard() {}

  /**
   * Why a stop of this pod would lose its member, if a pod like this one came after it; empty where
   * nothing shows it.
   */
  static Optional<String> of(EtcdPod pod) {
    return atEnd(pod).or(() -> atStart(pod));
  }

  /** Why the end of this pod loses its member, whatever pod comes after it. */
  static Optional<String> atEnd(EtcdPod pod) {
    return hook(pod)
        .map(
            hook ->
                "its preStop hook removes the member or deletes its data whenever the pod ends");
  }

  /** Why a start of this pod, or of its containers, may lose its member. */
  static Optional<String> atStart(EtcdPod pod) {
    return removing(pod)
        .or(() -> pod.container().map(EtcdContainer::container).flatMap(StopHazard::ofBitnami));
  }

  /**
   * The harm that a change does to the member of a pod which runs. A stop is followed by a pod of
   * the template, so what would start this very pod again does harm only while the pod is there.
   */
  static Optional<Trap> trap(EtcdPod pod) {
    return atEnd(pod)
        .map(why -> new Trap(Trap.Kind.STOP, why))
        .or(() -> atStart(pod).map(why -> new Trap(Trap.Kind.REMOVAL, why)));
  }

  /**
   * The hooks, entry points and init containers of the pod that may delete data for all that their
   * words tell.
   */
  static List<Unclear> unclear(EtcdPod pod) {
    Stream<Unclear> hooks =
        hooks(pod)
            .filter(hook -> !isHarmless(hook))
            .map(hook -> new Unclear("preStop hook", hook.text()));
    Stream<Unclear> entry =
        pod.container().stream()
            .filter(etcd -> DELETES.matcher(text(etcd.words())).find() || !etcd.startsEtcd())
            .map(etcd -> new Unclear("entry point", text(etcd.words())));
    Stream<Unclear> before =
        pod.pod().getSpec().getInitContainers().stream()
            .filter(one -> mountsClaim(pod, one) && !prepares(one))
            .map(one -> new Unclear("init container " + one.getName(), words(one)));
    return Stream.of(hooks, entry, before).flatMap(all -> all).toList();
  }

  /**
   * Words of a pod that do not tell whether they harm the member.
   *
   * @param what has these words: {@code preStop hook}
   */
  record Unclear(String what, String text) {}

  private static boolean mountsClaim(EtcdPod pod, Container container) {
    List<String> claimed =
        pod.pod().getSpec().getVolumes().stream()
            .filter(volume -> volume.getPersistentVolumeClaim() != null)
            .map(Volume::getName)
            .toList();
    return container.getVolumeMounts().stream()
        .map(VolumeMount::getName)
        .anyMatch(claimed::contains);
  }

  private static boolean prepares(Container container) {
    List<String> words = EtcdContainer.words(container).toList();
    return !words.isEmpty() && consistsOf(PREPARES, text(words));
  }

  /** The words of a container, else what the image runs. */
  private static String words(Container container) {
    List<String> words = EtcdContainer.words(container).toList();
    return words.isEmpty() ? "what the image " + container.getImage() + " runs" : text(words);
  }

  private static String text(List<String> words) {
    return String.join(" ", words);
  }

  private static boolean consistsOf(Pattern commands, String text) {
    return Stream.of(SHELL.matcher(text).replaceFirst("").split("[;&|\n]+"))
        .allMatch(command -> commands.matcher(command.strip()).matches());
  }

  /** The first container whose preStop hook would lose the member. */
  static Optional<Container> hook(EtcdPod pod) {
    return hooks(pod).filter(StopHazard::isHazard).map(Hook::container).findFirst();
  }

  /** A hook with the container that it is in. */
  private record Hook(Container container, String text) {}

  /** The hooks of all containers, sidecars too, which end with the pod as well. */
  private static Stream<Hook> hooks(EtcdPod pod) {
    var spec = pod.pod().getSpec();
    return Stream.concat(spec.getContainers().stream(), spec.getInitContainers().stream())
        .filter(one -> one.getLifecycle() != null && one.getLifecycle().getPreStop() != null)
        .map(one -> new Hook(one, text(one.getLifecycle().getPreStop())));
  }

  private static String text(LifecycleHandler hook) {
    return hook.getExec() != null
        ? String.join(" ", hook.getExec().getCommand())
        : hook.getHttpGet() != null ? "GET " + hook.getHttpGet().getPath() : "";
  }

  private static boolean isHazard(Hook hook) {
    boolean ofBitnami = hook.text().contains("prestop.sh") && !hasNoHook(hook.container());
    return ofBitnami || REMOVES.matcher(hook.text()).find();
  }

  private static boolean isHarmless(Hook hook) {
    boolean switchedOff = hook.text().contains("prestop.sh") && hasNoHook(hook.container());
    return switchedOff || consistsOf(HARMLESS, hook.text());
  }

  private static boolean hasNoHook(Container container) {
    return container.getEnv().stream()
        .filter(one -> NO_HOOK.equals(one.getName()))
        .map(EnvVar::getValue)
        .anyMatch(
            value ->
                List.of("yes", "true", "1")
                    .contains(String.valueOf(value).toLowerCase(Locale.ROOT)));
  }

  private static Optional<String> removing(EtcdPod pod) {
    return Stream.concat(
            pod.container().map(EtcdContainer::container).stream(),
            pod.pod().getSpec().getInitContainers().stream())
        .filter(one -> REMOVES.matcher(words(one)).find())
        .findFirst()
        .map(one -> "the entry point of its container %s removes members".formatted(one.getName()));
  }

  /** The image has etcd itself too, beside its scripts. */
  private static Optional<String> ofBitnami(Container container) {
    boolean ofImage = container.getCommand().isEmpty() || words(container).contains(SCRIPTS);
    return ofImage && isOfBitnami(container)
        ? Optional.of(
            "the entry point of Bitnami's image deletes the data of a member where its log speaks"
                + " of an error")
        : Optional.empty();
  }

  private static boolean isOfBitnami(Container container) {
    return String.valueOf(container.getImage()).contains("bitnami")
        || container.getVolumeMounts().stream()
            .map(VolumeMount::getMountPath)
            .anyMatch(path -> path.startsWith("/bitnami"))
        || container.getEnv().stream()
            .map(EnvVar::getName)
            .anyMatch(name -> name.startsWith("BITNAMI_") || OF_CHART.contains(name));
  }
}
