package io.quorate.worker;

import io.grpc.StatusRuntimeException;
import io.quorate.configuration.SecretFile;
import io.quorate.configuration.TemporalSettings;
import io.quorate.configuration.TlsFiles;
import io.quorate.history.HistoryMapper;
import io.temporal.api.enums.v1.IndexedValueType;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.client.WorkflowClient;
import io.temporal.client.WorkflowClientOptions;
import io.temporal.serviceclient.OperatorServiceStubs;
import io.temporal.serviceclient.OperatorServiceStubsOptions;
import io.temporal.serviceclient.SimpleSslContextBuilder;
import io.temporal.serviceclient.WorkflowServiceStubs;
import io.temporal.serviceclient.WorkflowServiceStubsOptions;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection to Temporal. It opens lazily: a Temporal that is away stops nobody from starting.
 */
public final class TemporalConnection implements AutoCloseable {
  /** What operations are found by. */
  public static final List<String> SEARCH_ATTRIBUTES =
      List.of("EtcdCluster", "Runbook", "Phase", "WaitingOn");

  private static final Logger LOG = LoggerFactory.getLogger(TemporalConnection.class);
  private static final Duration CALL = Duration.ofSeconds(5);

  private final TemporalSettings settings;
  private final WorkflowServiceStubs stubs;
  private final WorkflowClient client;

  public TemporalConnection(TemporalSettings settings) {
    this.settings = settings;
    WorkflowServiceStubsOptions.Builder options =
        WorkflowServiceStubsOptions.newBuilder()
            .setTarget(settings.target().toString())
            .setRpcTimeout(CALL);
    settings.apiKey().map(SecretFile::read).ifPresent(key -> options.addApiKey(() -> key));
    settings.tls().ifPresent(files -> secure(options, files));
    this.stubs = WorkflowServiceStubs.newServiceStubs(options.build());
    this.client =
        WorkflowClient.newInstance(
            stubs,
            WorkflowClientOptions.newBuilder()
                .setNamespace(settings.namespace())
                .setDataConverter(HistoryMapper.dataConverter())
                .setIdentity("quorate")
                .build());
  }

  public WorkflowClient client() {
    return client;
  }

  /** Throws {@link StatusRuntimeException} when Temporal does not answer for our namespace. */
  public void requireAnswer() {
    stubs
        .blockingStub()
        .withDeadlineAfter(CALL.toMillis(), TimeUnit.MILLISECONDS)
        .describeNamespace(
            DescribeNamespaceRequest.newBuilder().setNamespace(settings.namespace()).build());
  }

  /** Waits until Temporal answers, and says so while it does not. An interrupt ends it. */
  void awaitAnswer() throws InterruptedException {
    boolean said = false;
    while (true) {
      try {
        requireAnswer();
        if (said) {
          LOG.info("Temporal answers at {}", settings.target());
        }
        return;
      } catch (StatusRuntimeException away) {
        if (!said) {
          LOG.warn(
              "Temporal does not answer at {} ({}); waiting for it",
              settings.target(),
              away.getStatus());
          said = true;
        }
        Thread.sleep(1000);
      }
    }
  }

  /** Registers what is missing of the search attributes; those that are there stay as they are. */
  void registerSearchAttributes() {
    OperatorServiceStubs operator =
        OperatorServiceStubs.newServiceStubs(
            OperatorServiceStubsOptions.newBuilder()
                .setChannel(stubs.getRawChannel())
                .validateAndBuildWithDefaults());
    Map<String, IndexedValueType> missing = new HashMap<>();
    SEARCH_ATTRIBUTES.forEach(
        name -> missing.put(name, IndexedValueType.INDEXED_VALUE_TYPE_KEYWORD));
    operator
        .blockingStub()
        .listSearchAttributes(
            ListSearchAttributesRequest.newBuilder().setNamespace(settings.namespace()).build())
        .getCustomAttributesMap()
        .keySet()
        .forEach(missing::remove);
    if (!missing.isEmpty()) {
      operator
          .blockingStub()
          .addSearchAttributes(
              AddSearchAttributesRequest.newBuilder()
                  .setNamespace(settings.namespace())
                  .putAllSearchAttributes(missing)
                  .build());
      LOG.info("registered the search attributes {}", missing.keySet());
    }
  }

  private static void secure(WorkflowServiceStubsOptions.Builder options, TlsFiles files) {
    try {
      SimpleSslContextBuilder tls = SimpleSslContextBuilder.noKeyOrCertChain();
      if (files.own().isPresent()) {
        try (InputStream certificate = Files.newInputStream(files.own().get().certificate());
            InputStream key = Files.newInputStream(files.own().get().key())) {
          tls = SimpleSslContextBuilder.forPKCS8(certificate, key);
          options.setSslContext(tls.build());
          return;
        }
      }
      options.setSslContext(tls.build());
    } catch (IOException unreadable) {
      throw new UncheckedIOException("the TLS files for Temporal cannot be read", unreadable);
    }
  }

  @Override
  public void close() {
    stubs.shutdownNow();
    stubs.awaitTermination(2, TimeUnit.SECONDS);
  }
}
