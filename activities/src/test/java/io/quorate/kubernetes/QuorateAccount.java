package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.ServiceAccountBuilder;
import io.fabric8.kubernetes.api.model.authentication.TokenRequestBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.ClusterRoleBuilder;
import io.fabric8.kubernetes.api.model.rbac.PolicyRule;
import io.fabric8.kubernetes.api.model.rbac.PolicyRuleBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBindingBuilder;
import io.fabric8.kubernetes.api.model.rbac.RoleBuilder;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A service account of a real Kubernetes that has rights of the table and no others, for one set
 * called {@code etcd}.
 *
 * @param names whether each rule names its objects, where that is possible
 */
record QuorateAccount(KubernetesClient admin, String namespace, boolean names)
    implements AutoCloseable {
  private static final String NAME = "quorate";
  private static final String RBAC = "rbac.authorization.k8s.io";

  /** A kubeconfig of the account, whose context is {@code quorate}. */
  ApiSource source(Path folder) throws IOException {
    apply(
        new ServiceAccountBuilder()
            .withNewMetadata()
            .withName(NAME)
            .withNamespace(namespace)
            .endMetadata()
            .build());
    String token =
        admin
            .serviceAccounts()
            .inNamespace(namespace)
            .withName(NAME)
            .tokenRequest(
                new TokenRequestBuilder()
                    .withNewSpec()
                    .withExpirationSeconds(3600L)
                    .endSpec()
                    .build())
            .getStatus()
            .getToken();
    Path file = folder.resolve("quorate.kubeconfig");
    Files.writeString(
        file,
        """
        apiVersion: v1
        kind: Config
        clusters: [{name: here, cluster: {server: "%s", certificate-authority-data: %s}}]
        users: [{name: quorate, user: {token: %s}}]
        contexts: [{name: quorate, context: {cluster: here, user: quorate}}]
        """
            .formatted(admin.getMasterUrl(), admin.getConfiguration().getCaCertData(), token));
    return new ApiSource.Kubeconfig(file, "quorate");
  }

  /** Grants these rights, and takes all others away. */
  void grant(List<Right> rights) {
    apply(
        new RoleBuilder()
            .withNewMetadata()
            .withName(NAME)
            .withNamespace(namespace)
            .endMetadata()
            .withRules(rules(rights, false))
            .build());
    apply(
        new RoleBindingBuilder()
            .withNewMetadata()
            .withName(NAME)
            .withNamespace(namespace)
            .endMetadata()
            .withNewRoleRef(RBAC, "Role", NAME)
            .addNewSubject(null, "ServiceAccount", NAME, namespace)
            .build());
    apply(
        new ClusterRoleBuilder()
            .withNewMetadata()
            .withName(wide())
            .endMetadata()
            .withRules(rules(rights, true))
            .build());
    apply(
        new ClusterRoleBindingBuilder()
            .withNewMetadata()
            .withName(wide())
            .endMetadata()
            .withNewRoleRef(RBAC, "ClusterRole", wide())
            .addNewSubject(null, "ServiceAccount", NAME, namespace)
            .build());
  }

  private String wide() {
    return namespace + "-" + NAME;
  }

  private void apply(HasMetadata object) {
    admin.resource(object).forceConflicts().serverSideApply();
  }

  private List<PolicyRule> rules(List<Right> rights, boolean whole) {
    return rights.stream()
        .filter(right -> right.objects().isOfWholeKubernetes() == whole)
        .map(
            right ->
                new PolicyRuleBuilder()
                    .withApiGroups(right.group())
                    .withResources(right.resource())
                    .withVerbs(right.verb())
                    .withResourceNames(names ? objects(right) : List.of())
                    .build())
        .toList();
  }

  private static List<String> objects(Right right) {
    List<String> pods = List.of("etcd-0", "etcd-1", "etcd-2");
    return switch (right.objects()) {
      case SETS -> List.of("etcd");
      case MEMBERS -> pods;
      case KEEPERS -> pods.stream().map(pod -> KeeperOrder.PREFIX + pod).toList();
      case LEASE -> List.of(SetNames.LEASE + "etcd");
      case POLICY -> List.of(HoldPolicy.NAME);
      case NAMESPACE, ANYWHERE -> List.of();
    };
  }

  @Override
  public void close() {
    admin.rbac().clusterRoles().withName(wide()).delete();
    admin.rbac().clusterRoleBindings().withName(wide()).delete();
  }
}
