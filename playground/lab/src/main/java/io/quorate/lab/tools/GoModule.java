package io.quorate.lab.tools;

import io.quorate.lab.machine.Command;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * A build with Go, from the module that publishes the tool.
 *
 * <p>The go.mod of each tool names its programs, and its go.sum fixes every byte of what is built.
 * The kubelet and the rest of Kubernetes share one. Both are resources, so that the build works
 * from a jar too.
 */
record GoModule(Consumer<String> progress) implements ToolMaker {

  /**
   * Limit of one build. Temporal takes 2 to 3 minutes on two cores, downloads included, and took
   * more than 20 on two cores at a load of 17.
   */
  private static final Duration BUILD_LIMIT = Duration.ofHours(1);

  private static final Duration QUESTION_LIMIT = Duration.ofSeconds(20);

  /**
   * Beginnings of linker flags that set a variable to the version: only a build in the module's own
   * repository knows it.
   */
  private static final Map<String, String> VERSION_VARIABLES =
      Map.of(
          "temporal", "github.com/temporalio/cli/temporalcli.Version=",
          "versitygw", "main.Version=",
          "alertmanager", "github.com/prometheus/common/version.Version=",
          "helm", "helm.sh/helm/v3/internal/version.version=v",
          "kubelet", "k8s.io/component-base/version.gitVersion=v",
          "kubernetes", "k8s.io/component-base/version.gitVersion=v");

  @Override
  public String way() {
    return "the build with Go";
  }

  @Override
  public void make(Tool tool, Path scratch, Path folder)
      throws NotHere, IOException, InterruptedException {
    String module = moduleOf(tool);
    for (String file : List.of("go.mod", "go.sum")) {
      Files.writeString(scratch.resolve(file), Resources.text(module + "/" + file));
    }
    checkGo();
    progress.accept(tool + ": building it with Go, which takes minutes, but only once");
    // Go leaves its own temporary folder behind when it is killed; the scratch folder is deleted.
    Path temporary = Files.createDirectory(scratch.resolve("go-tmp"));
    for (String program : tool.programs()) {
      Command command =
          build(tool, program, folder.resolve(program))
              .in(scratch)
              .with("GOTMPDIR", temporary.toString());
      progress.accept(tool + ": building " + program);
      var build = command.run(BUILD_LIMIT);
      if (!build.succeeded()) {
        throw new NotHere("go build of " + program + " failed: " + build.lastLine());
      }
    }
  }

  /**
   * Returns the folder with the tool's go.mod. Only one version of each tool is pinned byte by
   * byte.
   */
  static String moduleOf(Tool tool) throws NotHere {
    if (!tool.isPinned() || tool.isOfDebian()) {
      throw new NotHere("there is no Go module to build " + tool + " from");
    }
    return switch (tool.name()) {
      case "etcd" -> "etcd-" + tool.minor();
      case "kubelet" -> "kubernetes";
      default -> tool.name();
    };
  }

  private static String packageOf(String program) {
    return switch (program) {
      case "etcd" -> "go.etcd.io/etcd/server/v3";
      case "etcdctl", "etcdutl" -> "go.etcd.io/etcd/" + program + "/v3";
      case "temporal" -> "github.com/temporalio/cli/cmd/temporal";
      case "versitygw" -> "github.com/versity/versitygw/cmd/versitygw";
      case "coredns" -> "github.com/coredns/coredns";
      case "alertmanager" -> "github.com/prometheus/alertmanager/cmd/alertmanager";
      case "helm" -> "helm.sh/helm/v3/cmd/helm";
      default -> "k8s.io/kubernetes/cmd/" + program;
    };
  }

  private static void checkGo() throws NotHere, InterruptedException {
    try {
      Command.of("go", "version").with("GOTOOLCHAIN", "local").run(QUESTION_LIMIT);
    } catch (IOException absent) {
      throw new NotHere("there is no go on PATH to build with");
    }
  }

  static Command build(Tool tool, String program, Path output) {
    String version = VERSION_VARIABLES.get(tool.name());
    String flags = "-s -w" + (version == null ? "" : " -X " + version + tool.version());
    return Command.of(
            List.of(
                "go",
                "build",
                "-trimpath",
                "-ldflags",
                flags,
                "-o",
                output.toString(),
                packageOf(program)))
        .with("GOFLAGS", "-buildvcs=false -mod=readonly")
        .with("CGO_ENABLED", "0")
        // Never fetches another Go; an older Go says in its last line which version is needed.
        .with("GOTOOLCHAIN", "local")
        .with("GOWORK", "off");
  }
}
