package io.quorate.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.CompactionResponse;
import io.etcd.jetcd.api.DefragmentRequest;
import io.etcd.jetcd.api.DefragmentResponse;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.etcd.proto.HashKVRequest;
import io.quorate.etcd.proto.HashKVResponse;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotSink;
import io.quorate.port.Storage;
import java.time.Duration;
import java.util.Map;

/** Adapter for the calls that read or rewrite the database of one member. */
record EtcdStorage(Exchange exchange, HashRequests hashing) implements Storage {
  @Override
  public HashOfKeys hashOfKeys(MemberName member, Revision revision, Duration within) {
    HashKVRequest request = HashKVRequest.newBuilder().setRevision(revision.value()).build();
    Rpc<HashKVResponse> rpc =
        new Rpc<>(
            "hash its keys up to revision " + revision,
            Kind.LOCAL_READ,
            within,
            line -> io.quorate.etcd.proto.MaintenanceGrpc.newBlockingStub(line).hashKV(request),
            answer -> Identity.of(answer.getHeader()));
    HashKVResponse answer = hashing.ask(member, within, () -> exchange.read(member, rpc));
    return new HashOfKeys(
        answer.getHash(), new Revision(answer.getCompactRevision()), at(answer, revision));
  }

  /**
   * Asks this member alone for a count at the revision before {@code upTo}; etcd refuses a read at
   * a compacted revision.
   */
  @Override
  public boolean isCompacted(MemberName member, Revision upTo) {
    if (upTo.value() <= 1) {
      return true;
    }
    try {
      exchange.read(member, count(upTo.value() - 1, new byte[0]));
      return false;
    } catch (Failure refused) {
      if (EtcdError.COMPACTED.caused(refused)) {
        return true;
      }
      if (EtcdError.FUTURE_REVISION.caused(refused)) {
        return false;
      }
      throw refused;
    }
  }

  @Override
  public long countOfKeys(MemberName member, Revision at) {
    return exchange.read(member, count(at.value(), new byte[1])).getCount();
  }

  /** A count at a revision, of the first possible key or, up to an end of zero, of all keys. */
  private static Rpc<RangeResponse> count(long revision, byte[] end) {
    RangeRequest request =
        RangeRequest.newBuilder()
            .setKey(ByteString.copyFrom(new byte[1]))
            .setRangeEnd(ByteString.copyFrom(end))
            .setCountOnly(true)
            .setSerializable(true)
            .setRevision(revision)
            .build();
    return new Rpc<>(
        "read at revision " + revision,
        Kind.LOCAL_READ,
        Rpc.LONG,
        line -> KVGrpc.newBlockingStub(line).range(request),
        answer -> Identity.of(answer.getHeader()));
  }

  @Override
  public long snapshot(MemberName from, SnapshotSink sink) {
    Identity expected = exchange.pinned(from);
    exchange.requireStillThere(from, expected);
    long bytes = new SnapshotStream(exchange.endpoint(from), expected, sink).run();
    exchange.requireStillThere(from, expected);
    return bytes;
  }

  @Override
  public Map<String, Long> largestPrefixes(MemberName from, int limit) {
    return new KeyCensus(exchange, from).largest(limit);
  }

  @Override
  public void defragment(MemberName member, Duration within, Permit permit) {
    Rpc<DefragmentResponse> defragment =
        new Rpc<>(
            "defragment its database",
            Kind.LOCAL_MAINTENANCE,
            within,
            line ->
                MaintenanceGrpc.newBlockingStub(line)
                    .defragment(DefragmentRequest.getDefaultInstance()),
            answer -> Identity.of(answer.getHeader()));
    exchange.change(member, defragment, permit);
  }

  @Override
  public void compact(MemberName through, Revision upTo, Permit permit) {
    var request =
        CompactionRequest.newBuilder().setRevision(upTo.value()).setPhysical(true).build();
    Rpc<CompactionResponse> compact =
        new Rpc<>(
            "compact up to revision " + upTo,
            Kind.MAINTENANCE,
            Rpc.FREEING,
            line -> KVGrpc.newBlockingStub(line).compact(request),
            answer -> Identity.of(answer.getHeader()));
    try {
      exchange.change(through, compact, permit);
    } catch (Failure.Refused refused) {
      if (!EtcdError.COMPACTED.caused(refused)) {
        throw refused;
      }
    }
  }

  /**
   * Returns the revision that was hashed: etcd up to 3.5 does not name it and hashes the requested
   * one.
   */
  private static Revision at(HashKVResponse answer, Revision asked) {
    return answer.getHashRevision() == 0 ? asked : new Revision(answer.getHashRevision());
  }
}
