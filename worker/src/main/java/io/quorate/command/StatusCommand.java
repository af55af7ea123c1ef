package io.quorate.command;

import io.quorate.cluster.ClusterKey;
import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ObservationMemory;
import io.quorate.configuration.Configuration;
import io.quorate.diagnosis.Diagnosis;
import io.quorate.wire.StatusJson;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code quorate status}. */
@Command(name = "status", description = "Members, margin, diagnosis. Needs nothing but etcd.")
final class StatusCommand implements Callable<Integer> {
  private final QuorateCommand quorate;

  @Parameters(paramLabel = "CLUSTER", description = "Its key in the configuration.")
  private String cluster = "";

  StatusCommand(QuorateCommand quorate) {
    this.quorate = quorate;
  }

  @Override
  public Integer call() {
    Configuration configuration = quorate.configuration();
    ClusterKey key = quorate.cluster(configuration, cluster).key();
    ClusterView view;
    try (Looks looks = quorate.parts().looks(configuration)) {
      view = looks.look(key, ObservationMemory.NONE);
    }
    StatusText text = new StatusText(view, quorate.surface().clock().get(), quorate.paint());
    quorate.answer(text.text(), StatusJson.of(view));
    return exitCode(view);
  }

  private static int exitCode(ClusterView view) {
    if (Views.nothingObserved(view)) {
      return ExitCode.UNREACHABLE;
    }
    return Diagnosis.of(view) instanceof Diagnosis.Whole ? ExitCode.DONE : ExitCode.NOT_GOOD;
  }
}
