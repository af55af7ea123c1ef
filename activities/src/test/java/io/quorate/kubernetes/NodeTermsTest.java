package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.NodeBuilder;
import io.fabric8.kubernetes.api.model.NodeSelector;
import io.fabric8.kubernetes.api.model.NodeSelectorBuilder;
import io.fabric8.kubernetes.api.model.Taint;
import io.fabric8.kubernetes.api.model.Toleration;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The rules of the scheduler, as the documentation of Kubernetes has them. */
class NodeTermsTest {
  private static final Node NODE =
      new NodeBuilder()
          .withNewMetadata()
          .withName("node1")
          .addToLabels("zone", "a")
          .addToLabels("cores", "8")
          .endMetadata()
          .build();

  @ParameterizedTest
  @CsvSource({
    "zone, In, a b, true",
    "zone, In, b, false",
    "rack, In, b, false",
    "zone, NotIn, b, true",
    "zone, NotIn, a, false",
    "rack, NotIn, a, true",
    "zone, Exists, '', true",
    "rack, Exists, '', false",
    "zone, DoesNotExist, '', false",
    "rack, DoesNotExist, '', true",
    "cores, Gt, 4, true",
    "cores, Gt, 8, false",
    "cores, Lt, 16, true",
    "zone, Gt, 4, false",
    "zone, Like, a, false"
  })
  void anOperatorIsAboutTheLabelOfTheNode(
      String key, String operator, String values, boolean matches) {
    assertThat(NodeTerms.match(expression(key, operator, values), NODE)).isEqualTo(matches);
  }

  private static NodeSelector expression(String key, String operator, String values) {
    return new NodeSelectorBuilder()
        .addNewNodeSelectorTerm()
        .addNewMatchExpression()
        .withKey(key)
        .withOperator(operator)
        .withValues(Arrays.asList(values.split(" ")))
        .endMatchExpression()
        .endNodeSelectorTerm()
        .build();
  }

  @Test
  void aTermWithoutRequirementsMatchesNothingAndOneTermIsEnough() {
    NodeSelector terms = expression("zone", "In", "b");
    terms.getNodeSelectorTerms().addAll(expression("cores", "Exists", "").getNodeSelectorTerms());
    assertThat(NodeTerms.match(terms, NODE)).isTrue();

    NodeSelector empty =
        new NodeSelectorBuilder().addNewNodeSelectorTerm().endNodeSelectorTerm().build();
    assertThat(NodeTerms.match(empty, NODE)).isFalse();
    assertThat(NodeTerms.match(null, NODE)).isTrue();
  }

  @Test
  void aFieldIsTheNameOfTheNode() {
    NodeSelector named =
        new NodeSelectorBuilder()
            .addNewNodeSelectorTerm()
            .addNewMatchField()
            .withKey("metadata.name")
            .withOperator("In")
            .withValues("node1")
            .endMatchField()
            .endNodeSelectorTerm()
            .build();

    assertThat(NodeTerms.match(named, NODE)).isTrue();
  }

  @ParameterizedTest
  @CsvSource({
    "disk, Equal, slow, NoSchedule, true",
    "disk, Equal, fast, NoSchedule, false",
    "disk, , slow, , true",
    "disk, Exists, , , true",
    "disk, Exists, , NoExecute, false",
    ", Exists, , , true",
    "cpu, Exists, , , false"
  })
  void aTolerationIsAboutKeyValueAndEffect(
      @Nullable String key,
      @Nullable String operator,
      @Nullable String value,
      @Nullable String effect,
      boolean tolerates) {
    Toleration toleration = new Toleration(effect, key, operator, null, value);

    assertThat(
            NodeTerms.tolerate(List.of(toleration), new Taint("NoSchedule", "disk", null, "slow")))
        .isEqualTo(tolerates);
  }

  @Test
  void aTaintThatOnlyAdvisesKeepsNobodyAway() {
    assertThat(NodeTerms.tolerate(List.of(), new Taint("PreferNoSchedule", "disk", null, "")))
        .isTrue();
  }
}
