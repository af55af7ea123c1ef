package io.quorate.etcd;

import io.grpc.Grpc;
import io.grpc.InsecureChannelCredentials;
import io.grpc.ManagedChannel;
import io.quorate.cluster.MemberId;
import io.quorate.etcd.proto.AlarmRequest;
import io.quorate.etcd.proto.AlarmType;
import io.quorate.etcd.proto.MaintenanceGrpc;
import java.net.URI;

/** Raises the alarms of a member by hand, as etcdctl cannot, and clears them at its end. */
final class RaisedAlarms implements AutoCloseable {
  private final ManagedChannel channel;
  private final MemberId member;

  RaisedAlarms(URI url, MemberId member) {
    this.channel =
        Grpc.newChannelBuilder(url.getAuthority(), InsecureChannelCredentials.create()).build();
    this.member = member;
  }

  void raiseBoth() {
    raise(AlarmType.NOSPACE);
    raise(AlarmType.CORRUPT);
  }

  void raise(AlarmType alarm) {
    send(AlarmRequest.AlarmAction.ACTIVATE, alarm);
  }

  @Override
  public void close() {
    send(AlarmRequest.AlarmAction.DEACTIVATE, AlarmType.NOSPACE);
    send(AlarmRequest.AlarmAction.DEACTIVATE, AlarmType.CORRUPT);
    channel.shutdownNow();
  }

  private void send(AlarmRequest.AlarmAction action, AlarmType alarm) {
    AlarmRequest request =
        AlarmRequest.newBuilder()
            .setAction(action)
            .setMemberID(member.value())
            .setAlarm(alarm)
            .build();
    MaintenanceGrpc.newBlockingStub(channel).alarm(request);
  }
}
