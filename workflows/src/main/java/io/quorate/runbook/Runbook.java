package io.quorate.runbook;

import io.quorate.cluster.ClusterView;
import io.quorate.cluster.ObservationDepth;
import io.quorate.plan.Prescription;
import java.util.List;

/**
 * A runbook: what is to be done, given what was seen. Pure; asked again on fresh facts after every
 * plan, until it has nothing left to do.
 *
 * @param <R> its request: what was asked of it, made from the options
 */
public interface Runbook<R> {
  /** Its stable name, append-only: {@code minority-replace}. */
  String name();

  /** What it is for, in one sentence. */
  String sentence();

  List<Option> options();

  /**
   * The request that these options mean; {@link IllegalArgumentException} with a sentence if none.
   */
  R request(Options options);

  /** What it does, without the cluster: {@code replace etcd-1}. */
  String title(R request);

  /** How closely the cluster has to be looked at before it is asked. */
  default ObservationDepth depth() {
    return ObservationDepth.USUAL;
  }

  Prescription prescribe(ClusterView view, R request);
}
