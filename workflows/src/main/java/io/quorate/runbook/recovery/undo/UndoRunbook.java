package io.quorate.runbook.recovery.undo;

import io.quorate.cluster.ObservationDepth;
import io.quorate.plan.Prescription;
import io.quorate.runbook.Option;
import io.quorate.runbook.Options;
import io.quorate.runbook.Runbook;
import io.quorate.view.ClusterView;
import java.util.List;

/**
 * Undo of a restore (docs/etcd.md#restore): the old data directories come back, as long as nobody
 * but Quorate changed a key of the restored cluster. Afterwards quorum is lost as it was before.
 */
public final class UndoRunbook implements Runbook<UndoRequest> {
  static final String NAME = "undo";

  @Override
  public String name() {
    return NAME;
  }

  @Override
  public String sentence() {
    return "Put the data directories back that a restore set aside, while nobody but Quorate has"
        + " changed a key since.";
  }

  @Override
  public List<Option> options() {
    return List.of(
        Option.text(UndoRequest.OPERATION, "ID", "The operation that restored the cluster."));
  }

  @Override
  public UndoRequest request(Options options) {
    return UndoRequest.of(options);
  }

  @Override
  public String title(UndoRequest request) {
    return "undo " + request.operation();
  }

  @Override
  public ObservationDepth depth() {
    return ObservationDepth.AFTERMATH;
  }

  @Override
  public boolean answersBlind() {
    return true;
  }

  @Override
  public Prescription prescribe(ClusterView view, UndoRequest request) {
    return new UndoPrescription(view, request).prescription();
  }
}
