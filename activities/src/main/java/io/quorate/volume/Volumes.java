package io.quorate.volume;

import io.quorate.cluster.EtcdVersion;
import io.quorate.cluster.MemberName;
import io.quorate.port.Permit;
import io.quorate.shell.Facts;
import java.util.Optional;

/** Volumes of one cluster's members, as the platform of the cluster reaches them. */
public interface Volumes {
  /**
   * The volume of the member; empty where nothing can look at the volume. Throws a {@link
   * io.quorate.port.Failure} where the volume should be there and cannot be reached.
   */
  Optional<Volume> find(MemberName member);

  /**
   * The volume of the member, for a change or a whole reading. Throws a {@link
   * io.quorate.port.Failure} where nothing can reach the volume.
   */
  Volume of(MemberName member);

  /**
   * The etcd that would be started on the data; empty where nobody knows.
   *
   * @param facts of a script that has {@code data.sh}
   */
  Optional<EtcdVersion> binary(MemberName member, Facts facts);

  /**
   * Why the member would not be started as its settings say, so that the settings may not say where
   * the data is either; empty where the member would be, and where nobody looked.
   */
  Optional<String> objection(MemberName member, Facts facts);

  /** Holds a member whose supervisor would start the member by itself. */
  void hold(MemberName member, Permit permit);
}
