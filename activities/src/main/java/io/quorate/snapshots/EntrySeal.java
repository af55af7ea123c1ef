package io.quorate.snapshots;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.quorate.port.Failure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/**
 * A MAC over a catalogue entry, with a key that is not in the bucket. The entry has the SHA-256 of
 * its snapshot, so whoever can write to the bucket can replace neither of the two. An older entry
 * with its older snapshot still has a MAC that holds.
 *
 * @param keyFile at least 32 bytes, of which white space at both ends does not count
 */
record EntrySeal(Path keyFile) {
  private static final String FIELD = "mac";
  private static final String ALGORITHM = "HmacSHA256";
  private static final int SHORTEST_KEY = 32;

  private static final ObjectMapper JSON =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  /** Returns the entry with its MAC as the last field. */
  String sealed(String entry) {
    ObjectNode node =
        object(entry).orElseThrow(() -> new IllegalArgumentException("an entry is an object"));
    node.remove(FIELD);
    node.put(FIELD, mac(node));
    return text(node) + "\n";
  }

  /** Returns whether the entry has the MAC of this key. */
  boolean holds(String entry) {
    return object(entry).filter(this::holds).isPresent();
  }

  private boolean holds(ObjectNode node) {
    JsonNode shown = node.remove(FIELD);
    return shown != null
        && MessageDigest.isEqual(
            shown.asText().getBytes(StandardCharsets.UTF_8),
            mac(node).getBytes(StandardCharsets.UTF_8));
  }

  private static Optional<ObjectNode> object(String entry) {
    try {
      return JSON.readTree(entry) instanceof ObjectNode node ? Optional.of(node) : Optional.empty();
    } catch (JsonProcessingException none) {
      return Optional.empty();
    }
  }

  private static String text(ObjectNode node) {
    try {
      return JSON.writeValueAsString(node);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("what was read can be written", e);
    }
  }

  private String mac(ObjectNode node) {
    try {
      Mac mac = Mac.getInstance(ALGORITHM);
      mac.init(new SecretKeySpec(key(), ALGORITHM));
      return Base64.getEncoder()
          .encodeToString(mac.doFinal(text(node).getBytes(StandardCharsets.UTF_8)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java has " + ALGORITHM, e);
    }
  }

  /** Reads the key each time, so that it is in no field that could be printed. */
  private byte[] key() {
    try {
      byte[] key =
          Files.readString(keyFile, StandardCharsets.ISO_8859_1)
              .strip()
              .getBytes(StandardCharsets.ISO_8859_1);
      if (key.length < SHORTEST_KEY) {
        throw new Failure.Refused(
            keyFile
                + " (snapshots.s3.macKeyFile) has "
                + key.length
                + " bytes; a key has at least 32: head -c 32 /dev/urandom | base64 > "
                + keyFile);
      }
      return key;
    } catch (IOException e) {
      throw new Failure.Refused(
          keyFile + " (snapshots.s3.macKeyFile) cannot be read: " + e.getMessage());
    }
  }
}
