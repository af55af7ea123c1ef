package io.quorate.configuration;

import java.util.function.Function;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Value that is made of the configuration as it is now, once for each configuration. Thread-safe.
 */
public final class Derived<T> implements Supplier<T> {
  private final Supplier<Configuration> current;
  private final Function<Configuration, T> making;
  private @Nullable Made<T> last;

  /** Value with the configuration of which it was made. */
  private record Made<T>(Configuration configuration, T value) {}

  public Derived(Supplier<Configuration> current, Function<Configuration, T> making) {
    this.current = current;
    this.making = making;
  }

  @Override
  public synchronized T get() {
    Configuration now = current.get();
    Made<T> made = last;
    if (made == null || !made.configuration().equals(now)) {
      made = new Made<>(now, making.apply(now));
      last = made;
    }
    return made.value();
  }
}
