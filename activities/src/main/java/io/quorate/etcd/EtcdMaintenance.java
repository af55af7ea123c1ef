package io.quorate.etcd;

import com.google.protobuf.ByteString;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MoveLeaderRequest;
import io.etcd.jetcd.api.MoveLeaderResponse;
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
import io.quorate.etcd.proto.AlarmType;
import io.quorate.etcd.proto.MaintenanceGrpc;
import io.quorate.port.Failure;
import io.quorate.port.Maintenance;
import io.quorate.port.Permit;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Adapter for the calls that leave the database alone: etcd's {@code Maintenance} without
 * defragmentation and hashes, a linearizable read, and the metrics page.
 */
record EtcdMaintenance(Exchange exchange, MetricsPage metrics) implements Maintenance {
  /** Linearizable read of one key that need not exist; an answer proves quorum. */
  private static final RangeRequest READ =
      RangeRequest.newBuilder().setKey(ByteString.copyFrom(new byte[1])).setCountOnly(true).build();

  @Override
  public MemberStatus status(MemberName member) {
    return new StatusReply(member, exchange.status(member)).status();
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
  public void moveLeader(MemberName leader, MemberId to, Permit permit) {
    var request = MoveLeaderRequest.newBuilder().setTargetID(to.value()).build();
    Rpc<MoveLeaderResponse> move =
        new Rpc<>(
            "hand leadership to member " + to,
            Kind.MAINTENANCE,
            Rpc.LONG,
            line -> io.etcd.jetcd.api.MaintenanceGrpc.newBlockingStub(line).moveLeader(request),
            answer -> Identity.of(answer.getHeader()));
    exchange.change(leader, move, permit);
  }

  @Override
  public void disarm(MemberName through, Alarm alarm, Permit permit) {
    var request =
        AlarmRequest.newBuilder()
            .setAction(AlarmRequest.AlarmAction.DEACTIVATE)
            .setMemberID(alarm.member().map(MemberId::value).orElse(0L))
            .setAlarm(type(alarm.kind()))
            .build();
    Rpc<AlarmResponse> disarm =
        new Rpc<>(
            "clear its alarm " + alarm.kind(),
            Kind.MAINTENANCE,
            Rpc.LONG,
            line -> MaintenanceGrpc.newBlockingStub(line).alarm(request),
            answer -> Identity.of(answer.getHeader()));
    exchange.change(through, disarm, permit);
  }

  private static AlarmType type(Alarm.Kind kind) {
    return switch (kind) {
      case NOSPACE -> AlarmType.NOSPACE;
      case CORRUPT -> AlarmType.CORRUPT;
    };
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
