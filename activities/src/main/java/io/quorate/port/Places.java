package io.quorate.port;

import io.quorate.cluster.MemberName;
import io.quorate.workload.ConfiguredMember;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.SequencedMap;

/**
 * The places of members on a platform that makes places itself, one after the other, such as the
 * ordinals of a StatefulSet. The mutating methods act only on what they have just checked, may be
 * called again, and throw a {@link Failure}.
 */
public interface Places {
  /** Places that only the configuration knows: the platform makes none. */
  Places CONFIGURED =
      new Places() {
        @Override
        public SequencedMap<MemberName, ConfiguredMember> inOrder() {
          return Collections.unmodifiableSequencedMap(new LinkedHashMap<>());
        }

        @Override
        public void add(MemberName member, Permit permit) {
          throw nothing();
        }

        @Override
        public String remove(MemberName member, Permit permit) {
          throw nothing();
        }

        private Failure nothing() {
          return new Failure.Refused("on this platform the configuration has all places");
        }
      };

  /**
   * The places of the platform in order, and the places that the platform could make next. Never
   * throws: places that could not be seen are left out.
   */
  SequencedMap<MemberName, ConfiguredMember> inOrder();

  /** Makes the place of a member, and keeps the member stopped. */
  void add(MemberName member, Permit permit);

  /**
   * Gives the place of a stopped member up, and keeps its data. {@code Refused} for a place that is
   * not the last one.
   *
   * @return the evidence that nothing but the data is left in the place
   */
  String remove(MemberName member, Permit permit);
}
