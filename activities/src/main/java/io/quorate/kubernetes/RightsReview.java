package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.authorization.v1.ResourceRule;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectAccessReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReview;
import io.fabric8.kubernetes.api.model.authorization.v1.SelfSubjectRulesReviewBuilder;
import io.fabric8.kubernetes.api.model.authorization.v1.SubjectAccessReviewStatus;
import io.fabric8.kubernetes.client.KubernetesClient;
import java.util.List;
import java.util.stream.Stream;

/**
 * Asks the API server for the rights of Quorate itself. Everybody has the right to ask. A right
 * counts as there where no authorizer could judge the right: the request itself tells in the end.
 *
 * @param pods the names of all members' pods: a role may name them
 */
record RightsReview(KubernetesClient client, SetNames names, List<String> pods) {

  /** The rights that Quorate has not got, in the order of the table. */
  List<Right> missing() {
    return Rights.all().stream().filter(right -> !has(right)).toList();
  }

  /**
   * Returns the wanted rights that Quorate has not got. One review shows most rights. A right that
   * the review leaves out, or shows for one namespace only, gets a review of its own.
   */
  List<Right> missing(List<Right> wanted) {
    ShownRules shown = new ShownRules(rules());
    return wanted.stream()
        .filter(
            right ->
                right.objects().isOfWholeKubernetes()
                    || !objects(right).allMatch(name -> shown.show(right, name)))
        .filter(right -> !has(right))
        .toList();
  }

  private List<ResourceRule> rules() {
    SelfSubjectRulesReview question =
        new SelfSubjectRulesReviewBuilder()
            .withNewSpec()
            .withNamespace(names.namespace())
            .endSpec()
            .build();
    return ApiCall.read("the rights of Quorate")
        .make(() -> client.authorization().v1().selfSubjectRulesReview().create(question))
        .getStatus()
        .getResourceRules();
  }

  private boolean has(Right right) {
    return objects(right).allMatch(name -> has(right, name));
  }

  /** Names of objects; an empty name stands for all. */
  private Stream<String> objects(Right right) {
    return switch (right.objects()) {
      case SETS -> names.sets().stream();
      case MEMBERS -> pods.stream();
      case KEEPERS -> pods.stream().map(KeeperOrder.PREFIX::concat);
      case LEASE -> Stream.of(names.lease());
      case POLICY -> Stream.of(HoldPolicy.NAME);
      case NAMESPACE, ANYWHERE -> Stream.of("");
    };
  }

  private boolean has(Right right, String name) {
    SelfSubjectAccessReview question =
        new SelfSubjectAccessReviewBuilder()
            .withNewSpec()
            .withNewResourceAttributes()
            .withVerb(right.verb())
            .withGroup(right.group())
            .withResource(right.kind())
            .withSubresource(right.subresource().orElse(""))
            .withNamespace(right.objects().isOfWholeKubernetes() ? "" : names.namespace())
            .withName(name)
            .endResourceAttributes()
            .endSpec()
            .build();
    SubjectAccessReviewStatus answer =
        ApiCall.read("the rights of Quorate")
            .make(() -> client.authorization().v1().selfSubjectAccessReview().create(question))
            .getStatus();
    return Boolean.TRUE.equals(answer.getAllowed()) || isUnknown(answer);
  }

  /** Whether an authorizer failed, and none of the others has denied the right. */
  private static boolean isUnknown(SubjectAccessReviewStatus answer) {
    String error = answer.getEvaluationError();
    return error != null && !error.isBlank() && !Boolean.TRUE.equals(answer.getDenied());
  }
}
