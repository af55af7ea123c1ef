package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.wire.ShowJson;
import io.quorate.wire.StartJson;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code quorate undo}: starts the runbook of this name on the cluster of the operation. */
@Command(
    name = "undo",
    description =
        "After a restore, while nobody but Quorate has changed a key: put the old data directories"
            + " back.")
final class UndoCommand implements Callable<Integer> {
  private static final String RUNBOOK = "undo";

  private final QuorateCommand quorate;

  @Parameters(paramLabel = "OPERATION", description = "The operation that restored the cluster.")
  private String operation = "";

  @Option(names = "--wait", description = "Follow it to its end.")
  private boolean wait;

  UndoCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    GatewayClient gateway = quorate.gateway();
    ShowJson restored =
        gateway.get("/api/operations/" + GatewayClient.segment(operation)).as(ShowJson.class);
    Person person = quorate.asking();
    return new OperationStart(quorate, gateway, new ClusterKey(restored.cluster()), wait)
        .of(
            new StartJson(
                RUNBOOK,
                Map.of("operation", List.of(restored.operation())),
                person.name(),
                person.login()));
  }
}
