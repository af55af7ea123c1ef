package io.quorate.lab.fleet;

import com.google.protobuf.UnknownFieldSet;
import io.grpc.CallOptions;
import io.grpc.ClientCall;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.grpc.Metadata;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.grpc.netty.NettyChannelBuilder;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

/** {@code Status} as bytes, with the fields that Quorate does not know. */
final class RawStatus {
  private RawStatus() {}

  /** Throws {@link StatusRuntimeException} where no answer comes in time. */
  static UnknownFieldSet ask(String host, int port, long millis) {
    ManagedChannel channel =
        NettyChannelBuilder.forAddress(host, port, InsecureChannelCredentials.create())
            .disableRetry()
            .build();
    try {
      CompletableFuture<byte[]> answer = new CompletableFuture<>();
      ClientCall<byte[], byte[]> call =
          channel.newCall(
              FakeFleet.STATUS,
              CallOptions.DEFAULT.withDeadlineAfter(millis, TimeUnit.MILLISECONDS));
      call.start(new Answer(answer), new Metadata());
      call.sendMessage(new byte[0]);
      call.halfClose();
      call.request(2);
      return RecordedStatus.fields(answer.join());
    } catch (CompletionException failed) {
      throw (StatusRuntimeException) failed.getCause();
    } finally {
      channel.shutdownNow();
    }
  }

  private static final class Answer extends ClientCall.Listener<byte[]> {
    private final CompletableFuture<byte[]> answer;

    Answer(CompletableFuture<byte[]> answer) {
      this.answer = answer;
    }

    @Override
    public void onMessage(byte[] message) {
      answer.complete(message);
    }

    @Override
    public void onClose(Status status, Metadata trailers) {
      answer.completeExceptionally(status.asRuntimeException());
    }
  }
}
