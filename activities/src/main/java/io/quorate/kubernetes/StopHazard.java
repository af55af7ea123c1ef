package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.LifecycleHandler;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Hooks and entry points of a pod that make every stop of a member its loss: a hook that removes
 * the member from the membership, and an entry point that deletes its data. The hook of a running
 * pod cannot be switched off; even a grace of zero runs it.
 */
final class StopHazard {
  private static final Pattern REMOVES = Pattern.compile("member\\s+remove");
  private static final Pattern DELETES = Pattern.compile("\\brm\\s+(-\\S+\\s+)*\\S");

  /** Bitnami's hook runs nothing where this variable says yes. */
  private static final String NO_HOOK = "ETCD_DISABLE_PRESTOP";

  private StopHazard() {}

  /** Why a stop of this pod would lose its member; empty where nothing shows it. */
  static Optional<String> of(EtcdPod pod) {
    return pod.container()
        .map(EtcdContainer::container)
        .flatMap(one -> hook(one).or(() -> entry(one)));
  }

  private static Optional<String> hook(Container container) {
    List<String> command =
        container.getLifecycle() == null
            ? List.of()
            : command(container.getLifecycle().getPreStop());
    String text = String.join(" ", command);
    boolean ofBitnami = text.contains("prestop.sh") && !hasNoHook(container);
    return ofBitnami || REMOVES.matcher(text).find() || DELETES.matcher(text).find()
        ? Optional.of(
            "its preStop hook removes the member or deletes its data whenever the pod ends")
        : Optional.empty();
  }

  private static List<String> command(@Nullable LifecycleHandler hook) {
    return hook == null || hook.getExec() == null ? List.of() : hook.getExec().getCommand();
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
    boolean ofBitnami =
        String.valueOf(container.getImage()).contains("bitnami")
            && container.getCommand().isEmpty();
    return ofBitnami
        ? Optional.of(
            "the entry point of Bitnami's image deletes the data of a member where its log speaks"
                + " of an error")
        : Optional.empty();
  }
}
