package io.quorate.runbook.placement;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quorate.cluster.Destination;
import io.quorate.cluster.Journey;
import io.quorate.cluster.MemberName;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What people may say of the place to which a member goes. */
class PlannedMigrationRequestTest {
  private static final String NAME = "planned-migration";
  private static final List<String> MEMBER = List.of("etcd-1");

  private static PlannedMigrationRequest request(Map<String, List<String>> options) {
    return PlannedMigrationRequest.of(new Options(options));
  }

  @Test
  void aRequestIsMadeAgainFromItsOptions() {
    Map<String, List<String>> node = Map.of("member", MEMBER, "to-node", List.of("worker-2"));
    Map<String, List<String>> zone =
        Map.of("member", MEMBER, "to-zone", List.of("eu-1b"), "accept-placement", List.of());

    assertThat(request(node).options()).isEqualTo(node);
    assertThat(request(zone).options()).isEqualTo(zone);
    assertThat(request(node).title()).isEqualTo("move etcd-1 to node worker-2");
  }

  @Test
  void theLookIsToldWhoGoesWhere() {
    Options options = new Options(Map.of("member", MEMBER, "to-zone", List.of("eu-1b")));

    assertThat(Runbooks.scope(NAME, options).journey())
        .contains(new Journey(new MemberName("etcd-1"), Destination.zone("eu-1b")));
    assertThat(Runbooks.scope(NAME, options).quick().journey()).isPresent();
    assertThat(Runbooks.scope(NAME, new Options(Map.of("member", MEMBER))).journey()).isEmpty();
  }

  @Test
  void aRequestNamesOneDestinationAndNoWayBeside() {
    assertThatThrownBy(
            () ->
                request(
                    Map.of(
                        "member", MEMBER, "to-node", List.of("n1"), "to-zone", List.of("eu-1b"))))
        .hasMessage("say once where it is to go: --to-node NODE or --to-zone ZONE");
    assertThatThrownBy(
            () ->
                request(
                    Map.of("member", MEMBER, "to-node", List.of("n1"), "by", List.of("replace"))))
        .hasMessage(
            "with a node or zone the platform says how the member goes there: leave --by out");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "-n", "n;rm", "n/1", "n\n1"})
  void aNameThatNoNodeCanHaveIsRefused(String name) {
    assertThatThrownBy(() -> request(Map.of("member", MEMBER, "to-node", List.of(name))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageEndingWith("is no name of a node");
  }
}
