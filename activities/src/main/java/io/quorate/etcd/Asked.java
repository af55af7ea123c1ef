package io.quorate.etcd;

import io.quorate.cluster.MemberName;
import io.quorate.cluster.Silence;
import io.quorate.cluster.TlsFailure;
import io.quorate.port.Failure;
import java.net.URI;

/** Target and purpose of one call to a member; words the failures of the call. */
record Asked(MemberName member, URI url, String purpose, Kind kind) {
  /** Returns the sentence for a call that etcd answered and declined, with its reason. */
  String declined(String reason) {
    return member + " at " + url + " did not " + purpose + ": " + reason;
  }

  /** Returns the failure of a call that ended in TLS; a retry does not help. */
  Failure shutOut(TlsFailure why, Throwable thrown) {
    return new Failure.Fault(silent(why.words()), thrown)
        .silent(words -> new Silence.Tls(words, why));
  }

  /** Returns the sentence for a call that etcd did not answer, with the reason. */
  String silent(String reason) {
    String sentence = member + " does not answer at " + url + ": " + reason;
    return kind == Kind.LOCAL_READ ? sentence : sentence + "; it was asked to " + purpose;
  }
}
