package io.quorate.ssh;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PublicKey;
import java.util.Optional;
import org.apache.sshd.common.config.keys.PublicKeyEntry;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyEncryptionContext;
import org.apache.sshd.common.config.keys.writer.openssh.OpenSSHKeyPairResourceWriter;
import org.apache.sshd.common.util.security.SecurityUtils;

/** Key pairs for tests, and their files. */
final class Keys {
  static final KeyPair RSA = rsa();

  private Keys() {}

  static KeyPair ed25519() {
    try {
      return SecurityUtils.getKeyPairGenerator(SecurityUtils.EDDSA).generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  private static KeyPair rsa() {
    try {
      var generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(2048);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  static Path write(KeyPair pair, Path file) {
    return write(pair, file, Optional.empty());
  }

  static Path encrypted(KeyPair pair, Path file) {
    var encryption = new OpenSSHKeyEncryptionContext();
    encryption.setPassword("secret");
    encryption.setCipherType("256");
    return write(pair, file, Optional.of(encryption));
  }

  private static Path write(
      KeyPair pair, Path file, Optional<OpenSSHKeyEncryptionContext> encryption) {
    try (OutputStream out = Files.newOutputStream(file)) {
      OpenSSHKeyPairResourceWriter.INSTANCE.writePrivateKey(
          pair, "a test", encryption.orElse(null), out);
      return file;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } catch (GeneralSecurityException e) {
      throw new AssertionError(e);
    }
  }

  /** Type and key in base64, as in known_hosts. */
  static String line(PublicKey key) {
    return PublicKeyEntry.toString(key);
  }
}
