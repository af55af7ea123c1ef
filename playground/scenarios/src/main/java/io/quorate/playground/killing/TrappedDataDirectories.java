package io.quorate.playground.killing;

import io.quorate.cluster.DataDirectory;
import io.quorate.cluster.DataPosition;
import io.quorate.cluster.KeptDirectory;
import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.port.AsideDirectory;
import io.quorate.port.DataDirectories;
import io.quorate.port.Permit;
import java.util.List;
import java.util.Optional;

/**
 * The data directories with the trap around their changes. The changes wait for nothing, so the
 * moment of waiting is their return.
 */
record TrappedDataDirectories(DataDirectories real, TrappedAttempt attempt)
    implements DataDirectories {
  @Override
  public DataDirectory look(MemberName member) {
    return real.look(member);
  }

  @Override
  public DataDirectory examine(MemberName member) {
    return real.examine(member);
  }

  @Override
  public Optional<DataPosition> position(MemberName member) {
    return real.position(member);
  }

  @Override
  public Optional<Long> loggedUpTo(MemberName member) {
    return real.loggedUpTo(member);
  }

  @Override
  public Optional<Long> databaseBytes(MemberName member) {
    return real.databaseBytes(member);
  }

  @Override
  public String setAside(MemberName member, MemberId was, Permit permit) {
    String where = attempt.effect(() -> real.setAside(member, was, permit));
    attempt.underWay();
    return where;
  }

  @Override
  public List<AsideDirectory> aside(MemberName member) {
    return real.aside(member);
  }

  @Override
  public List<KeptDirectory> kept(MemberName member) {
    return real.kept(member);
  }

  @Override
  public List<KeptDirectory> examineKept(MemberName member) {
    return real.examineKept(member);
  }

  @Override
  public String copy(MemberName member, MemberName to, Permit permit) {
    String what = attempt.effect(() -> real.copy(member, to, permit));
    attempt.underWay();
    return what;
  }

  @Override
  public String handOver(MemberName member, MemberName to, MemberId id, Permit permit) {
    String where = attempt.effect(() -> real.handOver(member, to, id, permit));
    attempt.underWay();
    return where;
  }

  @Override
  public String putBack(MemberName member, MemberId was, String operation, Permit permit) {
    String where = attempt.effect(() -> real.putBack(member, was, operation, permit));
    attempt.underWay();
    return where;
  }
}
