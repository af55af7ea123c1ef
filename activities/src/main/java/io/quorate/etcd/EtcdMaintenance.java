package io.quorate.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.RangeRequest;
import io.etcd.jetcd.api.RangeResponse;
import io.etcd.jetcd.api.StatusResponse;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.Answer;
import io.quorate.cluster.ClusterId;
import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.PeerReport;
import io.quorate.cluster.Revision;
import io.quorate.etcd.proto.AlarmMember;
import io.quorate.etcd.proto.AlarmRequest;
import io.quorate.etcd.proto.AlarmResponse;
import io.quorate.etcd.proto.HashKVRequest;
import io.quorate.etcd.proto.HashKVResponse;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.SnapshotSink;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** etcd's {@code Maintenance} calls, a read through quorum, and the metrics page. */
final class EtcdMaintenance implements Maintenance {
  /** No key has to be there: the read is about quorum. */
  private static final RangeRequest READ =
      RangeRequest.newBuilder().setKey(ByteString.copyFrom(new byte[1])).setCountOnly(true).build();

  private final Exchange exchange;
  private final MetricsPage metrics;

  EtcdMaintenance(Exchange exchange, MetricsPage metrics) {
    this.exchange = exchange;
    this.metrics = metrics;
  }

  @Override
  public Answer status(MemberName member) {
    StatusResponse said = exchange.status(member);
    return new Answer(
        new MemberId(said.getHeader().getMemberId()),
        new ClusterId(said.getHeader().getClusterId()),
        version(member, said),
        said.getIsLearner(),
        Optional.of(new MemberId(said.getLeader())).filter(leader -> leader.value() != 0),
        said.getRaftTerm(),
        said.getRaftIndex(),
        said.getRaftAppliedIndex(),
        new Revision(said.getHeader().getRevision()),
        said.getDbSize(),
        said.getDbSizeInUse(),
        said.getErrorsList());
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
  public PeerReport peers(MemberName seenBy) {
    return metrics.read(exchange.endpoint(seenBy), exchange.pinned(seenBy));
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

  private static EtcdVersion version(MemberName member, StatusResponse said) {
    try {
      return EtcdVersion.parse(said.getVersion());
    } catch (IllegalArgumentException e) {
      throw new Failure.Fault(member + " tells no usable version: " + e.getMessage(), e);
    }
  }
}
