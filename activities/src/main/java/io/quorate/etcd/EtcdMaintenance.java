package io.quorate.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberMetrics;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MemberStatus;
import io.quorate.cluster.Revision;
import io.quorate.etcd.proto.AlarmMember;
import io.quorate.etcd.proto.AlarmRequest;
import io.quorate.etcd.proto.AlarmResponse;
import io.quorate.etcd.proto.HashKVRequest;
import io.quorate.etcd.proto.HashKVResponse;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Permit;
import io.quorate.port.SnapshotSink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** etcd's {@code Maintenance} calls, a read through quorum, and the metrics page. */
final class EtcdMaintenance implements Maintenance {
  /** No key has to be there: the read is about quorum. */
  private static final RangeRequest READ =
      RangeRequest.newBuilder().setKey(ByteString.copyFrom(new byte[1])).setCountOnly(true).build();

  private final Exchange exchange;
  private final MetricsPage metrics;
  private final EtcdUpkeep upkeep;
  private final EtcdDowngrade downgrade;

  EtcdMaintenance(Exchange exchange, EtcdMembership membership, Pages pages) {
    this.exchange = exchange;
    this.metrics = new MetricsPage(pages);
    this.upkeep = new EtcdUpkeep(exchange);
    this.downgrade = new EtcdDowngrade(exchange, membership, pages);
  }

  @Override
  public MemberStatus status(MemberName member) {
    return new Said(member, exchange.status(member)).answer();
  }

  @Override
  public List<Alarm> alarms(MemberName through) {
    AlarmRequest request =
        AlarmRequest.newBuilder().setAction(AlarmRequest.AlarmAction.GET).build();
    Rpc<AlarmResponse> rpc =
        new Rpc<>(
            "list the alarms",
            Kind.QUORUM_READ,
            Rpc.SHORT,
            line -> MaintenanceGrpc.newBlockingStub(line).alarm(request),
            answer -> Identity.of(answer.getHeader()));
    return exchange.read(through, rpc).getAlarmsList().stream()
        .flatMap(EtcdMaintenance::alarm)
        .toList();
  }

  @Override
  public MemberMetrics peers(MemberName seenBy) {
    return metrics.read(exchange.endpoint(seenBy), exchange.pinned(seenBy)).report();
  }

  @Override
  public Map<String, Boolean> features(MemberName member) {
    return metrics.read(exchange.endpoint(member), exchange.pinned(member)).features();
  }

  @Override
  public Reading linearizableRead(MemberName through) {
    Rpc<RangeResponse> rpc =
        new Rpc<>(
            "read through quorum",
            Kind.QUORUM_READ,
            Rpc.LONG,
            line -> KVGrpc.newBlockingStub(line).range(READ),
            answer -> Identity.of(answer.getHeader()));
    var header = exchange.read(through, rpc).getHeader();
    return new Reading(new Revision(header.getRevision()), header.getRaftTerm());
  }

  @Override
  public HashOfKeys hashOfKeys(MemberName member, Revision revision) {
    HashKVRequest request = HashKVRequest.newBuilder().setRevision(revision.value()).build();
    Rpc<HashKVResponse> rpc =
        new Rpc<>(
            "hash its keys up to revision " + revision,
            Kind.LOCAL_READ,
            Rpc.WALK,
            line -> MaintenanceGrpc.newBlockingStub(line).hashKV(request),
            answer -> Identity.of(answer.getHeader()));
    HashKVResponse answer = exchange.read(member, rpc);
    return new HashOfKeys(
        answer.getHash(), new Revision(answer.getCompactRevision()), at(answer, revision));
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
  public void moveLeader(MemberName leader, MemberId to, Permit permit) {
    upkeep.moveLeader(leader, to, permit);
  }

  @Override
  public void defragment(MemberName member, Duration within, Permit permit) {
    upkeep.defragment(member, within, permit);
  }

  @Override
  public void compact(MemberName through, Revision upTo, Permit permit) {
    upkeep.compact(through, upTo, permit);
  }

  @Override
  public void disarm(MemberName through, Alarm alarm, Permit permit) {
    upkeep.disarm(through, alarm, permit);
  }

  @Override
  public void validateDowngrade(MemberName through, String line) {
    downgrade.validate(through, line);
  }

  @Override
  public void enableDowngrade(MemberName through, String line, Permit permit) {
    downgrade.enable(through, line, permit);
  }

  @Override
  public void cancelDowngrade(MemberName through, Permit permit) {
    downgrade.cancel(through, permit);
  }

  @Override
  public boolean downgradeEnabled(MemberName member) {
    return downgrade.enabled(member);
  }

  /** Up to 3.5 etcd does not say which revision it hashed at; it is the one that was asked for. */
  private static Revision at(HashKVResponse answer, Revision asked) {
    return answer.getHashRevision() == 0 ? asked : new Revision(answer.getHashRevision());
  }

  private static Stream<Alarm> alarm(AlarmMember raised) {
    Optional<MemberId> member =
        Optional.of(new MemberId(raised.getMemberID())).filter(id -> id.value() != 0);
    return switch (raised.getAlarm()) {
      case NOSPACE -> Stream.of(new Alarm(Alarm.Kind.NOSPACE, member));
      case CORRUPT -> Stream.of(new Alarm(Alarm.Kind.CORRUPT, member));
      case NONE -> Stream.empty();
      case UNRECOGNIZED ->
          throw new Failure.Refused(
              "etcd reports an alarm of a kind that is not known here ("
                  + raised.getAlarmValue()
                  + "): look at etcdctl alarm list");
    };
  }
}
