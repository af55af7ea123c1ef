package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.configuration.ClusterSettings;
import io.quorate.runbook.Runbook;
import io.quorate.wire.StartJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate start}. */
@Command(name = "start", description = "Start an operation.")
final class StartCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Mixin private WantedRunbook words = new WantedRunbook();

  @Option(names = "--wait", description = "Follow it to its end.")
  private boolean wait;

  StartCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Runbook<?> wanted = words.runbook();
    if (quorate.elsewhere()) {
      return start(wanted, words.clusterKey(), words.typedOptions());
    }
    ClusterSettings settings = words.cluster(quorate, quorate.configuration());
    return start(wanted, settings.key(), words.options(settings).values());
  }

  private int start(Runbook<?> wanted, ClusterKey cluster, Map<String, List<String>> options) {
    Person person = quorate.asking();
    return new OperationStart(quorate, quorate.gateway(), cluster, wait)
        .of(new StartJson(wanted.name(), options, person.name(), person.login()));
  }
}
