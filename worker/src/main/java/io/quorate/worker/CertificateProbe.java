package io.quorate.worker;

import io.quorate.command.Probe;
import io.quorate.configuration.GatewaySettings.GatewayTransport.OwnTls;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.time.InstantSource;
import java.util.Optional;

/** Probes whether the gateway's certificate can be used, and for how long. */
record CertificateProbe(OwnTls files, InstantSource clock) implements Probe {
  @Override
  public String name() {
    return "certificate of the gateway " + files.certificate();
  }

  @Override
  public Optional<String> trouble() {
    try {
      return ServerCertificate.read(files.certificate(), files.key()).trouble(clock.instant());
    } catch (IOException | GeneralSecurityException unusable) {
      return Optional.of(Optional.ofNullable(unusable.getMessage()).orElseGet(unusable::toString));
    }
  }
}
