package io.quorate.lab.junit;

import static org.junit.jupiter.api.Assumptions.abort;

import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Folders;
import io.quorate.lab.tools.Tools;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.BeforeAllCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The Kubernetes lab of all test classes of this process: the first class starts the lab, and the
 * lab ends with the last one. Each class takes a namespace of its own, and leaves both nodes on.
 *
 * <p>When a test fails, the logs of the lab are kept. Where no lab can be started, the tests are
 * skipped and the reason is printed; with CI=true they fail.
 */
public final class SharedKubernetesLab implements BeforeAllCallback, AfterEachCallback {
  private final List<String> releases;
  private Optional<KubernetesLab> lab = Optional.empty();

  /** Creates the extension for tests that need the images of these releases of etcd, as in 3.6. */
  public SharedKubernetesLab(String... releases) {
    this.releases = List.of(releases);
  }

  /** Returns the lab, once a test of the class runs. */
  public KubernetesLab get() {
    return lab.orElseThrow();
  }

  @Override
  public void beforeAll(ExtensionContext context) throws IOException, InterruptedException {
    KubernetesLab.whyNot().ifPresent(why -> skip(context.getDisplayName(), why));
    var store = context.getRoot().getStore(ExtensionContext.Namespace.create(getClass()));
    var started = store.getOrComputeIfAbsent("lab", key -> Started.now(), Started.class);
    for (String release : releases) {
      started.lab().importImage(1, release);
      started.lab().importImage(2, release);
    }
    lab = Optional.of(started.lab());
  }

  @Override
  public void afterEach(ExtensionContext context) throws IOException, InterruptedException {
    if (context.getExecutionException().isPresent()) {
      Path logs = Files.createTempFile("quorate-kubernetes-", ".tar.gz");
      get().saveLogs(logs);
      System.out.println(context.getDisplayName() + " failed, the logs of Kubernetes: " + logs);
    }
  }

  private static void skip(String test, String why) {
    if ("true".equals(System.getenv("CI"))) {
      throw new IllegalStateException(why);
    }
    System.err.println("skipped: " + test + ": " + why);
    abort(why);
  }

  /** A lab that JUnit closes with the store in which the lab is. */
  private record Started(KubernetesLab lab, Path folder) implements AutoCloseable {
    static Started now() {
      try {
        Path folder = Files.createTempDirectory("quorate-kubernetes-");
        var tools = Tools.ofThisMachine(System.getenv(), System.out::println);
        var lab = KubernetesLab.start(folder.resolve("lab"), tools, List.of(), System.out::println);
        return new Started(lab, folder);
      } catch (IOException failed) {
        throw new IllegalStateException("no Kubernetes lab: " + failed.getMessage(), failed);
      } catch (InterruptedException calledOff) {
        Thread.currentThread().interrupt();
        throw new IllegalStateException("no Kubernetes lab: called off", calledOff);
      }
    }

    @Override
    public void close() throws IOException, InterruptedException {
      lab.close();
      Folders.delete(folder);
    }
  }
}
