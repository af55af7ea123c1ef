package io.quorate.hosts.ssh;

import java.security.PublicKey;
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

  /** The type in the words of ssh-keyscan. */
  String scanType() {
    if (type.startsWith("ecdsa-")) {
      return "ecdsa";
    }
    return type.startsWith("ssh-") ? type.substring("ssh-".length()) : type;
  }

  String fileOnHost() {
    return "/etc/ssh/ssh_host_" + scanType() + "_key.pub";
  }

  @Override
  public String toString() {
    return type + " " + fingerprint;
  }
}
