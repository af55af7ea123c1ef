package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The container of a pod that runs etcd, among helpers such as exporters of metrics.
 *
 * @param index its place in the list of containers
 */
record EtcdContainer(Container container, int index) {
  /** The sentence that no container is known to run etcd, with what to do. */
  static final String UNCLEAR =
      "which container of the template runs etcd is not known; give that container the name etcd";

  private static final String NAME = "etcd";

  /** The program as a command, in a script too. */
  private static final Pattern STARTED =
      Pattern.compile("(?m)(^|[;&|]|exec)\\s*(\\S*/)?etcd(\\s|$)");

  /**
   * The container called etcd, else the only one, else the only one whose image or command is
   * called so. Empty where nobody can tell: exporters and backups speak of etcd too.
   */
  static Optional<EtcdContainer> in(PodSpec spec) {
    List<EtcdContainer> all =
        IntStream.range(0, spec.getContainers().size())
            .mapToObj(index -> new EtcdContainer(spec.getContainers().get(index), index))
            .toList();
    return only(all, one -> NAME.equals(one.name()))
        .or(() -> only(all, one -> true))
        .or(() -> only(all, EtcdContainer::isCalledEtcd));
  }

  private static Optional<EtcdContainer> only(
      List<EtcdContainer> all, Predicate<EtcdContainer> which) {
    List<EtcdContainer> found = all.stream().filter(which).toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private boolean isCalledEtcd() {
    String image = String.valueOf(container.getImage()).replaceFirst("[:@][^/]*$", "");
    return Stream.concat(Stream.of(image), words().stream().limit(1))
        .anyMatch(word -> NAME.equals(word.substring(word.lastIndexOf('/') + 1)));
  }

  private static Stream<String> words(Container container) {
    return Stream.concat(container.getCommand().stream(), container.getArgs().stream());
  }

  String name() {
    return container.getName();
  }

  /** The program etcd as the image finds it: by the path in the container's command, or by name. */
  String program() {
    return container.getCommand().stream()
        .findFirst()
        .filter(word -> word.endsWith("/" + NAME))
        .orElse(NAME);
  }

  /** The command and the arguments of the container, one after the other. */
  List<String> words() {
    return words(container).toList();
  }

  /**
   * Whether the words of the container start etcd itself, or leave the start to the image. A script
   * may pass any flag, and one setting in two forms is fatal for etcd.
   */
  boolean startsEtcd() {
    List<String> words = words();
    return words.isEmpty()
        || words.getFirst().startsWith("--")
        || Stream.concat(words.stream().limit(1), words.stream().filter(word -> word.contains(" ")))
            .anyMatch(word -> STARTED.matcher(word).find());
  }

  /** The variable of its environment. */
  Optional<EnvVar> variable(String name) {
    return container.getEnv().stream().filter(one -> name.equals(one.getName())).findFirst();
  }
}
