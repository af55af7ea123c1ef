package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.observation.Polling;
import io.quorate.port.ClusterLock.Owner;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Answers of a real Kubernetes to a Quorate that lacks one right of the table. */
@Tag("kubernetes")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RightsIT {
  @RegisterExtension static final RealKubernetes KUBERNETES = new RealKubernetes();

  @TempDir private static Path folder;

  private final ApiClients clients = new ApiClients(Map.of());
  private QuorateAccount account;
  private KubernetesClient quorate;

  @BeforeAll
  void makeTheAccount() throws IOException {
    account = new QuorateAccount(KUBERNETES.client(), KUBERNETES.namespace(), true);
    quorate = clients.client(account.source(folder));
  }

  @AfterAll
  void end() {
    clients.close();
    account.close();
  }

  @Test
  void eachRightThatIsTakenAwayIsNamedAndItsWriteIsRefused() {
    grantAllBut(Optional.empty());
    writes().forEach((row, write) -> assertThat(rightless(write)).as(row).isFalse());

    for (Right right : Rights.all()) {
      grantAllBut(Optional.of(right));
      String row = right.words() + " " + right.objects();
      Optional.ofNullable(writes().get(row))
          .ifPresent(write -> assertThat(rightless(write)).as(row).isTrue());
    }
  }

  /** Returns when the API server has taken the roles up. */
  private void grantAllBut(Optional<Right> missing) {
    account.grant(
        Rights.all().stream().filter(right -> missing.filter(right::equals).isEmpty()).toList());
    var review =
        new RightsReview(
            quorate,
            new SetNames(KUBERNETES.namespace(), List.of("etcd")),
            List.of("etcd-0", "etcd-1"));
    List<Right> wanted = missing.stream().toList();
    assertThat(
            Polling.every(Duration.ofMillis(100))
                .within(
                    Duration.ofSeconds(15),
                    () -> Optional.of(review.missing()).filter(wanted::equals)))
        .as("without " + missing.map(Right::words).orElse("nothing"))
        .isPresent();
  }

  private boolean rightless(Consumer<KubernetesClient> write) {
    Throwable thrown = catchThrowable(() -> write.accept(quorate));
    return thrown instanceof Failure.Refused refused
        && String.valueOf(refused.getMessage()).contains("right to");
  }

  /** The requests of operations, by the row of the right that they need. */
  private Map<String, Consumer<KubernetesClient>> writes() {
    String namespace = KUBERNETES.namespace();
    KeeperOrder order = RightsTest.order(namespace);
    Pod keeper = KeeperPod.of(order);
    keeper.getMetadata().setUid("u-1");
    Pod member = KeeperPod.of(order);
    member.getMetadata().setName("etcd-0");
    member.getMetadata().setUid("u-1");
    StatefulSet set = SetManifests.read("parallel.yaml");
    set.getMetadata().setNamespace(namespace);
    set.getMetadata().setUid("u-1");
    JsonPatch patch = JsonPatch.ofUid("u-1").remove("spec");
    return Map.of(
        "patch statefulsets.apps SETS",
        client -> new SetRequests(client, namespace).patch(set, patch, "held"),
        "delete statefulsets.apps SETS",
        client -> new SetRequests(client, namespace).leave(set),
        "patch pods MEMBERS",
        client -> new SetRequests(client, namespace).patch(member, patch, "held"),
        "delete pods MEMBERS",
        client -> new SetRequests(client, namespace).delete(member, Optional.empty()),
        "delete pods KEEPERS",
        client -> new SetRequests(client, namespace).delete(keeper, Optional.empty()),
        "create pods NAMESPACE",
        client -> new Keepers(client, Duration.ZERO).tryOut(order),
        "get pods/exec KEEPERS",
        client -> RightsTest.exec(client, order),
        "create leases.coordination.k8s.io NAMESPACE",
        client -> {
          lease(KUBERNETES.client()).giveBack("here");
          lease(client).take(new Owner("here", "orders.1"));
        },
        "patch leases.coordination.k8s.io LEASE",
        client -> {
          lease(KUBERNETES.client()).take(new Owner("here", "orders.1"));
          lease(client).take(new Owner("here", "orders.1"));
        },
        "delete leases.coordination.k8s.io LEASE",
        client -> {
          lease(KUBERNETES.client()).take(new Owner("here", "orders.1"));
          var requests = new SetRequests(client, namespace);
          requests.dropUnchanged(requests.lease("quorate-etcd").orElseThrow());
        });
  }

  private static ClusterLease lease(KubernetesClient client) {
    return new ClusterLease(
        new SetRequests(client, KUBERNETES.namespace()),
        new SetNames(KUBERNETES.namespace(), List.of("etcd")),
        ClusterLease.DURATION,
        () -> false,
        Clock.systemUTC(),
        System::nanoTime);
  }
}
