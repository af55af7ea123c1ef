package io.quorate.etcd;

import io.etcd.jetcd.api.ClusterGrpc;
import io.etcd.jetcd.api.MemberAddRequest;
import io.etcd.jetcd.api.MemberAddResponse;
import io.etcd.jetcd.api.MemberPromoteRequest;
import io.etcd.jetcd.api.MemberPromoteResponse;
import io.etcd.jetcd.api.MemberRemoveRequest;
import io.etcd.jetcd.api.MemberRemoveResponse;
import io.etcd.jetcd.api.MemberUpdateRequest;
import io.etcd.jetcd.api.MemberUpdateResponse;
import io.grpc.Channel;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.etcd.proto.MemberListRequest;
import io.quorate.etcd.proto.MemberListResponse;
import io.quorate.port.Failure;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Adapter for the calls of etcd's {@code Cluster} service. */
record EtcdMembership(Exchange exchange, PeerPages peers) implements Membership {
  @Override
  public List<MembershipEntry> linearizableList(MemberName through) {
    return list(through, true, Kind.QUORUM_READ, Rpc.LONG);
  }

  @Override
  public List<MembershipEntry> localList(MemberName through) {
    return list(through, false, Kind.LOCAL_READ, Rpc.SHORT);
  }

  @Override
  public List<MembershipEntry> listForPeers(MemberName member, String peerUrl) {
    return peers.list(member, URI.create(peerUrl));
  }

  @Override
  public PeerUrlAnswer askAt(MemberName member, String peerUrl, List<String> others) {
    return peers.ask(member, URI.create(peerUrl), others);
  }

  @Override
  public MembershipEntry addLearner(MemberName through, String peerUrl, Permit permit) {
    var request = MemberAddRequest.newBuilder().addPeerURLs(peerUrl).setIsLearner(true).build();
    Rpc<MemberAddResponse> add =
        change(
            "add a learner at " + peerUrl,
            line -> ClusterGrpc.newBlockingStub(line).memberAdd(request),
            answer -> Identity.of(answer.getHeader()));
    try {
      var added = exchange.change(through, add, permit).getMember();
      return new MembershipEntry(
          new MemberId(added.getID()),
          added.getName(),
          added.getIsLearner(),
          added.getPeerURLsList(),
          added.getClientURLsList());
    } catch (Failure.Refused refused) {
      if (EtcdError.MEMBER_NOT_FOUND.caused(refused)) {
        // etcd derives a member id from peer URL and time in seconds; a member with the new id was
        // removed within the current second.
        throw new Failure.Transient(refused.getMessage() + "; it can be added a second later");
      }
      throw refused;
    }
  }

  @Override
  public void remove(MemberName through, MemberId member, Permit permit) {
    var request = MemberRemoveRequest.newBuilder().setID(member.value()).build();
    Rpc<MemberRemoveResponse> remove =
        change(
            "remove member " + member,
            line -> ClusterGrpc.newBlockingStub(line).memberRemove(request),
            answer -> Identity.of(answer.getHeader()));
    try {
      exchange.change(through, remove, permit);
    } catch (Failure.Refused refused) {
      if (!EtcdError.MEMBER_NOT_FOUND.caused(refused) || listed(through, member).isPresent()) {
        throw refused;
      }
    }
  }

  @Override
  public void promote(MemberName through, MemberId learner, Permit permit) {
    var request = MemberPromoteRequest.newBuilder().setID(learner.value()).build();
    Rpc<MemberPromoteResponse> promote =
        change(
            "promote learner " + learner,
            line -> ClusterGrpc.newBlockingStub(line).memberPromote(request),
            answer -> Identity.of(answer.getHeader()));
    try {
      exchange.change(through, promote, permit);
    } catch (Failure.Refused refused) {
      if (!EtcdError.NOT_A_LEARNER.caused(refused)
          || listed(through, learner).filter(entry -> !entry.learner()).isEmpty()) {
        throw refused;
      }
    }
  }

  @Override
  public void update(MemberName through, MemberId member, List<String> peerUrls, Permit permit) {
    PeerUrls urls = new PeerUrls(peerUrls);
    var request =
        MemberUpdateRequest.newBuilder().setID(member.value()).addAllPeerURLs(urls.all()).build();
    Rpc<MemberUpdateResponse> update =
        change(
            "give member " + member + " the peer URLs " + urls,
            line -> ClusterGrpc.newBlockingStub(line).memberUpdate(request),
            answer -> Identity.of(answer.getHeader()));
    exchange.change(through, update, permit);
  }

  private Optional<MembershipEntry> listed(MemberName through, MemberId member) {
    return linearizableList(through).stream()
        .filter(entry -> entry.id().equals(member))
        .findFirst();
  }

  private List<MembershipEntry> list(
      MemberName through, boolean linearizable, Kind kind, Duration within) {
    var request = MemberListRequest.newBuilder().setLinearizable(linearizable).build();
    Rpc<MemberListResponse> list =
        new Rpc<>(
            "list the members",
            kind,
            within,
            line -> io.quorate.etcd.proto.ClusterGrpc.newBlockingStub(line).memberList(request),
            answer -> Identity.of(answer.getHeader()));
    return exchange.read(through, list).getMembersList().stream()
        .map(EtcdMembership::listing)
        .toList();
  }

  private static MembershipEntry listing(io.quorate.etcd.proto.Member member) {
    return new MembershipEntry(
        new MemberId(member.getID()),
        member.getName(),
        member.getIsLearner(),
        member.getPeerURLsList(),
        member.getClientURLsList());
  }

  private static <R> Rpc<R> change(
      String purpose, Function<Channel, R> call, Function<R, Identity> answeredBy) {
    return new Rpc<>(purpose, Kind.CHANGE, Rpc.LONG, call, answeredBy);
  }
}
