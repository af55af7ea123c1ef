package io.quorate.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.PutRequest;
import io.etcd.jetcd.api.PutResponse;
import io.quorate.cluster.MemberName;
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
}
