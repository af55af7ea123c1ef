package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.ContainerImage;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PodSpec;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Nodes that may get a member and have not got its image: while the registry is away, no member
 * starts there.
 *
 * @param nodes all nodes of Kubernetes
 */
record MissingImages(SetLook look, EtcdSet set, List<Node> nodes) {
  /** Images that a kubelet tells at most (nodeStatusMaxImages); of such a node nothing is known. */
  private static final int MOST_TOLD = 50;

  private static final int MOST_NAMED = 3;

  /** The nodes without the image, with the command; empty where there is none. */
  Optional<String> trouble() {
    return spec().getContainers().stream()
        .map(Container::getImage)
        .flatMap(image -> trouble(image).stream())
        .findFirst();
  }

  private Optional<String> trouble(String image) {
    List<String> without =
        nodes.stream()
            .filter(this::mayGetOne)
            .filter(node -> lacks(node, image) && !runsOn(node, image))
            .map(node -> node.getMetadata().getName())
            .sorted()
            .toList();
    return without.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Nodes that may get a pod of the %s have not got its image, so none starts there while the registry is away: %s. On each of them: crictl pull %s"
                .formatted(set.words(), named(without), image));
  }

  private static String named(List<String> nodes) {
    String first = nodes.stream().limit(MOST_NAMED).collect(Collectors.joining(", "));
    int more = nodes.size() - MOST_NAMED;
    return more > 0 ? "%s and %d more".formatted(first, more) : first;
  }

  private PodSpec spec() {
    return set.template().getSpec();
  }

  /** Whether the scheduler may choose the node, as far as the template and the volumes tell. */
  private boolean mayGetOne(Node node) {
    return new NodeFitness(set, List.of(), node).scheduling().isEmpty() && volumesMayFollow(node);
  }

  /** Whether some member has only volumes that the node can have. */
  private boolean volumesMayFollow(Node node) {
    List<EtcdPod> pods = look.podsOf(set);
    return pods.isEmpty()
        || pods.stream().anyMatch(pod -> volumes(pod).allMatch(volume -> isFor(volume, node)));
  }

  private Stream<PersistentVolume> volumes(EtcdPod pod) {
    return pod.claims().stream()
        .flatMap(claim -> Stream.ofNullable(look.claims().get(claim)))
        .map(claim -> String.valueOf(claim.getSpec().getVolumeName()))
        .flatMap(name -> Stream.ofNullable(look.volumes().get(name)));
  }

  private static boolean isFor(PersistentVolume volume, Node node) {
    var affinity = volume.getSpec().getNodeAffinity();
    return affinity == null || NodeTerms.match(affinity.getRequired(), node);
  }

  /** A kubelet tells its images some minutes late: what runs on the node is there. */
  private boolean runsOn(Node node, String image) {
    return look.podsOf(set).stream()
        .filter(pod -> pod.running().isPresent())
        .filter(pod -> pod.node().filter(node.getMetadata().getName()::equals).isPresent())
        .flatMap(pod -> pod.pod().getSpec().getContainers().stream())
        .anyMatch(container -> image.equals(container.getImage()));
  }

  /** Whether the kubelet tells the images of the node, and this one is not among them. */
  private static boolean lacks(Node node, String image) {
    List<ContainerImage> told = node.getStatus() == null ? List.of() : node.getStatus().getImages();
    return !told.isEmpty()
        && told.size() < MOST_TOLD
        && told.stream()
            .flatMap(one -> one.getNames().stream())
            .noneMatch(name -> whole(name).equals(whole(image)));
  }

  /**
   * The name of an image with its registry and its tag or digest, as container runtimes write it.
   */
  static String whole(String image) {
    String first = image.contains("/") ? image.substring(0, image.indexOf('/')) : "";
    boolean hasRegistry = first.contains(".") || first.contains(":") || first.equals("localhost");
    String name =
        hasRegistry ? image : "docker.io/" + (image.contains("/") ? image : "library/" + image);
    if (name.contains("@")) {
      return name.replaceFirst(":[^:/@]+@", "@");
    }
    return name.substring(name.lastIndexOf('/')).contains(":") ? name : name + ":latest";
  }
}
