package io.quorate.command;

import io.quorate.configuration.SetDraft;
import io.quorate.configuration.SetSettings;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.configuration.TlsFiles;
import io.quorate.port.Failure;
import io.quorate.port.FoundSets;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Options of {@code quorate init} that belong to {@code --kubernetes}. */
final class SetOptions {
  @Option(
      names = "--kubeconfig",
      paramLabel = "FILE",
      description = "The kubeconfig of --kubernetes (default: $KUBECONFIG, else ~/.kube/config).")
  private @Nullable Path kubeconfig;

  @Option(
      names = "--context",
      paramLabel = "NAME",
      description =
          "The context of the kubeconfig; has to be named where the file has several. The file's"
              + " current context does not count.")
  private @Nullable String context;

  @Option(
      names = "--in-cluster",
      description = "Ask as the service account of the pod in which Quorate runs.")
  private boolean inCluster;

  @Option(
      names = "--stateful-set",
      split = ",",
      paramLabel = "NAME",
      description =
          "The StatefulSet, or one for each member, separated by commas (default: whatever runs"
              + " etcd in the namespace).")
  private List<String> sets = List.of();

  @Option(
      names = "--keeper-image",
      paramLabel = "IMAGE",
      description = "The image of keepers, to be written into the file.")
  private @Nullable String keeperImage;

  /** Whether any of these options is given. */
  boolean any() {
    return kubeconfig != null
        || context != null
        || inCluster
        || !sets.isEmpty()
        || keeperImage != null;
  }

  /**
   * Drafts the configuration of the cluster that StatefulSets of the namespace run.
   *
   * @param tls files that are named for the cluster
   */
  SetDraft draft(QuorateCommand quorate, String cluster, String namespace, Optional<TlsFiles> tls) {
    require(namespace, SetSettings.NAMESPACE, "a namespace");
    sets.forEach(name -> require(name, SetSettings.SET, "a StatefulSet"));
    try {
      ApiAddress api = address(quorate.terminal().environment(), quorate.wiring()::contexts);
      FoundSets found = quorate.wiring().setsIn(api, namespace, sets);
      return new SetDraft(cluster, api, namespace, found, Optional.ofNullable(keeperImage), tls);
    } catch (Failure.Refused refused) {
      throw VerbFailure.refused(String.valueOf(refused.getMessage()));
    } catch (Failure.Fault wrong) {
      throw VerbFailure.wrongUsage(String.valueOf(wrong.getMessage()));
    }
  }

  private static void require(String name, String form, String kind) {
    if (!name.matches(form)) {
      throw VerbFailure.wrongUsage("'" + name + "' is no name of " + kind);
    }
  }

  /**
   * The address of the API server.
   *
   * @param contexts the contexts of a kubeconfig file
   */
  private ApiAddress address(
      Map<String, String> environment, Function<Path, List<String>> contexts) {
    if (inCluster && (kubeconfig != null || context != null)) {
      throw VerbFailure.wrongUsage("--in-cluster needs no --kubeconfig and no --context");
    }
    if (inCluster) {
      return new ApiAddress.InCluster();
    }
    Path file = file(environment).toAbsolutePath().normalize();
    return new ApiAddress.Kubeconfig(
        file, Optional.ofNullable(context).orElseGet(() -> only(file, contexts.apply(file))));
  }

  private Path file(Map<String, String> environment) {
    if (kubeconfig != null) {
      return kubeconfig;
    }
    String named = environment.getOrDefault("KUBECONFIG", "");
    if (named.contains(":")) {
      throw VerbFailure.wrongUsage(
          "KUBECONFIG names several files, and Quorate reads one; name that with --kubeconfig");
    }
    return named.isEmpty()
        ? Path.of(environment.getOrDefault("HOME", ""), ".kube", "config")
        : Path.of(named);
  }

  /** Quorate would go on with the context for years, so a current one is not taken silently. */
  private static String only(Path file, List<String> contexts) {
    if (contexts.size() == 1) {
      return contexts.getFirst();
    }
    throw VerbFailure.refused(
        contexts.isEmpty()
            ? file + " has no context; name another file with --kubeconfig"
            : "%s has several contexts, and nobody knows which one is meant: %s. Do: name one: --context %s"
                .formatted(file, String.join(", ", contexts), contexts.getFirst()));
  }
}
