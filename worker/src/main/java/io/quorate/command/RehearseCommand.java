package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.RehearsalText;
import io.quorate.cluster.StableName;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbooks;
import io.quorate.wire.StartJson;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate rehearse}: the runbook of rehearsals by a verb of its own. */
@Command(
    name = "rehearse",
    description = {
      "Ask people about the plan that a stated loss would bring; nothing is changed, whatever they",
      "answer. `quorate report OPERATION` says afterwards who was reached."
    })
final class RehearseCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "CLUSTER", description = "Its key in the configuration.")
  private String cluster = "";

  @Option(
      names = "--lose",
      paramLabel = "LOSS",
      description =
          "etcd-1, process=etcd-1, machine=ID, zone=a or site=x; may be given several times.")
  private List<String> lose = new ArrayList<>();

  @Option(
      names = "--runbook",
      paramLabel = "RUNBOOK",
      completionCandidates = RunbookNames.class,
      description = "The runbook whose plan is rehearsed; left out: the one that answers the loss.")
  private @Nullable String runbook;

  @Option(names = "--wait", description = "Follow it to its end.")
  private boolean wait;

  RehearseCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    ClusterKey key =
        quorate.elsewhere() ? typed() : quorate.cluster(quorate.configuration(), cluster).key();
    Map<String, List<String>> options = options();
    Person person = quorate.asking();
    return new OperationStart(quorate, quorate.gateway(), key, wait)
        .of(new StartJson(RehearsalText.RUNBOOK, options, person.name(), person.login()));
  }

  private Map<String, List<String>> options() {
    Map<String, List<String>> options = new TreeMap<>();
    if (!lose.isEmpty()) {
      options.put("lose", List.of(String.join(",", lose)));
    }
    if (runbook != null) {
      options.put("runbook", List.of(runbook));
    }
    try {
      Runbooks.title(RehearsalText.RUNBOOK, new Options(options));
    } catch (IllegalArgumentException wrong) {
      throw VerbFailure.wrongUsage(String.valueOf(wrong.getMessage()));
    }
    return options;
  }

  private ClusterKey typed() {
    try {
      return new ClusterKey(StableName.ofTyped(cluster));
    } catch (IllegalArgumentException wrong) {
      throw VerbFailure.wrongUsage(String.valueOf(wrong.getMessage()));
    }
  }
}
