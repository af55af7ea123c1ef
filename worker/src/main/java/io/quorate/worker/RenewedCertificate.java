package io.quorate.worker;

import io.quorate.configuration.GatewaySettings.GatewayTransport.OwnTls;
import io.quorate.configuration.InvalidConfiguration;
import java.io.IOException;
import java.net.Socket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.security.GeneralSecurityException;
import java.security.Principal;
import java.security.PrivateKey;
import java.security.cert.X509Certificate;
import java.util.List;
import javax.net.ssl.KeyManager;
import javax.net.ssl.SSLContext;
import javax.net.ssl.SSLEngine;
import javax.net.ssl.TrustManager;
import javax.net.ssl.X509ExtendedKeyManager;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The gateway's certificate, read again at the first handshake after one of its files changed, as
 * etcd does it: a renewed certificate needs no restart. Files that cannot be used together are
 * logged once, and the certificate before them stays.
 */
final class RenewedCertificate extends X509ExtendedKeyManager {
  private static final Logger LOG = LoggerFactory.getLogger(RenewedCertificate.class);

  private final OwnTls files;
  private ServerCertificate current;
  private List<Stamp> seen;
  private String told = "";

  /**
   * Stamp of a file. The stamp changes when the file is written or replaced, or when its link
   * points elsewhere.
   */
  private record Stamp(FileTime modified, long size, @Nullable Object file) {
    static Stamp of(Path path) throws IOException {
      BasicFileAttributes now = Files.readAttributes(path, BasicFileAttributes.class);
      return new Stamp(now.lastModifiedTime(), now.size(), now.fileKey());
    }
  }

  private RenewedCertificate(OwnTls files) throws IOException, GeneralSecurityException {
    this.files = files;
    this.seen = stamps();
    this.current = ServerCertificate.read(files.certificate(), files.key());
  }

  /** Returns TLS with this certificate, as long as it is the newest; asks clients for none. */
  static SSLContext tls(OwnTls files) {
    try {
      SSLContext context = SSLContext.getInstance("TLS");
      context.init(new KeyManager[] {new RenewedCertificate(files)}, new TrustManager[0], null);
      return context;
    } catch (IOException | GeneralSecurityException | IllegalArgumentException unusable) {
      throw new InvalidConfiguration(
          "gateway.tls: the files cannot be used: " + unusable.getMessage());
    }
  }

  private List<Stamp> stamps() throws IOException {
    return List.of(Stamp.of(files.certificate()), Stamp.of(files.key()));
  }

  private synchronized X509ExtendedKeyManager newest() {
    try {
      List<Stamp> now = stamps();
      if (!now.equals(seen)) {
        current = ServerCertificate.read(files.certificate(), files.key());
        // Remembered after the reading: a reading that failed is repeated, also where only the
        // permissions of the files change, which change no stamp.
        seen = now;
        told = "";
        LOG.info("The gateway took a renewed certificate, valid until {}", current.until());
      }
    } catch (IOException | GeneralSecurityException | IllegalArgumentException unusable) {
      tell(String.valueOf(unusable.getMessage()));
    }
    return current.keys();
  }

  private void tell(String why) {
    if (!why.equals(told)) {
      told = why;
      LOG.warn("The gateway keeps its certificate, valid until {}: {}", current.until(), why);
    }
  }

  private synchronized X509ExtendedKeyManager keys() {
    return current.keys();
  }

  @Override
  public @Nullable String chooseEngineServerAlias(
      String keyType, Principal @Nullable [] issuers, SSLEngine engine) {
    return newest().chooseEngineServerAlias(keyType, issuers, engine);
  }

  @Override
  public @Nullable String chooseServerAlias(
      String keyType, Principal @Nullable [] issuers, Socket socket) {
    return newest().chooseServerAlias(keyType, issuers, socket);
  }

  @Override
  public X509Certificate @Nullable [] getCertificateChain(String alias) {
    return keys().getCertificateChain(alias);
  }

  @Override
  public @Nullable PrivateKey getPrivateKey(String alias) {
    return keys().getPrivateKey(alias);
  }

  @Override
  public String @Nullable [] getServerAliases(String keyType, Principal @Nullable [] issuers) {
    return keys().getServerAliases(keyType, issuers);
  }

  /** The gateway is no client with this certificate. */
  @Override
  public @Nullable String chooseClientAlias(
      String[] keyType, Principal @Nullable [] issuers, Socket socket) {
    return null;
  }

  @Override
  public String @Nullable [] getClientAliases(String keyType, Principal @Nullable [] issuers) {
    return null;
  }
}
