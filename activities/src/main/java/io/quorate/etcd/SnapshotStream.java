package io.quorate.etcd;

import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.SnapshotRequest;
import io.etcd.jetcd.api.SnapshotResponse;
import io.grpc.Deadline;
import io.grpc.StatusException;
import io.grpc.StatusRuntimeException;
import io.grpc.stub.BlockingClientCall;
import io.quorate.port.Failure;
import io.quorate.port.SnapshotSink;
import java.io.IOException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * Streams one snapshot of one member's keys. The next chunk is requested after the sink took the
 * last one, so a slow sink slows etcd down instead of filling memory. The call is cancelled however
 * the stream ends.
 */
record SnapshotStream(Endpoint endpoint, Identity expected, SnapshotSink sink) {
  private static final long IDLE_SECONDS = 30;

  /** Streams everything; returns the number of bytes. */
  long run() {
    Asked asked = endpoint.asked("stream a snapshot", Kind.LOCAL_READ);
    try {
      return withLogin();
    } catch (StatusException | StatusRuntimeException e) {
      throw ErrorCatalogue.failure(asked, e);
    } catch (TimeoutException e) {
      throw new Failure.Transient(
          asked.declined("no byte came for " + IDLE_SECONDS + " s; the snapshot was given up"), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new Failure.Transient(asked.declined("the attempt was interrupted"), e);
    } catch (IOException e) {
      throw new Failure.Transient(
          asked.declined("its bytes could not be kept: " + e.getMessage()), e);
    }
  }

  private long withLogin()
      throws StatusException, InterruptedException, TimeoutException, IOException {
    try {
      return stream();
    } catch (StatusException e) {
      // etcd refuses a stream before its first byte, so the sink has been given nothing yet.
      Deadline soon = Deadline.after(Rpc.SHORT.toSeconds(), TimeUnit.SECONDS);
      if (endpoint.loggedInAfter(e.getStatus(), soon)) {
        return stream();
      }
      throw e;
    }
  }

  private long stream()
      throws StatusException, InterruptedException, TimeoutException, IOException {
    BlockingClientCall<?, SnapshotResponse> call =
        MaintenanceGrpc.newBlockingV2Stub(endpoint.openLine())
            .snapshot(SnapshotRequest.getDefaultInstance());
    try {
      return drain(call);
    } finally {
      call.cancel("the snapshot is over", null);
    }
  }

  private long drain(BlockingClientCall<?, SnapshotResponse> call)
      throws StatusException, InterruptedException, TimeoutException, IOException {
    long bytes = 0;
    long missing = 0;
    SnapshotResponse chunk = call.read(IDLE_SECONDS, TimeUnit.SECONDS);
    while (chunk != null) {
      requireSameMember(chunk);
      bytes += chunk.getBlob().size();
      missing = chunk.getRemainingBytes();
      sink.take(chunk.getBlob().toByteArray(), missing);
      chunk = call.read(IDLE_SECONDS, TimeUnit.SECONDS);
    }
    if (bytes == 0 || missing != 0) {
      throw new IOException("the stream ended after " + bytes + " bytes, " + missing + " missing");
    }
    return bytes;
  }

  private void requireSameMember(SnapshotResponse chunk) {
    if (chunk.hasHeader()) {
      Exchange.require(endpoint, expected, Identity.of(chunk.getHeader()));
    }
  }
}
