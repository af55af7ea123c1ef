package io.quorate.configuration;

import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * StatefulSets that run the members of one cluster in a Kubernetes.
 *
 * @param names one StatefulSet with all members, or one StatefulSet for each member; never empty
 * @param keeperImage image of the pods in which scripts read and move the data of a member that
 *     does not run
 */
public record SetSettings(
    ApiAddress api, String namespace, List<String> names, String keeperImage) {
  // Names of Kubernetes: RFC 1123 labels, and subdomains for StatefulSets.
  private static final String LABEL = "[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?";

  /** Form of the name of a namespace. */
  public static final String NAMESPACE = LABEL;

  /** Form of the name of a StatefulSet. */
  public static final String SET = LABEL + "(\\." + LABEL + ")*";

  /** Keeps a copy of the list. */
  public SetSettings {
    names = List.copyOf(names);
  }

  /** Returns the words for the StatefulSets: {@code StatefulSet etcd/orders}. */
  public String words() {
    String all = String.join(", ", names);
    return (names.size() == 1 ? "StatefulSet " : "StatefulSets ") + namespace + "/" + all;
  }

  /** Returns whether these are the same StatefulSets, whatever image reads their data. */
  boolean areThoseOf(SetSettings other) {
    return api.equals(other.api) && namespace.equals(other.namespace) && names.equals(other.names);
  }

  /** Address of an API server, with the credentials for requests. */
  public sealed interface ApiAddress {
    /** The file with the credentials; empty where Kubernetes mounts the credentials. */
    default Optional<Path> credentials() {
      return this instanceof Kubeconfig(Path file, String context)
          ? Optional.of(file)
          : Optional.empty();
    }

    /** A context of a kubeconfig file, whichever context is the file's current one. */
    record Kubeconfig(Path file, String context) implements ApiAddress {}

    /** The Kubernetes in which Quorate itself runs, with the service account of Quorate's pod. */
    record InCluster() implements ApiAddress {}
  }
}
