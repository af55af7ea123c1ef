package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.FailureDomain;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.MembershipSource;
import io.quorate.view.MembershipList;
import io.quorate.workload.ConfiguredMember;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;

class ResolvedPlacesTest {
  private static final Function<String, Set<String>> NAMES =
      host ->
          switch (host) {
            case "node1", "10.0.0.1" -> Set.of("10.0.0.1");
            case "node2" -> Set.of("2001:db8:0:0:0:0:0:2");
            case "2001:db8:0:0:0:0:0:2" -> Set.of("2001:db8::2");
            case "balancer" -> Set.of("10.0.0.1", "2001:db8::2");
            default -> Set.of();
          };

  private static final Map<MemberName, ConfiguredMember> PLACES =
      Map.of(
          new MemberName("a"), place("http://10.0.0.1:2380"),
          new MemberName("b"), place("http://[2001:db8::2]:2380"));

  @Test
  void aNameInTheMembershipAndAnAddressInTheConfigurationAreOnePlace() {
    var found = in("http://node1:2380", "http://node2:2380");

    assertThat(found.get(new MemberName("a")).alsoAt()).contains(List.of("http://node1:2380"));
    assertThat(found.get(new MemberName("b")).isAmong(List.of("http://node2:2380"))).isTrue();
  }

  @Test
  void anotherPortOrANameThatLeadsToTwoPlacesTellsNothing() {
    assertThat(in("http://node1:2381", "http://balancer:2380", "http://nowhere:2380").values())
        .allMatch(place -> place.alsoAt().isEmpty());
  }

  @Test
  void equalAddressesNeedNoNameLookup() {
    var resolved =
        new ResolvedPlaces(
            host -> {
              throw new AssertionError("asked for " + host);
            });
    assertThat(resolved.in(PLACES, list("http://10.0.0.1:2380/", "http://[2001:db8:0::2]:2380")))
        .isEqualTo(PLACES);
  }

  private static Map<MemberName, ConfiguredMember> in(String... urls) {
    return new ResolvedPlaces(NAMES).in(PLACES, list(urls));
  }

  private static Optional<MembershipList> list(String... urls) {
    List<MembershipEntry> entries =
        Arrays.stream(urls)
            .map(url -> new MembershipEntry(new MemberId(1), "x", false, List.of(url), List.of()))
            .toList();
    return Optional.of(
        new MembershipList(MembershipSource.LINEARIZABLE, new MemberName("a"), entries));
  }

  private static ConfiguredMember place(String url) {
    return new ConfiguredMember(url, url, FailureDomain.UNKNOWN);
  }
}
