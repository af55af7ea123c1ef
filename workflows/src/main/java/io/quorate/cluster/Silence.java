package io.quorate.cluster;

/**
 * Why a member did not tell its status. The kind decides; the words are for people and decide
 * nothing.
 */
public sealed interface Silence {
  /** The reason in words: {@code etcd-1 does not answer at http://...: connection refused}. */
  String words();

  /** Nothing listens at the client URL. */
  record Refused(String words) implements Silence {}

  /** The connection, or the answer, did not come in time. */
  record TimedOut(String words) implements Silence {}

  /** The host name does not resolve, or no way leads to the host. */
  record Unreachable(String words) implements Silence {}

  /** The connection ended, or the attempt was interrupted, before the answer came. */
  record BrokenOff(String words) implements Silence {}

  /** TLS failed: something listens at the client URL, and who it is stays unproven. */
  record Tls(String words, TlsFailure failure) implements Silence {}

  /** Etcd wants a login, or does not accept the login of Quorate. */
  record LoginRefused(String words) implements Silence {}

  /** Something answered, and not with a status: etcd with another error, or no etcd. */
  record Declined(String words) implements Silence {}

  /** The client URL leads to another member, whose answer counts for that member only. */
  record OtherMember(MemberName answering) implements Silence {
    @Override
    public String words() {
      return "its client URL is that of " + answering;
    }
  }

  /** The disk of the member hangs, so that its answer comes from memory and is not counted. */
  record FromMemory() implements Silence {
    @Override
    public String words() {
      return "it tells its status from memory";
    }
  }
}
