package io.quorate.ssh;

import java.security.PublicKey;
import java.util.Base64;
import org.apache.sshd.common.config.keys.KeyUtils;
import org.apache.sshd.common.digest.BuiltinDigests;
import org.apache.sshd.common.util.buffer.ByteArrayBuffer;

/**
 * The key that a host shows. Printed it is its type and fingerprint.
 *
 * @param type such as {@code ssh-ed25519}
 * @param fingerprint such as {@code SHA256:...}, as ssh-keygen prints it
 */
@SuppressWarnings("ArrayRecordComponent") // the key as it travels
record ShownKey(String type, String fingerprint, byte[] bytes) {
  static ShownKey of(PublicKey key) {
    var buffer = new ByteArrayBuffer();
    buffer.putRawPublicKey(key);
    return new ShownKey(
        String.valueOf(KeyUtils.getKeyType(key)), fingerprint(key), buffer.getCompactData());
  }

  static String fingerprint(PublicKey key) {
    return KeyUtils.getFingerPrint(BuiltinDigests.sha256, key);
  }

  /** The line of {@code known_hosts} by which a host of this name has this key. */
  String knownAs(String name) {
    return name + " " + type + " " + Base64.getEncoder().encodeToString(bytes);
  }

  String fileOnHost() {
    return "/etc/ssh/ssh_host_" + family() + "_key.pub";
  }

  private String family() {
    if (type.startsWith("ecdsa-")) {
      return "ecdsa";
    }
    return type.startsWith("ssh-") ? type.substring("ssh-".length()) : type;
  }

  @Override
  public String toString() {
    return type + " " + fingerprint;
  }
}
