package io.quorate.worker;

import io.grpc.Server;
import io.grpc.netty.NettyServerBuilder;
import io.grpc.stub.StreamObserver;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationFile;
import io.quorate.configuration.Environment;
import io.temporal.api.operatorservice.v1.AddSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.AddSearchAttributesResponse;
import io.temporal.api.operatorservice.v1.ListSearchAttributesRequest;
import io.temporal.api.operatorservice.v1.ListSearchAttributesResponse;
import io.temporal.api.operatorservice.v1.OperatorServiceGrpc;
import io.temporal.api.workflowservice.v1.DescribeNamespaceRequest;
import io.temporal.api.workflowservice.v1.DescribeNamespaceResponse;
import io.temporal.api.workflowservice.v1.GetSystemInfoRequest;
import io.temporal.api.workflowservice.v1.GetSystemInfoResponse;
import io.temporal.api.workflowservice.v1.WorkflowServiceGrpc;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.UnaryOperator;

/**
 * Start of worker and gateway without any real server, so that the JVM can write the classes of a
 * start into an archive (docs/adr/0030-classes-of-verbs-in-an-archive.md). Only the launcher runs
 * it, once a build. Temporal is played by a server in this process that answers what a start asks;
 * it has no tasks.
 */
public final class Rehearsal {
  /** The longest start, in seconds, before the build goes on without an archive. */
  private static final int LIMIT = 60;

  private Rehearsal() {}

  /** Starts worker and gateway, and ends. */
  public static void main(String[] arguments) throws IOException, InterruptedException {
    CompletableFuture.delayedExecutor(LIMIT, TimeUnit.SECONDS)
        .execute(() -> Runtime.getRuntime().halt(1));
    Server temporal =
        NettyServerBuilder.forAddress(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0))
            .addService(new Namespaces())
            .addService(new SearchAttributes())
            .build()
            .start();
    try (Serving serving = new Serving(configuration(temporal), UnaryOperator.identity())) {
      serving.gateway(Optional.empty());
      serving.work();
    } finally {
      temporal.shutdownNow();
    }
    System.exit(0);
  }

  private static Configuration configuration(Server temporal) throws IOException {
    String text =
        """
        temporal: {target: "127.0.0.1:%d"}
        gateway: {listen: "127.0.0.1:%d"}
        snapshots: {directory: /none}
        approval:
          approvers:
            oncall: [{name: nobody, slack: "T0/U0"}]
        clusters:
          rehearsal:
            platform: hosts
            memberDefaults:
              dataDirectory: /none/{name}/data
              environmentFile: /none/{name}/etcd.env
              binary: /none/{name}/etcd
              service: {process: {pidFile: /none/{name}/pid, logFile: /none/{name}/log}}
              host: local
            members:
              etcd-0: {zone: a, peerUrl: "http://127.0.0.1:2", clientUrl: "http://127.0.0.1:1"}
        """
            .formatted(temporal.getPort(), freePort());
    return ConfigurationFile.read(Path.of("rehearsal.yml"), text, Environment.here());
  }

  private static int freePort() throws IOException {
    try (ServerSocket free = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      return free.getLocalPort();
    }
  }

  private static <T> void answer(StreamObserver<T> to, T answer) {
    to.onNext(answer);
    to.onCompleted();
  }

  /** The calls by which a worker finds out about server and namespace. */
  private static final class Namespaces extends WorkflowServiceGrpc.WorkflowServiceImplBase {
    @Override
    public void getSystemInfo(
        GetSystemInfoRequest request, StreamObserver<GetSystemInfoResponse> to) {
      answer(to, GetSystemInfoResponse.getDefaultInstance());
    }

    @Override
    public void describeNamespace(
        DescribeNamespaceRequest request, StreamObserver<DescribeNamespaceResponse> to) {
      answer(to, DescribeNamespaceResponse.getDefaultInstance());
    }
  }

  /** The calls by which search attributes are registered. */
  private static final class SearchAttributes extends OperatorServiceGrpc.OperatorServiceImplBase {
    @Override
    public void listSearchAttributes(
        ListSearchAttributesRequest request, StreamObserver<ListSearchAttributesResponse> to) {
      answer(to, ListSearchAttributesResponse.getDefaultInstance());
    }

    @Override
    public void addSearchAttributes(
        AddSearchAttributesRequest request, StreamObserver<AddSearchAttributesResponse> to) {
      answer(to, AddSearchAttributesResponse.getDefaultInstance());
    }
  }
}
