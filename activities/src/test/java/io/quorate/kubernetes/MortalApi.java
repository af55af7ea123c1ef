package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.Service;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.api.model.coordination.v1.Lease;
import io.fabric8.kubernetes.api.model.policy.v1.PodDisruptionBudget;
import io.fabric8.kubernetes.api.model.storage.StorageClass;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.Arguments;

/** Requests of a Quorate that is killed at one of its writes. */
class MortalApi implements SetApi {
  private final SetApi real;

  /** What was done to which object, in the order of the writes. */
  final List<String> writes = new ArrayList<>();

  private int left = Integer.MAX_VALUE;
  private boolean before;

  MortalApi(SetApi real) {
    this.real = real;
  }

  /** The death of the process: nothing of the product catches it. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /** Returns the deaths before and after each of so many writes, as {@link #dieAt} takes them. */
  static Stream<Arguments> deaths(int writes) {
    return IntStream.range(0, writes)
        .boxed()
        .flatMap(write -> Stream.of(true, false).map(earlier -> Arguments.of(write, earlier)));
  }

  /**
   * Kills it at a write.
   *
   * @param write how many writes go well before
   * @param earlier whether it dies before that write, and not after it
   */
  void dieAt(int write, boolean earlier) {
    left = write;
    before = earlier;
  }

  void live() {
    left = Integer.MAX_VALUE;
  }

  @Override
  public void patch(HasMetadata seen, JsonPatch patch, String change) {
    write(seen.getMetadata().getName() + " " + change, () -> real.patch(seen, patch, change));
  }

  @Override
  public void delete(Pod seen, Optional<Long> graceSeconds) {
    write(seen.getMetadata().getName() + " deleted", () -> real.delete(seen, graceSeconds));
  }

  @Override
  public void drop(PersistentVolumeClaim seen) {
    write(seen.getMetadata().getName() + " deleted", () -> real.drop(seen));
  }

  @Override
  public void leave(StatefulSet seen) {
    write(seen.getMetadata().getName() + " left", () -> real.leave(seen));
  }

  @Override
  public void rehearse(StatefulSet made) {
    real.rehearse(made);
  }

  @Override
  public void make(StatefulSet made) {
    write(made.getMetadata().getName() + " made", () -> real.make(made));
  }

  @Override
  public Optional<Lease> lease(String name) {
    return real.lease(name);
  }

  @Override
  public boolean create(Lease made) {
    AtomicBoolean done = new AtomicBoolean();
    write(made.getMetadata().getName() + " created", () -> done.set(real.create(made)));
    return done.get();
  }

  @Override
  public void dropUnchanged(Lease seen) {
    write(seen.getMetadata().getName() + " deleted", () -> real.dropUnchanged(seen));
  }

  @Override
  public List<PersistentVolume> aside(String pod) {
    return real.aside(pod);
  }

  private void write(String words, Runnable effect) {
    if (left == 0 && before) {
      throw new Killed();
    }
    effect.run();
    writes.add(words);
    if (left == 0) {
      throw new Killed();
    }
    left--;
  }

  @Override
  public List<Node> nodes() {
    return real.nodes();
  }

  @Override
  public Optional<StorageClass> storageClass(String name) {
    return real.storageClass(name);
  }

  @Override
  public List<PersistentVolume> volumes() {
    return real.volumes();
  }

  @Override
  public Optional<StatefulSet> set(String name) {
    return real.set(name);
  }

  @Override
  public List<Pod> pods() {
    return real.pods();
  }

  @Override
  public List<PersistentVolumeClaim> claims() {
    return real.claims();
  }

  @Override
  public Optional<PersistentVolume> volume(String name) {
    return real.volume(name);
  }

  @Override
  public Optional<Node> node(String name) {
    return real.node(name);
  }

  @Override
  public List<PodDisruptionBudget> budgets() {
    return real.budgets();
  }

  @Override
  public List<Service> services() {
    return real.services();
  }

  @Override
  public Optional<String> scaler(String set) {
    return real.scaler(set);
  }

  @Override
  public PolicyGuard guard() {
    return real.guard();
  }

  @Override
  public List<String> log(String pod, String container, boolean previous, int lines) {
    return real.log(pod, container, previous, lines);
  }

  @Override
  public List<String> firstLog(String pod, String container, int bytes) {
    return real.firstLog(pod, container, bytes);
  }
}
