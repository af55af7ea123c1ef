package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import java.net.URI;

/** Target and purpose of one call to a member; makes the sentences of its failures. */
record Asked(MemberName member, URI url, String purpose, Kind kind) {
  /** Says that etcd answered and did not do it, with its reason. */
  String declined(String reason) {
    return member + " at " + url + " did not " + purpose + ": " + reason;
  }

  /** Says that no answer of etcd came, with the reason. */
  String silent(String reason) {
    String sentence = member + " does not answer at " + url + ": " + reason;
    return kind == Kind.LOCAL_READ ? sentence : sentence + "; it was asked to " + purpose;
  }
}
