package io.quorate.command;

import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.wire.PlanJson;
import io.quorate.wire.StartJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code quorate start}. */
@Command(name = "start", description = "Start an operation.")
final class StartCommand implements Callable<Integer> {
  private static final int STARTED = 201;
  private static final int ANOTHER_RUNS = 409;

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
    GatewayClient.Reply reply;
    try (ProgressLine line = quorate.progress()) {
      line.say("looking at " + settings.key() + " before it is started ...");
      reply =
          gateway.post(
              "/api/clusters/" + settings.key() + "/operations",
              new StartJson(wanted.name(), options.values(), person.name(), person.login()));
    }
    return switch (reply.status()) {
      case STARTED -> started(gateway, reply.as(StartJson.Started.class));
      case ANOTHER_RUNS -> another(reply.as(StartJson.Running.class));
      default -> notStarted(reply.as(PlanJson.class));
    };
  }

  private int started(GatewayClient gateway, StartJson.Started started) {
    quorate.answer("started " + started.operation(), started);
    if (wait) {
      return new FollowedOperation(quorate, gateway, started.operation()).exitCode();
    }
    quorate.say("Follow it with: quorate show " + started.operation());
    return ExitCode.DONE;
  }

  private int another(StartJson.Running running) {
    quorate.answer("refused: " + running.because(), running);
    return ExitCode.REFUSED;
  }

  private int notStarted(PlanJson plan) {
    boolean nothing = plan.prescription().equals("nothing-to-do");
    quorate.answer((nothing ? "nothing to do: " : "refused: ") + plan.because(), plan);
    return nothing ? ExitCode.NOTHING_TO_DO : ExitCode.REFUSED;
  }
}
