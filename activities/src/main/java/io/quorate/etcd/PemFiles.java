package io.quorate.etcd;

import io.grpc.util.CertificateUtils;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.X509Certificate;
import java.security.spec.InvalidKeySpecException;

/**
 * Certificates and private keys in PEM files. A failure names the file and what to do; no failure
 * holds any of the file's content.
 */
public final class PemFiles {
  private PemFiles() {}

  /** Reads the certificates of a file, at least one, in their order. */
  public static X509Certificate[] certificates(Path file)
      throws IOException, GeneralSecurityException {
    X509Certificate[] found;
    try (InputStream pem = Files.newInputStream(file)) {
      found = CertificateUtils.getX509Certificates(pem);
    } catch (CertificateException broken) {
      throw new IOException(file + " is no certificate in PEM form", broken);
    }
    if (found.length == 0) {
      throw new IOException(file + " holds no certificate in PEM form");
    }
    return found;
  }

  /** Reads a private key in PKCS #8 form. */
  public static PrivateKey privateKey(Path file) throws IOException, GeneralSecurityException {
    try (InputStream pem = Files.newInputStream(file)) {
      return CertificateUtils.getPrivateKey(pem);
    } catch (InvalidKeySpecException | IllegalArgumentException e) {
      // The second one for base64 that is broken off: a file that is being written.
      throw new IOException(
          file
              + " holds no key in PKCS #8 form; convert it with"
              + " openssl pkcs8 -topk8 -nocrypt -in OLD -out NEW",
          e);
    }
  }
}
