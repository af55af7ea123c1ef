package io.quorate.etcd;

import io.etcd.jetcd.api.AuthenticateRequest;
import io.etcd.jetcd.api.AuthenticateResponse;
import io.grpc.Status;
import java.util.Optional;

/**
 * Token of the login at one member. A member loses its simple tokens when it restarts. Without a
 * token etcd takes the common name of the client certificate for the user, who may have fewer
 * rights than the login.
 */
final class LoginToken {
  private final Optional<Login> login;
  private volatile Optional<String> token = Optional.empty();

  LoginToken(Optional<Login> login) {
    this.login = login;
  }

  /** The token that calls carry; empty before the first login. */
  Optional<String> value() {
    return token;
  }

  /** The login that may help after this refusal; empty where none would. */
  Optional<AuthenticateRequest> requestAfter(Status refusal) {
    return login
        .filter(any -> EtcdError.in(refusal).filter(this::maybeHelpedByLogin).isPresent())
        .map(LoginToken::request);
  }

  void keep(AuthenticateResponse answer) {
    token = Optional.of(answer.getToken());
  }

  private boolean maybeHelpedByLogin(EtcdError error) {
    return error.wantsLogin() || (error.mayMeanCertificate() && token.isEmpty());
  }

  private static AuthenticateRequest request(Login login) {
    return AuthenticateRequest.newBuilder()
        .setName(login.user())
        .setPassword(login.password())
        .build();
  }
}
