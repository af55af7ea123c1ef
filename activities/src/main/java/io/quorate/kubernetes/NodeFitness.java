package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.Affinity;
import io.fabric8.kubernetes.api.model.Container;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PodAffinityTerm;
import io.fabric8.kubernetes.api.model.PodAntiAffinity;
import io.fabric8.kubernetes.api.model.PodSpec;
import io.fabric8.kubernetes.api.model.PodTemplateSpec;
import io.fabric8.kubernetes.api.model.Taint;
import io.quorate.workload.Arrival.Closed;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Why a node cannot take the pod of a member, as far as node and template tell it. Whether there is
 * room for the pod only the scheduler knows.
 *
 * @param others the nodes of the other pods of the set
 */
record NodeFitness(EtcdSet set, List<Node> others, Node node) {
  /** The kubelet names no more images of a node than that ({@code nodeStatusMaxImages}). */
  private static final int MOST_IMAGES = 50;

  Optional<Closed> objection() {
    return scheduling().or(this::withoutImage);
  }

  /** Why the scheduler does not choose the node, which asks for no image. */
  Optional<Closed> scheduling() {
    return silent().or(this::cordoned).or(this::tainted).or(this::keptOff).or(this::antiAffinity);
  }

  private String name() {
    return node.getMetadata().getName();
  }

  private PodTemplateSpec template() {
    return set.template();
  }

  private PodSpec spec() {
    return template().getSpec();
  }

  private Optional<Closed> silent() {
    return SetLook.isReady(node)
        ? Optional.empty()
        : closed(
            "Node %s does not answer (Ready is not True).".formatted(name()),
            "kubectl describe node " + name());
  }

  private Optional<Closed> cordoned() {
    return Boolean.TRUE.equals(node.getSpec().getUnschedulable())
        ? closed("Node %s is cordoned.".formatted(name()), "kubectl uncordon " + name())
        : Optional.empty();
  }

  private Optional<Closed> tainted() {
    return node.getSpec().getTaints().stream()
        .filter(taint -> !NodeTerms.tolerate(spec().getTolerations(), taint))
        .findFirst()
        .flatMap(
            taint ->
                closed(
                    "Node %s has the taint %s, which the template of the %s does not tolerate."
                        .formatted(name(), words(taint), set.words()),
                    "kubectl taint node %s %s:%s-"
                        .formatted(name(), taint.getKey(), taint.getEffect()),
                    "Or give the template that toleration."));
  }

  private static String words(Taint taint) {
    String value = Objects.requireNonNullElse(taint.getValue(), "");
    return taint.getKey() + (value.isEmpty() ? "" : "=" + value) + ":" + taint.getEffect();
  }

  private Optional<Closed> keptOff() {
    Map<String, String> selector = Objects.requireNonNullElse(spec().getNodeSelector(), Map.of());
    Optional<String> label =
        selector.entrySet().stream()
            .filter(one -> !one.getValue().equals(NodeTerms.labels(node).get(one.getKey())))
            .map(one -> "nodeSelector %s=%s".formatted(one.getKey(), one.getValue()))
            .findFirst();
    boolean fits =
        Optional.ofNullable(spec().getAffinity())
            .map(Affinity::getNodeAffinity)
            .map(nodes -> nodes.getRequiredDuringSchedulingIgnoredDuringExecution())
            .map(required -> NodeTerms.match(required, node))
            .orElse(true);
    return label
        .or(() -> fits ? Optional.empty() : Optional.of("nodeAffinity"))
        .flatMap(
            why ->
                closed(
                    "The template of the %s keeps its pods off node %s (%s)."
                        .formatted(set.words(), name(), why),
                    "Choose another node, or change the template."));
  }

  private Optional<Closed> antiAffinity() {
    return Optional.ofNullable(spec().getAffinity())
        .map(Affinity::getPodAntiAffinity)
        .map(PodAntiAffinity::getRequiredDuringSchedulingIgnoredDuringExecution)
        .orElse(List.of())
        .stream()
        .filter(this::isAboutMembers)
        .map(PodAffinityTerm::getTopologyKey)
        .filter(key -> others.stream().anyMatch(other -> shares(other, key)))
        .findFirst()
        .flatMap(
            key ->
                closed(
                    "The template of the %s keeps its pods apart (podAntiAffinity by %s), and another one is where node %s is."
                        .formatted(set.words(), key, name()),
                    "Choose another node, or change the template."));
  }

  private boolean isAboutMembers(PodAffinityTerm term) {
    Map<String, String> labels =
        Objects.requireNonNullElse(template().getMetadata().getLabels(), Map.of());
    return term.getLabelSelector() != null
        && term.getLabelSelector().getMatchExpressions().isEmpty()
        && term.getLabelSelector().getMatchLabels() != null
        && labels.entrySet().containsAll(term.getLabelSelector().getMatchLabels().entrySet());
  }

  private boolean shares(Node other, String key) {
    String domain = NodeTerms.labels(node).get(key);
    return domain != null && domain.equals(NodeTerms.labels(other).get(key));
  }

  private Optional<Closed> withoutImage() {
    List<String> there = new ArrayList<>();
    if (node.getStatus() != null) {
      node.getStatus().getImages().forEach(image -> there.addAll(image.getNames()));
    }
    boolean all = node.getStatus() != null && node.getStatus().getImages().size() < MOST_IMAGES;
    return Stream.concat(spec().getInitContainers().stream(), spec().getContainers().stream())
        .filter(container -> all && "Never".equals(container.getImagePullPolicy()))
        .map(Container::getImage)
        .filter(image -> there.stream().noneMatch(name -> isSame(name, image)))
        .findFirst()
        .flatMap(
            image ->
                closed(
                    "Node %s does not have the image %s, and imagePullPolicy is Never."
                        .formatted(name(), image),
                    "Load the image on node %s, or choose another node.".formatted(name())));
  }

  /** A node lists {@code docker.io/library/etcd:1} for what a template may call {@code etcd:1}. */
  private static boolean isSame(String listed, String image) {
    return listed.equals(image) || listed.endsWith("/" + image);
  }

  private static Optional<Closed> closed(String fact, String... todo) {
    return Optional.of(new Closed(fact, List.of(todo)));
  }
}
