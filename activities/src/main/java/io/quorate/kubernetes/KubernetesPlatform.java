package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.KubernetesClient;
import io.quorate.cluster.Journey;
import io.quorate.hosts.ReleaseImage;
import io.quorate.kubernetes.SetMembers.SetMember;
import io.quorate.port.ClusterLock;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.port.Installations;
import io.quorate.port.Places;
import io.quorate.port.Platform;
import io.quorate.port.Restores;
import io.quorate.port.Takeover;
import io.quorate.port.Workloads;
import io.quorate.volume.VolumeRestores;
import io.quorate.workload.Arrival;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.locks.LockSupport;

/** Members in the pods of StatefulSets of one Kubernetes. */
public record KubernetesPlatform(
    KubernetesClient client,
    SetNames names,
    SetLooks sets,
    Workloads workloads,
    DataDirectories data,
    Installations installations,
    Restores restores,
    Takeover takeover,
    ClusterLock lock,
    Places places,
    Destinations destinations)
    implements Platform {
  private static final Duration PATIENCE_WITH_KEEPER = Duration.ofSeconds(10);
  private static final Duration PATIENCE_WITH_IMAGE = Duration.ofSeconds(60);

  /**
   * The platform of one cluster; asks the API server nothing yet.
   *
   * @param images the releases that members may be moved to
   * @param keeperImage image of the pods in which scripts read and move data
   */
  public static KubernetesPlatform of(
      ApiClients clients,
      ApiSource source,
      SetNames names,
      List<ReleaseImage> images,
      String keeperImage,
      Clock clock) {
    KubernetesClient client = clients.client(source);
    SetApi api = new SetRequests(client, names.namespace());
    var recent = new RecentLooks(new LookAtSets(api, names, clock), System::nanoTime);
    SetLooks fresh = recent.fresh();
    var turn = new Turn(fresh, api, System::nanoTime, KubernetesPlatform::pause);
    var keepers = new ClaimKeepers(new Keepers(client, PATIENCE_WITH_KEEPER), fresh, keeperImage);
    var workloads = new KubernetesWorkloads(recent, api, turn, keepers::remove);
    var proof = new KubernetesWorkloads(fresh, api, turn, keepers::remove);
    var volumes = new ClaimVolumes(recent, workloads, proof, keepers, images);
    var rights =
        new KnownRights(
            (pods, wanted) -> new RightsReview(client, names, pods).missing(wanted),
            names.namespace(),
            System::nanoTime);
    return new KubernetesPlatform(
        client,
        names,
        recent,
        workloads,
        new ClaimDirectories(recent, workloads, volumes, turn, clock),
        new KubernetesInstallations(recent, api, turn, images),
        new VolumeRestores(volumes, new ClaimTools(fresh, keepers, PATIENCE_WITH_IMAGE)),
        new SetTakeover(
            recent,
            turn,
            new QuietSets(api, names, System::nanoTime)::unlessAtRest,
            rights::missing),
        new ClusterLease(
            api, names, ClusterLease.DURATION, () -> isTakenOver(recent), clock, System::nanoTime),
        new SetPlaces(recent, turn, keepers::remove),
        new Destinations(fresh, api));
  }

  @Override
  public Optional<Arrival> arrival(Journey journey) {
    return Optional.of(destinations.arrival(journey));
  }

  /** Whether the source still says what it said when the platform was made. */
  public boolean isOf(ApiClients clients, ApiSource source) {
    return client == clients.client(source);
  }

  /** The members that the templates of the StatefulSets name. */
  public List<SetMember> members() {
    SetLook look = sets.look();
    look.require(SetLook.Part.SETS);
    requireSets(look);
    List<StatefulSet> all = look.sets().values().stream().map(EtcdSet::set).toList();
    return SetMembers.of(all);
  }

  private void requireSets(SetLook look) {
    names.sets().stream()
        .filter(name -> !look.sets().containsKey(name))
        .findFirst()
        .ifPresent(
            missing -> {
              throw new Failure.Refused(look.noSet(missing));
            });
  }

  /**
   * The manifest of the PodDisruptionBudget that the members are to have, as YAML.
   *
   * @param cluster its key, for the sentence of a refusal
   * @throws Failure.Refused where no budget would do any good
   */
  public String disruptionBudget(String cluster) {
    SetLook look = sets.look();
    look.require(SetLook.Part.SETS, SetLook.Part.PODS);
    requireSets(look);
    SetApi api = new SetRequests(client, names.namespace());
    return client
        .getKubernetesSerialization()
        .asYaml(new DisruptionBudgets(cluster, look, api.budgets()).wanted());
  }

  /** The names that the templates give to members, and to those that the sets could have next. */
  public List<String> memberNames() {
    return sets.look().etcdNames();
  }

  private static boolean isTakenOver(SetLooks sets) {
    SetLook look = sets.look();
    look.require(SetLook.Part.SETS);
    return look.sets().values().stream().anyMatch(set -> set.operation().isPresent());
  }

  private static void pause(Duration time) {
    LockSupport.parkNanos(time.toNanos());
    if (Thread.currentThread().isInterrupted()) {
      throw new Failure.Transient("Quorate was interrupted");
    }
  }
}
