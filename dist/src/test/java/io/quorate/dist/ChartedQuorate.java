package io.quorate.dist;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quorate.lab.image.ImageArchive;
import io.quorate.lab.junit.ToolsForTests;
import io.quorate.lab.kubernetes.EtcdCertificates;
import io.quorate.lab.kubernetes.KubernetesLab;
import io.quorate.lab.machine.Command;
import io.quorate.lab.machine.Command.Finished;
import io.quorate.lab.tools.Tool;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Quorate that the chart of this build has installed with the images of this build, and a Temporal
 * beside it. People reach its gateway with the command line of this build, over TLS and with
 * tokens.
 *
 * @param folder for tokens and certificates
 */
record ChartedQuorate(KubernetesLab lab, Path folder) {
  private static final Duration LIMIT = Duration.ofMinutes(5);
  private static final ObjectMapper JSON = new ObjectMapper();
  private static final String NAMESPACE = "ops";
  private static final String TEMPORAL = "quorate.test/temporal:1";

  /** Installs the chart, and returns when its pod is ready. */
  void install() throws IOException, InterruptedException {
    lab.importImages(Built.named("quorate-image-", ".tar"));
    lab.importImages(Built.named("quorate-keeper-image-", ".tar"));
    lab.importImages(temporalImage());
    lab.apply(Files.readString(Path.of("src/test/resources/temporal.yaml")));
    Path values = Files.writeString(folder.resolve("values.yaml"), values());
    String chart = Path.of("../worker/src/main/chart").toAbsolutePath().toString();
    Command.of(ToolsForTests.helm().program("helm").toString(), "install", "quorate", chart)
        .and("-n", NAMESPACE, "-f", values.toString())
        .and("--kubeconfig", lab.kubeconfig().toString())
        .outputWithin(LIMIT);
    // The pod waits for them, and the certificate has the address of the Service.
    secrets();
    kubectl("rollout", "status", "deployment/quorate", "--timeout=240s");
  }

  private Path temporalImage() throws IOException, InterruptedException {
    var image = ImageArchive.in(folder.resolve("temporal"));
    image.add("usr/local/bin", Map.of("temporal", ToolsForTests.temporal().program("temporal")));
    Path archive = folder.resolve("temporal.tar");
    image.write(TEMPORAL, Map.of("Entrypoint", List.of("temporal")), archive);
    return archive;
  }

  private static String values() {
    return """
    image: quorate:%1$s
    keeperImage: quorate-keeper:%1$s
    configuration:
      temporal: {target: "temporal.ops:7233"}
      approval: {approvers: {oncall: [{name: dana}, {name: robin}]}}
      assessment: {lookAgain: 5s}
      etcd: {releases: [{version: %2$s, image: "%3$s"}]}
      clusters:
        orders: {platform: kubernetes, inCluster: true, namespace: orders, statefulSet: etcd}
    """
        .formatted(Built.VERSION, Tool.etcd("3.6").version(), KubernetesLab.image("3.6"));
  }

  private void secrets() throws IOException, InterruptedException {
    Path tokens = folder.resolve("tokens");
    for (String person : List.of("dana", "robin")) {
      JsonNode made =
          answer(program("token", "create", person, "--file", tokens.toString(), "-o", "json"));
      Files.writeString(folder.resolve(person), made.path("token").asText());
    }
    Path alerts = Files.writeString(folder.resolve("alert-token"), "0123456789abcdef".repeat(4));
    EtcdCertificates tls = lab.etcdCertificates("quorate", List.of("IP:" + address()));
    Files.copy(tls.authority(), folder.resolve("ca.crt"));
    secret("quorate", "tokens=" + tokens, "alert-token=" + alerts);
    secret("quorate-tls", "tls.crt=" + tls.certificate(), "tls.key=" + tls.key());
  }

  private void secret(String name, String... files) throws IOException, InterruptedException {
    List<String> words = new ArrayList<>(List.of("create", "secret", "generic", name));
    for (String file : files) {
      words.add("--from-file=" + file);
    }
    kubectl(words.toArray(String[]::new));
  }

  private String address() throws IOException, InterruptedException {
    return kubectl("get", "service", "quorate", "-o", "jsonpath={.spec.clusterIP}");
  }

  /** Returns what kubectl says about the namespace of Quorate. */
  String kubectl(String... words) throws IOException, InterruptedException {
    return lab.kubectl(words).and("-n", NAMESPACE).outputWithin(LIMIT);
  }

  /** Returns what a verb answers in the pod of Quorate. */
  Finished inside(String... words) throws IOException, InterruptedException {
    return lab.kubectl("exec", "-n", NAMESPACE, "deployment/quorate", "--", "java", "@quorate")
        .and(words)
        .run(LIMIT);
  }

  /** Returns what a verb answers to a person with a token on another machine. */
  JsonNode asked(String person, String... words) throws IOException, InterruptedException {
    return answer(
        program(words)
            .and("-o", "json")
            .with("QUORATE_GATEWAY", "https://" + address() + ":8085")
            .with("QUORATE_GATEWAY_CA", folder.resolve("ca.crt").toString())
            .with("QUORATE_TOKEN", Files.readString(folder.resolve(person))));
  }

  private Command program(String... words) {
    Path program = Built.FOLDER.resolve("quorate-" + Built.VERSION).resolve("bin/quorate");
    return Command.of(program.toString(), "--quiet").and(words).in(folder);
  }

  private static JsonNode answer(Command verb) throws IOException, InterruptedException {
    Finished ended = verb.run(LIMIT);
    if (!ended.succeeded()) {
      throw new IOException(String.join(" ", verb.words()) + ": " + ended.output());
    }
    return JSON.readTree(ended.output());
  }
}
