package io.quorate.etcd;

import io.etcd.jetcd.api.CompactionRequest;
import io.etcd.jetcd.api.CompactionResponse;
import io.etcd.jetcd.api.DefragmentRequest;
import io.etcd.jetcd.api.DefragmentResponse;
import io.etcd.jetcd.api.KVGrpc;
import io.etcd.jetcd.api.MaintenanceGrpc;
import io.etcd.jetcd.api.MoveLeaderRequest;
import io.etcd.jetcd.api.MoveLeaderResponse;
import io.quorate.cluster.Alarm;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.Revision;
import io.quorate.etcd.proto.AlarmRequest;
import io.quorate.etcd.proto.AlarmResponse;
import io.quorate.etcd.proto.AlarmType;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.time.Duration;

/** The changes that leave data and membership alone: see {@link io.quorate.port.Maintenance}. */
final class EtcdUpkeep {
  private final Exchange exchange;

  EtcdUpkeep(Exchange exchange) {
    this.exchange = exchange;
  }

  void moveLeader(MemberName leader, MemberId to, Permit permit) {
    var request = MoveLeaderRequest.newBuilder().setTargetID(to.value()).build();
    Rpc<MoveLeaderResponse> move =
        new Rpc<>(
            "hand leadership to member " + to,
            Kind.UPKEEP,
            Rpc.LONG,
            line -> MaintenanceGrpc.newBlockingStub(line).moveLeader(request),
            answer -> Identity.of(answer.getHeader()));
    exchange.change(leader, move, permit);
  }

  void defragment(MemberName member, Duration within, Permit permit) {
    Rpc<DefragmentResponse> defragment =
        new Rpc<>(
            "defragment its database",
            Kind.LOCAL_UPKEEP,
            within,
            line ->
                MaintenanceGrpc.newBlockingStub(line)
                    .defragment(DefragmentRequest.getDefaultInstance()),
            answer -> Identity.of(answer.getHeader()));
    exchange.change(member, defragment, permit);
  }

  void compact(MemberName through, Revision upTo, Permit permit) {
    var request =
        CompactionRequest.newBuilder().setRevision(upTo.value()).setPhysical(true).build();
    Rpc<CompactionResponse> compact =
        new Rpc<>(
            "compact up to revision " + upTo,
            Kind.UPKEEP,
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

  void disarm(MemberName through, Alarm alarm, Permit permit) {
    var request =
        AlarmRequest.newBuilder()
            .setAction(AlarmRequest.AlarmAction.DEACTIVATE)
            .setMemberID(alarm.member().map(MemberId::value).orElse(0L))
            .setAlarm(type(alarm.kind()))
            .build();
    Rpc<AlarmResponse> disarm =
        new Rpc<>(
            "clear its alarm " + alarm.kind(),
            Kind.UPKEEP,
            Rpc.LONG,
            line -> io.quorate.etcd.proto.MaintenanceGrpc.newBlockingStub(line).alarm(request),
            answer -> Identity.of(answer.getHeader()));
    exchange.change(through, disarm, permit);
  }

  private static AlarmType type(Alarm.Kind kind) {
    return switch (kind) {
      case NOSPACE -> AlarmType.NOSPACE;
      case CORRUPT -> AlarmType.CORRUPT;
    };
  }
}
