package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.NamespaceBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.lab.junit.SharedKubernetesLab;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterAllCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * A real Kubernetes for a class of tests, with a namespace of its own in it. It is the cluster of
 * the kubeconfig that {@code -Dquorate.kubeconfig} names, or the lab.
 */
final class RealKubernetes implements BeforeAllCallback, AfterAllCallback {
  /** An image with the GNU tools, which both nodes of the lab have. */
  static final String KEEPER = "quorate.test/keeper:1";

  private final String namespace = "test-" + Long.toString(System.nanoTime(), 36);
  private final ApiClients clients = new ApiClients(Map.of());
  private final SharedKubernetesLab lab = new SharedKubernetesLab("3.6");
  private Optional<ApiSource> source = Optional.empty();

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    source = Optional.of(new ApiSource.Kubeconfig(kubeconfig(context), context()));
    client()
        .resource(
            new NamespaceBuilder().withNewMetadata().withName(namespace).endMetadata().build())
        .create();
  }

  private Path kubeconfig(ExtensionContext context) throws IOException, InterruptedException {
    String named = System.getProperty("quorate.kubeconfig", "");
    if (!named.isEmpty()) {
      return Path.of(named);
    }
    lab.beforeAll(context);
    return lab.get().kubeconfig();
  }

  private static String context() {
    return System.getProperty("quorate.context", "lab");
  }

  @Override
  public void afterAll(ExtensionContext context) {
    if (source.isPresent()) {
      client().namespaces().withName(namespace).delete();
    }
    clients.close();
  }

  KubernetesClient client() {
    return clients.client(source.orElseThrow());
  }

  ApiSource source() {
    return source.orElseThrow();
  }

  String namespace() {
    return namespace;
  }
}
