package io.quorate.configuration;

import io.quorate.cluster.MemberName;
import java.util.Optional;

/** Reads what a member's section says of its platform. */
interface PlatformReader<P extends PlatformSettings> {
  /** The reader of the platform of this name. The switch names every platform that there is. */
  static PlatformReader<?> named(Scalar scalar, Section cluster, Paths paths, Conflicts conflicts)
      throws Wrong {
    return switch (ValueParsers.text(scalar)) {
      case "hosts" -> new OnHostReader(paths, conflicts);
      case "kubernetes" -> new InKubernetesReader(new SetReader(cluster, paths).read());
      default ->
          throw new Wrong(
              "there is no platform '" + scalar.written() + "'; write hosts or kubernetes");
    };
  }

  /** Returns the StatefulSets that run the cluster; empty on hosts. */
  default Optional<SetSettings> sets() {
    return Optional.empty();
  }

  /** Reads a member's own place. */
  P own(Section section);

  /** Reads the next place of a member, completed from its own place. */
  P next(Section section, MemberName member, P own);
}
