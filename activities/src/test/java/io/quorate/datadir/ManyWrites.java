package io.quorate.datadir;

import com.google.common.util.concurrent.Futures;
import com.google.common.util.concurrent.ListenableFuture;
import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.io.IOException;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Puts keys one entry of the log each, many under way at once: thousands in a second. */
public final class ManyWrites implements AutoCloseable {
  private static final int AT_ONCE = 500;
  private static final int LIMIT_SECONDS = 60;

  private final ManagedChannel channel;

  /** Writes through the member at that client URL. */
  public ManyWrites(URI url) {
    this.channel =
        Grpc.newChannelBuilder(url.getAuthority(), InsecureChannelCredentials.create()).build();
  }

  /**
   * Puts {@code <prefix>0000}, {@code <prefix>0001} and so on.
   *
   * @param bytes the size of each value
   */
  public void put(String prefix, int keys, int bytes) throws IOException, InterruptedException {
    ByteString value = ByteString.copyFrom(new byte[bytes]);
    for (int first = 0; first < keys; first += AT_ONCE) {
      List<ListenableFuture<PutResponse>> all = new ArrayList<>();
      for (int key = first; key < Math.min(keys, first + AT_ONCE); key++) {
        all.add(begin(String.format(Locale.ROOT, "%s%04d", prefix, key), value));
      }
      try {
        Futures.allAsList(all).get(LIMIT_SECONDS, TimeUnit.SECONDS);
      } catch (ExecutionException | TimeoutException e) {
        throw new IOException(e);
      }
    }
  }

  /** Begins to put a key, and does not care what becomes of it. */
  void leave(String key, String value) {
    var unused = begin(key, ByteString.copyFromUtf8(value));
  }

  private ListenableFuture<PutResponse> begin(String key, ByteString value) {
    return KVGrpc.newFutureStub(channel)
        .put(PutRequest.newBuilder().setKey(ByteString.copyFromUtf8(key)).setValue(value).build());
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }
}
