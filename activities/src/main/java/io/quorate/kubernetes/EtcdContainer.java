package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * The container of a pod that runs etcd, among helpers such as exporters of metrics.
 *
 * @param index its place in the list of containers
 */
record EtcdContainer(Container container, int index) {
  private static final String NAME = "etcd";

  /**
   * The container called etcd, else the only one, else the first whose image or command says so.
   */
  static Optional<EtcdContainer> in(PodSpec spec) {
    List<Container> all = spec.getContainers();
    for (int index = 0; index < all.size(); index++) {
      if (NAME.equals(all.get(index).getName())) {
        return Optional.of(new EtcdContainer(all.get(index), index));
      }
    }
    for (int index = 0; index < all.size(); index++) {
      if (all.size() == 1 || speaksOfEtcd(all.get(index))) {
        return Optional.of(new EtcdContainer(all.get(index), index));
      }
    }
    return Optional.empty();
  }

  private static boolean speaksOfEtcd(Container container) {
    return Stream.concat(Stream.of(String.valueOf(container.getImage())), words(container))
        .anyMatch(word -> word.toLowerCase(Locale.ROOT).contains(NAME));
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

  /** The variable of its environment. */
  Optional<EnvVar> variable(String name) {
    return container.getEnv().stream().filter(one -> name.equals(one.getName())).findFirst();
  }
}
