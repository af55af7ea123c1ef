package io.quorate.kubernetes;

import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.cluster.MemberName;
import io.quorate.kubernetes.Right.Use;
import io.quorate.kubernetes.SetCheck.Finding;
import io.quorate.port.Failure;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The checks of one cluster in Kubernetes: its StatefulSets, the rights of Quorate, the keeper, the
 * admission policy, the lease, and a warning for each advice. The checks change nothing; a pod in
 * which the keeper's image is tried comes and goes.
 *
 * @param cluster its key, for commands
 */
public record SetChecks(
    ApiClients clients,
    ApiSource source,
    String cluster,
    SetNames names,
    String keeperImage,
    Clock clock) {
  /** A lease that is held is renewed every few seconds; clocks of two machines differ by less. */
  private static final Duration LEFT = Duration.ofMinutes(10);

  /** The longest time that an image may take to be pulled. */
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  /** All checks; one alone where the API server does not answer. */
  public List<SetCheck> all() {
    try {
      KubernetesClient client = clients.client(source);
      SetApi api = new SetRequests(client, names.namespace());
      SetLook look = new LookAtSets(api, names, clock).look();
      var review = new RightsReview(client, names, look.memberPods());
      List<RightsGap> gaps = RightsGap.of(names.namespace(), review.missing());
      List<SetCheck> all = new ArrayList<>();
      all.add(check("%s in %s".formatted(names.words(), place()), () -> sets(look)));
      for (Use use : Use.values()) {
        all.add(
            SetCheck.of(
                "rights " + use.words(),
                use.isOfRunbooks(),
                said(
                    () ->
                        gaps.stream()
                            .filter(gap -> gap.use() == use)
                            .findFirst()
                            .flatMap(SetChecks::rights))));
      }
      all.add(new SetCheck("keeper of the image " + keeperImage, () -> keeper(client, look)));
      all.add(
          SetCheck.warning(
              "admission policy " + HoldPolicy.NAME,
              said(() -> policy(new HoldPolicy(client), new QuorateUser(client)))));
      all.add(SetCheck.warning("lease " + names.lease(), said(() -> lease(client))));
      for (String name : names.sets()) {
        all.add(
            check(
                "stops and starts of the StatefulSet " + name,
                () -> new SetReadiness(look, api, name).finding()));
      }
      all.addAll(advice(look, api));
      return all;
    } catch (Failure silent) {
      return List.of(check("API server of " + source.name(), () -> message(silent)));
    }
  }

  /** One warning for each kind of advice, so that the list names all that was looked for. */
  private List<SetCheck> advice(SetLook look, SetApi api) {
    return Stream.concat(
            Stream.of(SetAdvice.values())
                .filter(one -> !one.isRefusal())
                .map(one -> warning(one.code(), () -> one.sentences(look))),
            Stream.of(CheckedAdvice.values())
                .map(one -> warning(one.code(), () -> one.sentences(cluster, look, api))))
        .toList();
  }

  private static SetCheck warning(String code, Supplier<Stream<String>> sentences) {
    return SetCheck.warning(
        "advice " + code,
        said(
            () ->
                Optional.of(sentences.get().collect(Collectors.joining(". ")))
                    .filter(found -> !found.isEmpty())));
  }

  private String place() {
    return "the namespace %s of %s".formatted(names.namespace(), source.name());
  }

  private static SetCheck check(String name, Supplier<Optional<String>> finding) {
    return SetCheck.failing(name, said(finding));
  }

  /** A finding in which a failure is told as a finding. */
  private static Supplier<Optional<String>> said(Supplier<Optional<String>> finding) {
    return () -> {
      try {
        return finding.get();
      } catch (Failure unread) {
        return message(unread);
      }
    };
  }

  private static Optional<String> message(Failure failure) {
    return Optional.of(String.valueOf(failure.getMessage()));
  }

  private Optional<String> sets(SetLook look) {
    look.require(SetLook.Part.SETS);
    return names.sets().stream()
        .filter(name -> !look.sets().containsKey(name))
        .findFirst()
        .map(look::noSet);
  }

  private static Optional<String> rights(RightsGap gap) {
    return Optional.of(
        "missing: %s. Needed by: %s. Do: %s"
            .formatted(gap.words(), gap.use().needed(), gap.grant()));
  }

  /** Asks for a keeper of the first member, and tries its image without the claim. */
  private Optional<Finding> keeper(KubernetesClient client, SetLook look) {
    try {
      return tried(client, look);
    } catch (Failure refused) {
      return message(refused).map(why -> new Finding(true, why));
    }
  }

  private Optional<Finding> tried(KubernetesClient client, SetLook look) {
    look.require(SetLook.Part.SETS);
    var keepers = new ClaimKeepers(new Keepers(client, Duration.ZERO), () -> look, keeperImage);
    Optional<MemberName> first =
        look.sets().values().stream()
            .flatMap(set -> set.places().stream())
            .findFirst()
            .map(place -> new MemberName(place.name()));
    first.ifPresent(keepers::tryOut);
    return first
        .map(keepers::order)
        .flatMap(order -> new KeeperTrial(client, PATIENCE).trouble(order));
  }

  /** The lease that a Quorate left when it died. */
  private Optional<String> lease(KubernetesClient client) {
    Instant old = clock.instant().minus(LEFT);
    return new SetRequests(client, names.namespace())
        .lease(names.lease())
        .map(LeaseView::of)
        .filter(lease -> lease.renewed().filter(old::isBefore).isEmpty())
        .map(
            left ->
                "a Quorate that died has left it: %s has it since %s, and renewed it last at %s. Another Quorate may take it all the same. Do: look that this operation does not go on there (quorate show %s); then: kubectl delete lease %s -n %s"
                    .formatted(
                        left.words(),
                        LeaseView.inWords(left.since()),
                        LeaseView.inWords(left.renewed()),
                        left.operation(),
                        names.lease(),
                        names.namespace()));
  }

  private static Optional<String> policy(HoldPolicy policy, Supplier<String> user) {
    return policy
        .gap()
        .map(
            why ->
                why
                    + "; a set that somebody applies is not held without it. Do: let an"
                    + " administrator apply it (docs/kubernetes.md)")
        .or(
            () ->
                policy
                    .stranger(user.get())
                    .map(
                        account ->
                            "it lets %s change a set that is taken over. Do: where that is no Quorate, take it out of admissionPolicy.users: an applier would bring its own strategy back in the middle of a hold"
                                .formatted(account)));
  }
}
