package io.quorate.kubernetes;

import java.nio.file.Path;
import java.util.List;

/**
 * Where the API server is, and as whom Quorate asks it. The configuration names the source; no
 * environment variable and no file of the home directory takes its place.
 */
public sealed interface ApiSource {
  /** The source in a sentence. */
  String name();

  /** A context of a kubeconfig file, whichever context is the current one there. */
  record Kubeconfig(Path file, String context) implements ApiSource {
    @Override
    public String name() {
      return "the context " + context + " of " + file;
    }

    /** Returns the names of the contexts in a kubeconfig file. */
    public static List<String> contexts(Path file) {
      return KubeconfigFile.contexts(file);
    }
  }

  /** The cluster that Quorate itself runs in, as the service account of its pod. */
  record InCluster() implements ApiSource {
    @Override
    public String name() {
      return "the service account of Quorate's pod";
    }
  }
}
