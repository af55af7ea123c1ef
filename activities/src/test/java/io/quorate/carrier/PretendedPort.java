package io.quorate.carrier;

import static org.assertj.core.api.Assertions.assertThat;

import java.lang.reflect.Proxy;
import java.util.function.Supplier;

/** A port of which one call is expected; any other fails the test. */
final class PretendedPort {
  private PretendedPort() {}

  static <P> P answering(Class<P> port, String call, Supplier<?> answer) {
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

  static <P> P unasked(Class<P> port) {
    return answering(port, "none", () -> "");
  }
}
