package io.quorate.playground.killing;

import io.quorate.port.Canary;
import io.quorate.port.ClusterPorts;
import io.quorate.port.ClusterRecords;
import io.quorate.port.DataDirectories;
import io.quorate.port.Downgrade;
import io.quorate.port.Maintenance;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import io.quorate.port.Platform;
import io.quorate.port.Restores;
import io.quorate.port.SnapshotSink;
import io.quorate.port.SnapshotStore;
import io.quorate.port.Storage;
import io.quorate.step.Restorations.ReturnToOldCluster;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One port of an attempt, with the trap around its changes and in its reads. A call that takes a
 * {@link Permit} changes something.
 */
final class TrappedPort implements InvocationHandler {
  /** Changes that wait for nothing: their moment of waiting is their return. */
  private static final Set<Class<?>> RETURN_IS_WAIT = Set.of(DataDirectories.class, Restores.class);

  /** A change that tidies up after its step. */
  private static final String TIDIES_UP = "discard";

  private final Class<?> port;
  private final Object real;
  private final TrappedAttempt attempt;

  private TrappedPort(Class<?> port, Object real, TrappedAttempt attempt) {
    this.port = port;
    this.real = real;
    this.attempt = attempt;
  }

  /** Decorates all ports of an attempt. */
  static ClusterPorts all(ClusterPorts ports, TrappedAttempt attempt) {
    return new ClusterPorts(
        ports.cluster(),
        ports.places(),
        of(Membership.class, ports.membership(), attempt),
        of(Maintenance.class, ports.maintenance(), attempt),
        of(Storage.class, ports.storage(), attempt),
        of(Downgrade.class, ports.downgrade(), attempt),
        of(Canary.class, ports.canary(), attempt),
        of(Platform.class, ports.platform(), attempt),
        of(SnapshotStore.class, ports.snapshots(), attempt),
        ports.comparisons(),
        ports.lookAgain(),
        ports.records().map(records -> of(ClusterRecords.class, records, attempt)),
        ports.backups(),
        ports.compared());
  }

  private static <T> T of(Class<T> port, T real, TrappedAttempt attempt) {
    var handler = new TrappedPort(port, real, attempt);
    return port.cast(Proxy.newProxyInstance(port.getClassLoader(), new Class<?>[] {port}, handler));
  }

  @Override
  public @Nullable Object invoke(Object proxy, Method method, Object @Nullable [] given) {
    Object[] arguments = given == null ? new Object[0] : given.clone();
    Supplier<@Nullable Object> call = () -> call(method, arguments);
    if (port == Platform.class && method.getReturnType().isInterface()) {
      return part(method.getReturnType(), call);
    }
    if (takesPermit(method)) {
      return change(call);
    }
    return switch (port.getSimpleName() + "." + method.getName()) {
      case "SnapshotStore.save", "Storage.largestPrefixes" -> attempt.effect(call);
      // Other steps write the record beside their effect.
      case "ClusterRecords.update" ->
          attempt.isOf(ReturnToOldCluster.class) ? attempt.effect(call) : call.get();
      case "Canary.write" -> attempt.write(call);
      case "Storage.hashOfKeys" -> attempt.hash(call);
      case "Storage.isCompacted", "Maintenance.status" -> attempt.look(call);
      case "Maintenance.peers" -> attempt.sample(call);
      case "Downgrade.isEnabled" -> attempt.asked(call);
      case "Storage.snapshot" -> {
        arguments[1] = waiting((SnapshotSink) arguments[1]);
        yield call.get();
      }
      default -> call.get();
    };
  }

  private static boolean takesPermit(Method method) {
    return List.of(method.getParameterTypes()).contains(Permit.class)
        && !method.getName().equals(TIDIES_UP);
  }

  private @Nullable Object change(Supplier<@Nullable Object> call) {
    Object result = attempt.effect(call);
    if (RETURN_IS_WAIT.contains(port)) {
      attempt.underWay();
    }
    return result;
  }

  private <T> T part(Class<T> part, Supplier<@Nullable Object> call) {
    return of(part, part.cast(call.get()), attempt);
  }

  private SnapshotSink waiting(SnapshotSink sink) {
    return (bytes, remaining) -> {
      sink.take(bytes, remaining);
      attempt.underWay();
    };
  }

  private @Nullable Object call(Method method, Object[] arguments) {
    try {
      return method.invoke(real, arguments);
    } catch (InvocationTargetException thrown) {
      // Ports throw no checked exceptions.
      if (thrown.getCause() instanceof RuntimeException failure) {
        throw failure;
      }
      throw new IllegalStateException(method + " failed", thrown.getCause());
    } catch (IllegalAccessException never) {
      throw new IllegalStateException("methods of ports are public", never);
    }
  }
}
