package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.step.Reason;
import io.quorate.wire.PlanJson;
import io.quorate.wire.StartJson;

/**
 * Starts an operation through the gateway; the exit code says whether it was started.
 *
 * @param followed whether the operation is followed to its end
 */
record OperationStart(
    QuorateCommand quorate, GatewayClient gateway, ClusterKey cluster, boolean followed) {
  private static final int STARTED = 201;
  private static final int ANOTHER_RUNS = 409;

  int of(StartJson wanted) {
    GatewayClient.Reply reply;
    try (ProgressLine line = quorate.progress()) {
      line.say("looking at " + cluster + " before it is started ...");
      reply = gateway.post("/api/clusters/" + cluster + "/operations", wanted);
    }
    return switch (reply.status()) {
      case STARTED -> started(reply.as(StartJson.Started.class));
      case ANOTHER_RUNS -> another(reply.as(StartJson.Running.class));
      default -> notStarted(reply.as(PlanJson.class));
    };
  }

  private int started(StartJson.Started started) {
    quorate.answer("started " + started.operation(), started);
    if (followed) {
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
    String said = Reason.text(plan.because(), plan.todo());
    quorate.answer((nothing ? "nothing to do: " : "refused: ") + said, plan);
    return nothing ? ExitCode.NOTHING_TO_DO : ExitCode.REFUSED;
  }
}
