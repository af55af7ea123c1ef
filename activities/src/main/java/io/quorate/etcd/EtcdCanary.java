package io.quorate.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.KeyValue;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.port.Canary;

/** Overwrites one key, without a lease. Repeating the write does no harm. */
final class EtcdCanary implements Canary {
  private final Exchange exchange;
  private final PutRequest write;

  EtcdCanary(Exchange exchange, String key) {
    this.exchange = exchange;
    this.write =
        PutRequest.newBuilder()
            .setKey(ByteString.copyFromUtf8(key))
            .setValue(ByteString.copyFromUtf8("quorate"))
            .build();
  }

  @Override
  public void write(MemberName through) {
    Rpc<PutResponse> put =
        new Rpc<>(
            "write the canary",
            Kind.QUORUM_READ,
            Rpc.LONG,
            line -> KVGrpc.newBlockingStub(line).put(write),
            answer -> Identity.of(answer.getHeader()));
    exchange.read(through, put);
  }

  /** The version of a key counts its writes, and begins anew where it was deleted. */
  @Override
  public long writtenSince(MemberName through, Revision since) {
    return version(through, 0) - version(through, since.value());
  }

  /** The version of the key at a revision, 0 for the newest; 0 where there is no such key. */
  private long version(MemberName through, long revision) {
    RangeRequest request =
        RangeRequest.newBuilder().setKey(write.getKey()).setRevision(revision).build();
    Rpc<RangeResponse> read =
        new Rpc<>(
            "count the writes of the canary",
            Kind.QUORUM_READ,
            Rpc.LONG,
            line -> KVGrpc.newBlockingStub(line).range(request),
            answer -> Identity.of(answer.getHeader()));
    return exchange.read(through, read).getKvsList().stream()
        .findFirst()
        .map(KeyValue::getVersion)
        .orElse(0L);
  }
}
