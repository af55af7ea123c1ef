package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.HasMetadata;
import io.fabric8.kubernetes.api.model.Node;
import io.fabric8.kubernetes.api.model.PersistentVolume;
import io.fabric8.kubernetes.api.model.PersistentVolumeClaim;
import io.fabric8.kubernetes.api.model.Pod;
import io.fabric8.kubernetes.api.model.apps.StatefulSet;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import java.util.List;

/**
 * Answers of an API server that a look reads, read once without an API server, so that the JVM can
 * write their classes into an archive (docs/adr/0030-classes-of-verbs-in-an-archive.md). The
 * largest part of a first look is the loading of these classes.
 */
public final class RehearsedAnswers {
  private static final List<Class<? extends HasMetadata>> KINDS =
      List.of(
          StatefulSet.class,
          Pod.class,
          PersistentVolumeClaim.class,
          PersistentVolume.class,
          Node.class);

  private RehearsedAnswers() {}

  /** Reads an empty object of each kind. */
  public static void read() {
    KubernetesSerialization reader = new KubernetesSerialization();
    KINDS.forEach(kind -> reader.unmarshal("{\"metadata\":{\"name\":\"none\"}}", kind));
  }
}
