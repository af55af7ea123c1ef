package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.EnvVar;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
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

  private static final Set<String> SHELLS = Set.of("sh", "bash", "ash", "dash");

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

  /**
   * The container of this name, which the template of the pod has for etcd; as above where the pod
   * has none. What a webhook adds to pods hides nothing.
   */
  static Optional<EtcdContainer> in(PodSpec spec, String name) {
    return IntStream.range(0, spec.getContainers().size())
        .mapToObj(index -> new EtcdContainer(spec.getContainers().get(index), index))
        .filter(one -> name.equals(one.name()))
        .findFirst()
        .or(() -> in(spec));
  }

  private static Optional<EtcdContainer> only(
      List<EtcdContainer> all, Predicate<EtcdContainer> which) {
    List<EtcdContainer> found = all.stream().filter(which).toList();
    return found.size() == 1 ? Optional.of(found.getFirst()) : Optional.empty();
  }

  private boolean isCalledEtcd() {
    String image = String.valueOf(container.getImage()).replaceFirst("[:@][^/]*$", "");
    return Stream.concat(Stream.of(image), words().stream().limit(1))
        .anyMatch(EtcdContainer::isEtcd);
  }

  /**
   * Whether the container is known to run etcd by its name, or by what starts. The image of etcd
   * has tools too, and the only container of a pod may run anything.
   */
  boolean isSurelyEtcd() {
    List<String> words = words();
    boolean leftToImage = words.isEmpty() || words.getFirst().startsWith("-");
    return NAME.equals(name()) || (leftToImage ? isCalledEtcd() : startsEtcd());
  }

  private static boolean isEtcd(String path) {
    return NAME.equals(fileName(path));
  }

  static String fileName(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  static Stream<String> words(Container container) {
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
    return EtcdFlags.of(this, words()).isSeen();
  }

  /** Whether a shell is started, at once or by a small init such as tini. */
  boolean isShell() {
    return beforeFlags(words()).limit(3).anyMatch(word -> SHELLS.contains(fileName(word)));
  }

  /** The first words of a command: programs, which may start each other. */
  static Stream<String> beforeFlags(List<String> words) {
    return words.stream().takeWhile(word -> word.equals("--") || !word.startsWith("-"));
  }

  /** The parts of the path of one of its fields in the template of a set. */
  String[] path(String... field) {
    return Stream.concat(
            Stream.of("spec", "template", "spec", "containers", Integer.toString(index)),
            Stream.of(field))
        .toArray(String[]::new);
  }

  /** The variable of its environment. */
  Optional<EnvVar> variable(String name) {
    return container.getEnv().stream().filter(one -> name.equals(one.getName())).findFirst();
  }
}
