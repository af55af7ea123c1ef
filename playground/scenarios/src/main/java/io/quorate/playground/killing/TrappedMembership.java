package io.quorate.playground.killing;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.cluster.MembershipEntry;
import io.quorate.cluster.PeerUrlAnswer;
import io.quorate.port.Membership;
import io.quorate.port.Permit;
import java.util.List;

/** The membership with the trap around its changes. */
record TrappedMembership(Membership real, TrappedAttempt attempt) implements Membership {
  @Override
  public List<MembershipEntry> linearizableList(MemberName through) {
    return real.linearizableList(through);
  }

  @Override
  public List<MembershipEntry> localList(MemberName through) {
    return real.localList(through);
  }

  @Override
  public List<MembershipEntry> listForPeers(MemberName member, String peerUrl) {
    return real.listForPeers(member, peerUrl);
  }

  @Override
  public PeerUrlAnswer askAt(MemberName member, String peerUrl, List<String> others) {
    return real.askAt(member, peerUrl, others);
  }

  @Override
  public MembershipEntry addLearner(MemberName through, String peerUrl, Permit permit) {
    return attempt.effect(() -> real.addLearner(through, peerUrl, permit));
  }

  @Override
  public void remove(MemberName through, MemberId member, Permit permit) {
    attempt.effect(() -> real.remove(through, member, permit));
  }

  @Override
  public void promote(MemberName through, MemberId learner, Permit permit) {
    attempt.effect(() -> real.promote(through, learner, permit));
  }

  @Override
  public void update(MemberName through, MemberId member, List<String> peerUrls, Permit permit) {
    attempt.effect(() -> real.update(through, member, peerUrls, permit));
  }
}
