package io.quorate.hosts;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.shell.Host;
import io.quorate.shell.LocalHost;
import io.quorate.supervisor.MemberPaths;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;

/** Tests that move the data of a member to its next place, by the real scripts. */
abstract class MovingContract extends OnScratchMember {
  static final MemberName NEXT = new MemberName("etcd-0.next");
  static final MemberId ID = new MemberId(0xa000);
  static final String ASIDE = ".aside-payments.5f0c2d11-a000";

  HostDataDirectories directories;
  private MemberPaths place;

  @BeforeEach
  void layOutNextPlace() throws IOException {
    place = scratch.next();
    directories =
        new HostDataDirectories(
            Hosts.of(
                List.of(new MemberScripts(scratch.member, host(), ScratchMember.LIMITS), next())));
  }

  MemberScripts next() {
    return new MemberScripts(place, hostOfNext(), ScratchMember.LIMITS);
  }

  Host host() {
    return new LocalHost();
  }

  Host hostOfNext() {
    return host();
  }

  String copy() {
    return directories.copy(ScratchMember.NAME, NEXT, ScratchMember.permit());
  }

  String handOver() {
    return directories.handOver(ScratchMember.NAME, NEXT, ID, ScratchMember.permit());
  }
}
