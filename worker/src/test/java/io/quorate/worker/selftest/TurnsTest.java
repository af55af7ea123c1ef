package io.quorate.worker.selftest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import io.quorate.configuration.SelfTestSettings;
import io.temporal.client.WorkflowClient;
import java.lang.reflect.Proxy;
import java.time.Duration;
import java.time.InstantSource;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class TurnsTest {
  private final AtomicInteger asked = new AtomicInteger();

  @Test
  void aRunThatCannotBeReadDoesNotEndTheLooks() {
    try (Turns turns =
        new Turns(
            unreadable(),
            "quorate",
            new SelfTestSettings(Duration.ofHours(24)),
            InstantSource.system())) {
      assertThatCode(turns::look).doesNotThrowAnyException();
      assertThat(asked).hasValue(1);
    }
  }

  /** A client for which every run has a memo in an unknown form. */
  private WorkflowClient unreadable() {
    return (WorkflowClient)
        Proxy.newProxyInstance(
            WorkflowClient.class.getClassLoader(),
            new Class<?>[] {WorkflowClient.class},
            (client, method, arguments) -> {
              asked.incrementAndGet();
              throw new IllegalArgumentException("no time: {}");
            });
  }
}
