package io.quorate.configuration;

import io.quorate.configuration.SetSettings.ApiAddress;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads which StatefulSets run a cluster, and the address of their API server. */
record SetReader(Section cluster, Paths paths) {
  private static final Path NO_PATH = Path.of("/");
  private static final String KEEPER =
      "keeperImage: registry.example.com/quorate/keeper@sha256:..., an image that you have built"
          + " (docs/kubernetes.md has the lines); it gets the data of members, and no public"
          + " registry has it";
  private static final String API = "kubeconfig: /etc/quorate/kubeconfig";

  private static final Reading<String> NAMESPACE =
      ValueParsers.matching(SetSettings.NAMESPACE, "is no name of a namespace; write it as etcd");
  private static final Reading<String> SET =
      ValueParsers.matching(SetSettings.SET, "is no name of a StatefulSet; write it as orders");

  SetSettings read() {
    return new SetSettings(
        api(),
        cluster.required("namespace", "namespace: etcd", "default", NAMESPACE),
        names(),
        cluster.required("keeperImage", KEEPER, "", ValueParsers::text));
  }

  private List<String> names() {
    boolean one = cluster.has("statefulSet");
    boolean each = cluster.has("statefulSets");
    if (one && each) {
      cluster.problem("statefulSets", "stands beside statefulSet; keep one of them");
    }
    List<String> names =
        each
            ? cluster.list("statefulSets", "statefulSets: [orders-0, orders-1, orders-2]", SET)
            : cluster.required("statefulSet", "statefulSet: orders", SET).stream().toList();
    if (each && names.stream().distinct().count() < names.size()) {
      cluster.problem("statefulSets", "names one StatefulSet twice");
    }
    return names;
  }

  private ApiAddress api() {
    boolean inside = cluster.orElse("inCluster", false, ValueParsers::yesOrNo);
    Optional<Path> file = cluster.optional("kubeconfig", paths::existing);
    if (inside) {
      for (String field : List.of("kubeconfig", "context")) {
        if (cluster.has(field)) {
          cluster.problem(field, "stands beside inCluster: true; keep one of them");
        }
      }
      return new ApiAddress.InCluster();
    }
    if (!cluster.has("kubeconfig")) {
      cluster.missing("kubeconfig", API + ", or inCluster: true where Quorate runs in a pod");
    }
    String context = cluster.required("context", "context: prod", "", ValueParsers::text);
    return new ApiAddress.Kubeconfig(file.orElse(NO_PATH), context);
  }
}
