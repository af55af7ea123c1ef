package io.quorate.observation;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** A port of which one call is expected; any other fails the test. */
public final class PretendedPort {
  private PretendedPort() {}

  public static <P> P answering(Class<P> port, String call, Supplier<?> answer) {
    Object proxy =
        Proxy.newProxyInstance(
            port.getClassLoader(),
            new Class<?>[] {port},
            (self, method, arguments) -> {
              assertThat(method.getName()).isEqualTo(call);
              return answer.get();
            });
    return port.cast(proxy);
  }

  public static <P> P unasked(Class<P> port) {
    return answering(port, "none", () -> "");
  }
}
