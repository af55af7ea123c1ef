package io.quorate.workflow;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.OperationRequest;
import org.junit.jupiter.api.Test;

class OperationRequestTest {
  private static final ClusterKey MAIN = new ClusterKey("main");

  @Test
  void operationsOfTheSameMinuteHaveDifferentIds() {
    String first = OperationRequest.operationId(MAIN, "01a1fe55-1fab-77f0-8d0f-19546bf814c5");
    String second = OperationRequest.operationId(MAIN, "01a1fe55-9e87-7cc3-b3e3-4f6a8f9d4de8");

    assertThat(first).isEqualTo("main.6bf814c5");
    assertThat(second).isEqualTo("main.8f9d4de8");
  }
}
