package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import java.net.URI;

/** Who was asked what, for the sentences of failures. */
record Asked(MemberName member, URI url, String purpose, Kind kind) {
  /** A sentence for when etcd answered. */
  String declined(String reason) {
    return member + " at " + url + " did not " + purpose + ": " + reason;
  }

  /** A sentence for when nothing of etcd's was heard. */
  String silent(String reason) {
    String sentence = member + " does not answer at " + url + ": " + reason;
    return kind == Kind.LOCAL_READ ? sentence : sentence + "; it was asked to " + purpose;
  }
}
