package io.quorate.kubernetes;

import io.quorate.hosts.ReleaseImage;
import io.quorate.observation.Polling;
import java.time.Clock;
import java.util.List;

/**
 * What a platform needs of the StatefulSets of one cluster. One instance serves the whole life of
 * the worker, because it remembers how often containers were started again, and the ends of logs.
 *
 * @param leftovers what the worker clears in the background
 */
public record KubernetesSets(
    KubernetesWorkloads workloads,
    SetTakeover takeover,
    KubernetesInstallations installations,
    Leftovers leftovers) {

  /**
   * The sets of a cluster; nothing is asked of the API server yet.
   *
   * @param images the releases that members may be moved to
   */
  public static KubernetesSets of(
      ApiClients clients,
      ApiSource source,
      SetNames names,
      List<ReleaseImage> images,
      Clock clock) {
    SetApi api = new SetRequests(clients.client(source), names.namespace());
    var sets = new LookAtSets(api, names, clock);
    var turn = new Turn(sets, api, System::nanoTime, Polling::sleep);
    return new KubernetesSets(
        new KubernetesWorkloads(sets, api, turn),
        new SetTakeover(sets, turn),
        new KubernetesInstallations(sets, turn, images),
        new Leftovers(turn));
  }
}
