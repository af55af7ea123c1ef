package io.quorate.command;

import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.wire.StartJson;
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
    Configuration configuration = quorate.configuration();
    ClusterSettings settings = words.cluster(quorate, configuration);
    Options options = words.options(settings);
    Person person = quorate.person();
    GatewayClient gateway = new GatewayClient(configuration.gateway().listen());
    return new OperationStart(quorate, gateway, settings.key(), wait)
        .of(new StartJson(wanted.name(), options.values(), person.name(), person.login()));
  }
}
