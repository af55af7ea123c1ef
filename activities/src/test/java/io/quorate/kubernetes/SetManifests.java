package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.Serialization;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Objects;

/** Manifests of StatefulSets as people apply them. */
final class SetManifests {
  private SetManifests() {}

  static StatefulSet read(String name) {
    try (InputStream in = SetManifests.class.getResourceAsStream(name)) {
      return Serialization.unmarshal(
          new String(Objects.requireNonNull(in).readAllBytes(), StandardCharsets.UTF_8),
          StatefulSet.class);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
