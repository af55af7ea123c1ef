package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import io.fabric8.kubernetes.api.model.VolumeMount;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Hooks and entry points of a pod that make every stop of a member its loss: a hook that removes
 * the member from the membership, and an entry point that deletes its data. The hook of a running
 * pod cannot be switched off; even a grace of zero runs it.
 */
final class StopHazard {
  private static final Pattern REMOVES = Pattern.compile("member\\s+remove");
  private static final Pattern DELETES = Pattern.compile("\\brm\\s+(-\\S+\\s+)*\\S");

  /** Commands of a hook that leave membership and data alone. */
  private static final Pattern HARMLESS =
      Pattern.compile(
          "|(\\S*/)?(sleep|true|echo|exit|kill)( [^`(>]*)?"
              + "|(\\S*/)?etcdctl [^`(>]*\\b(move-leader|endpoint|member list)\\b[^`(>]*");

  private static final Pattern SHELL = Pattern.compile("^(\\S*/)?(ba|da|a)?sh (-\\S+ )+");

  /** Bitnami's hook runs nothing where this variable says yes. */
  private static final String NO_HOOK = "ETCD_DISABLE_PRESTOP";

  /** Variables by which Bitnami's chart is known, whatever the name of the image in a mirror. */
  private static final Set<String> OF_CHART = Set.of("ETCD_ON_K8S", "MY_STS_NAME");

  private StopHazard() {}

  /** Why a stop of this pod would lose its member; empty where nothing shows it. */
  static Optional<String> of(EtcdPod pod) {
    return hooks(pod)
        .filter(StopHazard::isHazard)
        .findFirst()
        .map(
            hook -> "its preStop hook removes the member or deletes its data whenever the pod ends")
        .or(() -> pod.container().map(EtcdContainer::container).flatMap(StopHazard::entry));
  }

  /** The first preStop hook whose text does not tell its effect; empty where there is none. */
  static Optional<String> unknownHook(EtcdPod pod) {
    return hooks(pod).filter(hook -> !isHarmless(hook)).map(Hook::text).findFirst();
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
    return ofBitnami || REMOVES.matcher(hook.text()).find() || DELETES.matcher(hook.text()).find();
  }

  private static boolean isHarmless(Hook hook) {
    String script = SHELL.matcher(hook.text()).replaceFirst("");
    boolean switchedOff = hook.text().contains("prestop.sh") && hasNoHook(hook.container());
    return switchedOff
        || Stream.of(script.split("[;&|\n]+"))
            .allMatch(command -> HARMLESS.matcher(command.strip()).matches());
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

  private static Optional<String> entry(Container container) {
    String text =
        String.join(
            " ",
            Stream.concat(container.getCommand().stream(), container.getArgs().stream()).toList());
    if (DELETES.matcher(text).find() || REMOVES.matcher(text).find()) {
      return Optional.of("its entry point removes the member or deletes its data");
    }
    boolean ofImage = container.getCommand().isEmpty() || text.contains("/opt/bitnami/");
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
