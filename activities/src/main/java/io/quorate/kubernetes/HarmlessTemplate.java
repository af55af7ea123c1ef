package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Edit of a template after which its pods lose no member when they end or start, as a command for a
 * person. Running pods keep their form, because the same write gives the set OnDelete.
 */
record HarmlessTemplate(EtcdSet set) {
  /** The command that replaces the members of pods of before. */
  static final String ADOPT = "quorate start adopt CLUSTER";

  /** The script that Bitnami's images run after their entry point. */
  private static final List<String> RUN = List.of(StopHazard.SCRIPTS + "etcd/run.sh");

  /** The deed of a person, as sentences; empty where the template does no harm. */
  Optional<String> mend() {
    EtcdPod born = set.templatePod();
    return StopHazard.of(born)
        .map(
            why ->
                "%s. Write the same into the manifest that somebody applies. Then: %s"
                    .formatted(edit(born), ADOPT));
  }

  private String edit(EtcdPod born) {
    JsonPatch edit = KubectlCommand.editOf(set);
    Optional<JsonPatch> withoutHook =
        StopHazard.hook(born).map(hooked -> withoutHook(edit, hooked)).orElse(Optional.of(edit));
    Optional<JsonPatch> whole =
        StopHazard.atStart(born).isEmpty()
            ? withoutHook
            : withoutHook.flatMap(so -> born.container().flatMap(etcd -> plain(so, etcd)));
    return whole
        .map(
            patch ->
                "Take it out of the template, %s: %s"
                    .formatted(KubectlCommand.effect(set), KubectlCommand.patch(set.set(), patch)))
        .orElseGet(
            () ->
                "Have etcd started without it, once nothing restarts the pods: "
                    + KubectlCommand.patch(
                        set.set(), withoutHook.orElseGet(() -> KubectlCommand.editOf(set))));
  }

  private Optional<JsonPatch> withoutHook(JsonPatch edit, Container hooked) {
    var spec = set.template().getSpec();
    return withoutHook(edit, "containers", spec.getContainers(), hooked)
        .or(() -> withoutHook(edit, "initContainers", spec.getInitContainers(), hooked));
  }

  private static Optional<JsonPatch> withoutHook(
      JsonPatch edit, String list, List<Container> all, Container hooked) {
    return IntStream.range(0, all.size())
        .filter(index -> all.get(index).equals(hooked))
        .mapToObj(index -> new String[] {"spec", "template", "spec", list, Integer.toString(index)})
        .map(
            at ->
                edit.test(hooked.getName(), under(at, "name"))
                    .test(hooked.getLifecycle().getPreStop(), under(at, "lifecycle", "preStop"))
                    .remove(under(at, "lifecycle", "preStop")))
        .findFirst();
  }

  private static String[] under(String[] at, String... field) {
    return Stream.concat(Stream.of(at), Stream.of(field)).toArray(String[]::new);
  }

  /**
   * The edit after which etcd itself is started in a container whose variables are all that etcd
   * needs, as in Bitnami's chart; empty for others.
   */
  private static Optional<JsonPatch> plain(JsonPatch edit, EtcdContainer etcd) {
    List<String> args = etcd.container().getArgs();
    boolean told =
        etcd.variable("ETCD_DATA_DIR").isPresent() && etcd.variable("ETCD_NAME").isPresent();
    if (!told || !(args.isEmpty() || args.equals(RUN))) {
      return Optional.empty();
    }
    JsonPatch started =
        edit.test(etcd.name(), etcd.path("name")).add(List.of("etcd"), etcd.path("command"));
    return Optional.of(
        args.isEmpty() ? started : started.test(args, etcd.path("args")).remove(etcd.path("args")));
  }
}
