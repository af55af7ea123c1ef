package io.quorate.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.RequestOp;
import io.etcd.jetcd.api.TxnRequest;
import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import java.net.URI;
import java.util.Locale;
import java.util.stream.IntStream;

/** Writes more keys than etcdctl could in the time of a test. */
final class ManyKeys implements AutoCloseable {
  /** etcd's own limit of operations in a transaction is 128. */
  private static final int AT_ONCE = 100;

  private final ManagedChannel channel;

  ManyKeys(URI url) {
    this.channel =
        Grpc.newChannelBuilder(url.getAuthority(), InsecureChannelCredentials.create()).build();
  }

  /**
   * Puts {@code <prefix>0000}, {@code <prefix>0001} and so on.
   *
   * @param bytes the size of each value
   */
  void put(String prefix, int keys, int bytes) {
    ByteString value = ByteString.copyFrom(new byte[bytes]);
    for (int first = 0; first < keys; first += AT_ONCE) {
      TxnRequest.Builder all = TxnRequest.newBuilder();
      IntStream.range(first, Math.min(keys, first + AT_ONCE))
          .mapToObj(number -> String.format(Locale.ROOT, "%s%04d", prefix, number))
          .forEach(key -> all.addSuccess(put(key, value)));
      KVGrpc.newBlockingStub(channel).txn(all.build());
    }
  }

  @Override
  public void close() {
    channel.shutdownNow();
  }

  private static RequestOp put(String key, ByteString value) {
    PutRequest put =
        PutRequest.newBuilder().setKey(ByteString.copyFromUtf8(key)).setValue(value).build();
    return RequestOp.newBuilder().setRequestPut(put).build();
  }
}
