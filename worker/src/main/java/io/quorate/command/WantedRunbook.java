package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.StableName;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.runbook.Runbooks;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** The words of {@code plan} and {@code start}: a runbook, a cluster, and the runbook's options. */
final class WantedRunbook {
  @Spec(Spec.Target.MIXEE)
  private @Nullable CommandSpec verb;

  @Parameters(
      index = "0",
      paramLabel = "RUNBOOK",
      completionCandidates = RunbookNames.class,
      description = "See: quorate runbooks.")
  private String runbook = "";

  @Parameters(index = "1", paramLabel = "CLUSTER", description = "Its key in the configuration.")
  private String cluster = "";

  Runbook<?> runbook() {
    return Runbooks.typed(runbook);
  }

  ClusterSettings cluster(QuorateCommand quorate, Configuration configuration) {
    return quorate.cluster(configuration, cluster);
  }

  /** The cluster as it was typed, for a gateway that knows whether there is one. */
  ClusterKey clusterKey() {
    try {
      return new ClusterKey(StableName.ofTyped(cluster));
    } catch (IllegalArgumentException wrong) {
      throw VerbFailure.wrongUsage(String.valueOf(wrong.getMessage()));
    }
  }

  /** The options as they were typed, for a gateway that knows the members. */
  Map<String, List<String>> typedOptions() {
    return RunbookOptions.typed(Objects.requireNonNull(verb).commandLine().getParseResult());
  }

  Options options(ClusterSettings settings) {
    return RunbookOptions.given(
        Objects.requireNonNull(verb).commandLine().getParseResult(), runbook(), settings);
  }
}
