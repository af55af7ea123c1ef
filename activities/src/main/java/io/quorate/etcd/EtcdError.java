package io.quorate.etcd;

import static io.quorate.etcd.ErrorClass.FAULT;
import static io.quorate.etcd.ErrorClass.NOT_YET;
import static io.quorate.etcd.ErrorClass.REFUSED;
import static io.quorate.etcd.ErrorClass.TRANSIENT;
import static io.quorate.etcd.ErrorClass.UNKNOWN;

import io.grpc.Status;
import java.util.Arrays;
import java.util.Optional;

/**
 * etcd's error texts, each with what may be done after it (docs/etcd.md#errors).
 *
 * <p>A row matches by text, because gRPC codes differ between versions ("rpc not supported for
 * learner" is UNAVAILABLE up to 3.5 and FAILED_PRECONDITION later) or are wrong ("not enough
 * started members" is UNKNOWN in every version). The first row whose text occurs wins, so longer
 * texts come first.
 */
enum EtcdError {
  NO_LEADER("no leader", NOT_YET, NOT_YET, "it sees no leader, so nothing was done"),
  TIMED_OUT("request timed out", TRANSIENT, UNKNOWN, "etcd gave up waiting for quorum"),
  APPLY_TOOK_TOO_LONG("applied index took too long", TRANSIENT, UNKNOWN, "the member lags"),
  NOT_LEADER("not leader", NOT_YET, NOT_YET, "it does not lead any more: look who does"),
  BAD_TRANSFEREE(
      "bad leader transferee",
      NOT_YET,
      NOT_YET,
      "only a voter of this cluster can lead: look again and choose another one"),
  CONTEXT_DEADLINE("context deadline exceeded", TRANSIENT, UNKNOWN, "the time was up"),
  LEADER_CHANGED("leader changed", TRANSIENT, UNKNOWN, "the leader changed meanwhile"),
  SERVER_STOPPED("server stopped", TRANSIENT, UNKNOWN, "the member is being stopped"),
  UNHEALTHY_CLUSTER(
      "unhealthy cluster",
      NOT_YET,
      NOT_YET,
      "a voter has been connected for less than 5 s, or too few voters are"),
  NOT_ENOUGH_STARTED(
      "not enough started members",
      REFUSED,
      REFUSED,
      "too many voters were never started: start them, or remove them"),
  TOO_MANY_LEARNERS(
      "too many learner members",
      NOT_YET,
      NOT_YET,
      "another learner is there: let it be promoted, or remove it if it was forgotten"),
  LEARNER_NOT_IN_SYNC(
      "can only promote a learner member which is in sync with leader",
      NOT_YET,
      NOT_YET,
      "it is not started yet, or still catching up"),
  NOT_A_LEARNER(
      "can only promote a learner member", REFUSED, REFUSED, "the member is a voter already"),
  MEMBER_NOT_FOUND("member not found", REFUSED, REFUSED, "there is no member with this id"),
  PEER_URL_EXISTS(
      "Peer URLs already exists",
      REFUSED,
      REFUSED,
      "a member with this peer URL is there: look it up in the member list"),
  MEMBER_ID_EXISTS(
      "member ID already exist",
      REFUSED,
      REFUSED,
      "a member with this peer URL is there: look it up in the member list"),
  INVALID_URLS("given member URLs are invalid", FAULT, FAULT, "correct the peer URL"),
  LEARNER_ENDPOINT(
      "rpc not supported for learner", REFUSED, REFUSED, "it is a learner: ask a voter"),
  NO_SPACE(
      "database space exceeded",
      REFUSED,
      UNKNOWN,
      "the NOSPACE alarm is on; a write may have been applied all the same"),
  CORRUPT("corrupt cluster", REFUSED, REFUSED, "the CORRUPT alarm is on"),
  COMPACTED("required revision has been compacted", TRANSIENT, REFUSED, "ask at a later revision"),
  FUTURE_REVISION(
      "required revision is a future revision", NOT_YET, NOT_YET, "the member lags behind"),
  DOWNGRADE_FORM(
      "wrong downgrade target version format", FAULT, FAULT, "a line such as 3.5 is wanted"),
  DOWNGRADE_TARGET(
      "invalid downgrade target version",
      REFUSED,
      REFUSED,
      "only the line right below the cluster version can be the target, and only while no downgrade"
          + " is under way"),
  DOWNGRADE_UNDER_WAY(
      "downgrade job in progress",
      REFUSED,
      REFUSED,
      "a downgrade is enabled: let it finish, or cancel it"),
  NO_DOWNGRADE("no inflight downgrade job", REFUSED, REFUSED, "no downgrade is enabled"),
  NOT_CAPABLE(
      "not capable",
      REFUSED,
      REFUSED,
      "its binary is older than the cluster version: see rolling-downgrade"),
  USER_MISSING("user name is empty", FAULT, FAULT, "etcd wants a login: configure credentials"),
  USER_UNKNOWN(
      "user name not found",
      FAULT,
      FAULT,
      "etcd has no user of this name, which may come from our certificate: correct credentials"),
  USER_NOT_FOUND(
      "user not found",
      FAULT,
      FAULT,
      "etcd has no user of this name, which may come from our certificate: correct credentials"),
  TOKEN_INVALID("invalid auth token", FAULT, FAULT, "etcd does not accept the login's token"),
  TOKEN_OLD("revision of auth store is old", TRANSIENT, TRANSIENT, "users or roles were changed"),
  LOGIN_FAILED(
      "authentication failed", FAULT, FAULT, "user name or password is wrong: correct credentials"),
  PERMISSION_DENIED("permission denied", FAULT, FAULT, "the user needs etcd's role root");

  private final String text;
  private final ErrorClass onRead;
  private final ErrorClass onChange;
  private final String advice;

  EtcdError(String text, ErrorClass onRead, ErrorClass onChange, String advice) {
    this.text = text;
    this.onRead = onRead;
    this.onChange = onChange;
    this.advice = advice;
  }

  /** The first row whose text occurs in the description of this status. */
  static Optional<EtcdError> in(Status status) {
    String description = status.getDescription();
    return description == null
        ? Optional.empty()
        : Arrays.stream(values()).filter(row -> description.contains(row.text)).findFirst();
  }

  /** Whether this error caused the failure. */
  boolean caused(Throwable failure) {
    Throwable cause = failure.getCause();
    return cause != null && in(Status.fromThrowable(cause)).filter(this::equals).isPresent();
  }

  /** Whether a login, or a new login, may help. etcd checks tokens before it does anything else. */
  boolean wantsLogin() {
    return this == USER_MISSING || this == TOKEN_INVALID || this == TOKEN_OLD;
  }

  /**
   * Whether etcd may have refused the user of the client certificate, who counts where a call
   * carries no token.
   */
  boolean mayMeanCertificate() {
    return this == PERMISSION_DENIED || this == USER_UNKNOWN || this == USER_NOT_FOUND;
  }

  /** Whether etcd wants a login, or refused the login that it got. */
  boolean refusesLogin() {
    return wantsLogin() || mayMeanCertificate() || this == LOGIN_FAILED;
  }

  ErrorClass errorClass(Kind kind) {
    return kind.changes() ? onChange : onRead;
  }

  String advice() {
    return advice;
  }
}
