package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.port.ClusterLock;
import io.quorate.port.Takeover;
import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** A port that a test answers for; a platform has no workloads to take over and no lock. */
public final class PretendedPort {
  private PretendedPort() {}

  /** Answers one call of a port, by the name of its method. */
  public interface Call {
    Object answer(String name, Object[] with) throws Exception;
  }

  public static <P> P port(Class<P> port, Call call) {
    return port.cast(
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, with) -> {
              if (method.getReturnType() == Takeover.class) {
                return Takeover.NOT_NEEDED;
              }
              if (method.getReturnType() == ClusterLock.class) {
                return ClusterLock.NONE;
              }
              Object answer = call.answer(method.getName(), with);
              return method.getReturnType() == void.class ? null : answer;
            }));
  }

  /** A port of which one call is expected; any other fails the test. */
  public static <P> P answering(Class<P> port, String call, Supplier<?> answer) {
    return port(
        port,
        (name, with) -> {
          assertThat(name).isEqualTo(call);
          return answer.get();
        });
  }

  public static <P> P unasked(Class<P> port) {
    return answering(port, "none", () -> "");
  }
}
