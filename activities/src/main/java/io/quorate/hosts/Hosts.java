package io.quorate.hosts;

import io.quorate.cluster.MemberName;
import io.quorate.port.Failure;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The hosts of the members of one cluster. */
public record Hosts(Map<MemberName, MemberScripts> byName) {
  public Hosts {
    byName = Map.copyOf(byName);
  }

  public static Hosts of(List<MemberScripts> hosts) {
    return new Hosts(
        hosts.stream()
            .collect(Collectors.toMap(host -> host.member().name(), Function.identity())));
  }

  Optional<MemberScripts> find(MemberName member) {
    return Optional.ofNullable(byName.get(member));
  }

  MemberScripts of(MemberName member) {
    return find(member)
        .orElseThrow(
            () ->
                new Failure.Fault(
                    "the configuration has no host entry for " + member + "; add one"));
  }
}
