package io.quorate.command;

import io.quorate.cluster.MemberId;
import io.quorate.cluster.MemberName;
import io.quorate.data.DataDirectory;
import io.quorate.data.DataPosition;
import io.quorate.data.KeptDirectory;
import io.quorate.port.AsideDirectory;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.port.Permit;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Directories set aside of some members; a member that has no entry is on a host that is away. */
record KeptAside(Map<MemberName, List<AsideDirectory>> members) implements DataDirectories {
  @Override
  public List<AsideDirectory> aside(MemberName member) {
    return Optional.ofNullable(members.get(member))
        .orElseThrow(() -> new Failure.Transient("the host of " + member + " does not answer"));
  }

  @Override
  public DataDirectory look(MemberName member) {
    throw new AssertionError();
  }

  @Override
  public DataDirectory examine(MemberName member) {
    throw new AssertionError();
  }

  @Override
  public Optional<DataPosition> position(MemberName member) {
    throw new AssertionError();
  }

  @Override
  public Optional<Long> loggedUpTo(MemberName member, Instant since) {
    throw new AssertionError();
  }

  @Override
  public Optional<Long> databaseBytes(MemberName member) {
    throw new AssertionError();
  }

  @Override
  public String setAside(MemberName member, MemberId was, Permit permit) {
    throw new AssertionError();
  }

  @Override
  public List<KeptDirectory> kept(MemberName member) {
    throw new AssertionError();
  }

  @Override
  public String copy(MemberName member, MemberName to, Permit permit) {
    throw new AssertionError();
  }

  @Override
  public String handOver(MemberName member, MemberName to, MemberId id, Permit permit) {
    throw new AssertionError();
  }

  @Override
  public String putBack(MemberName member, MemberId was, String operation, Permit permit) {
    throw new AssertionError();
  }
}
