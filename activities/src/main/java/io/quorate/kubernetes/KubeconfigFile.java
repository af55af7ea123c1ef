package io.quorate.kubernetes;

import io.fabric8.kubernetes.api.model.AuthInfo;
import io.fabric8.kubernetes.api.model.Cluster;
import io.fabric8.kubernetes.api.model.Config;
import io.fabric8.kubernetes.api.model.Context;
import io.fabric8.kubernetes.api.model.NamedContext;
import io.fabric8.kubernetes.client.utils.KubernetesSerialization;
import io.quorate.port.Failure;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A kubeconfig file, of which one named context is read. What needs a program of the user's machine
 * or weakens the connection is refused with a sentence; nothing is left out quietly.
 */
final class KubeconfigFile {
  /** Servers to which a token may be sent: over TLS, or to this machine alone. */
  private static final Pattern SAFE =
      Pattern.compile("https://|http://(127\\.0\\.0\\.1|localhost|\\[::1])(:\\d+)?(/|$)");

  private final ApiSource.Kubeconfig source;
  private final Config content;

  private KubeconfigFile(ApiSource.Kubeconfig source, Config content) {
    this.source = source;
    this.content = content;
  }

  /** Reads the access that the context of the source describes. */
  static ApiAccess access(ApiSource.Kubeconfig source) {
    return new KubeconfigFile(source, content(source.file())).access();
  }

  /** Returns the names of the contexts in the file. */
  static List<String> contexts(Path file) {
    return contexts(content(file));
  }

  private static List<String> contexts(Config content) {
    return content.getContexts().stream().map(NamedContext::getName).toList();
  }

  private static Config content(Path file) {
    String text = ApiAccess.text(file);
    try {
      Config content = new KubernetesSerialization().unmarshal(text, Config.class);
      if (content != null && "Config".equals(content.getKind())) {
        return content;
      }
    } catch (RuntimeException unreadable) {
      // Without the cause, whose words may hold a part of the file.
      throw new Failure.Fault(file + " is no kubeconfig: it cannot be read as YAML");
    }
    throw new Failure.Fault(file + " is no kubeconfig: it has no 'kind: Config'");
  }

  private ApiAccess access() {
    Context context = context();
    Cluster cluster = cluster(context.getCluster());
    return new ApiAccess(
        server(cluster),
        pem(cluster.getCertificateAuthorityData(), cluster.getCertificateAuthority()),
        identity(user(context.getUser())));
  }

  private Context context() {
    return content.getContexts().stream()
        .filter(each -> source.context().equals(each.getName()))
        .map(NamedContext::getContext)
        .findFirst()
        .orElseThrow(this::noContext);
  }

  private Failure.Fault noContext() {
    List<String> names = contexts(content);
    return new Failure.Fault(
        "%s has no context %s; it has %s"
            .formatted(
                source.file(),
                source.context(),
                names.isEmpty() ? "none" : String.join(", ", names)));
  }

  private Cluster cluster(String name) {
    return content.getClusters().stream()
        .filter(each -> each.getName().equals(name))
        .map(each -> each.getCluster())
        .findFirst()
        .orElseThrow(() -> fault("names the cluster " + name + ", which is not there"));
  }

  private AuthInfo user(String name) {
    return content.getUsers().stream()
        .filter(each -> each.getName().equals(name))
        .map(each -> each.getUser())
        .findFirst()
        .orElseThrow(() -> fault("names the user " + name + ", who is not there"));
  }

  private String server(Cluster cluster) {
    if (Boolean.TRUE.equals(cluster.getInsecureSkipTlsVerify())) {
      throw fault(
          "does not check who answers (insecure-skip-tls-verify), and Quorate does; put the"
              + " server's certificate-authority into it");
    }
    if (isSet(cluster.getTlsServerName()) || isSet(cluster.getProxyUrl())) {
      throw fault(
          "has a tls-server-name or a proxy-url, which Quorate cannot follow; name a server that"
              + " is reached directly and whose certificate has its name");
    }
    if (!isSet(cluster.getServer())) {
      throw fault("names no server");
    }
    if (!SAFE.matcher(cluster.getServer()).lookingAt()) {
      throw fault("names a server without https://, to which a token would go in the clear");
    }
    return cluster.getServer();
  }

  private ApiAccess.Identity identity(AuthInfo user) {
    if (user.getExec() != null || user.getAuthProvider() != null) {
      throw fault(
          "gets its credentials from a program (exec or auth-provider), which Quorate does not"
              + " run; make a service account for Quorate, with its token in the file");
    }
    if (isSet(user.getAs())) {
      throw fault(
          "speaks as somebody else (as), which Quorate does not; give it a user of its own");
    }
    Optional<String> certificates =
        pem(user.getClientCertificateData(), user.getClientCertificate());
    Optional<String> key = pem(user.getClientKeyData(), user.getClientKey());
    if (certificates.isPresent() && (isSet(user.getToken()) || isSet(user.getTokenFile()))) {
      throw fault("has a token and a client certificate; keep one of them");
    }
    return Stream.<Optional<ApiAccess.Identity>>of(
            given(user.getTokenFile()).map(at(ApiAccess.Identity.TokenFile::new)),
            given(user.getToken()).map(ApiAccess.Identity.Token::new),
            certificates.flatMap(
                each ->
                    key.map(
                        pem ->
                            new ApiAccess.Identity.Certificate(
                                each, ClientKey.of(source.name(), pem)))))
        .flatMap(Optional::stream)
        .findFirst()
        .orElseThrow(() -> fault("has no token, and no client certificate with its key"));
  }

  /** A text that stands in the file itself, in base64, or in a file that the file names. */
  private Optional<String> pem(@Nullable String data, @Nullable String path) {
    return given(data).map(this::decoded).or(() -> given(path).map(at(ApiAccess::text)));
  }

  private String decoded(String data) {
    try {
      byte[] bytes = Base64.getDecoder().decode(data.replaceAll("\\s", ""));
      return new String(bytes, StandardCharsets.UTF_8);
    } catch (IllegalArgumentException broken) {
      throw fault("holds a certificate or key that is not in base64");
    }
  }

  /** Paths in a kubeconfig count from its folder. */
  private <T> Function<String, T> at(Function<Path, T> read) {
    return path -> read.apply(source.file().toAbsolutePath().resolveSibling(path));
  }

  private static Optional<String> given(@Nullable String text) {
    return Optional.ofNullable(text).filter(each -> !each.isEmpty());
  }

  private static boolean isSet(@Nullable String text) {
    return text != null && !text.isEmpty();
  }

  private Failure.Fault fault(String why) {
    return new Failure.Fault(source.name() + " " + why);
  }
}
