package io.quorate.configuration;

import static io.quorate.configuration.DraftText.UNKNOWN;
import static io.quorate.configuration.DraftText.comment;
import static io.quorate.configuration.DraftText.key;
import static io.quorate.configuration.DraftText.quoted;

import io.quorate.cluster.EtcdVersion;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.port.FoundSets;
import io.quorate.port.FoundSets.FoundImage;
import io.quorate.port.FoundSets.FoundMember;
import io.quorate.port.FoundSets.FoundTls;
import io.quorate.port.FoundSets.FoundUrls;
import java.net.URI;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * A configuration file for a cluster that runs in StatefulSets, with comments on what only a person
 * knows.
 *
 * @param cluster the key of the cluster
 * @param keeperImage empty where a person has to name the image
 * @param ours the CA of the members and a certificate for Quorate
 */
public record SetDraft(
    String cluster,
    ApiAddress api,
    String namespace,
    FoundSets found,
    Optional<String> keeperImage,
    Optional<TlsFiles> ours) {

  /** The text of the file. */
  public String text() {
    return DraftText.HEAD + body();
  }

  /** Whether a place is left that a person has to fill in, or something could not be told. */
  public boolean isUnfinished() {
    return body().contains(UNKNOWN) || !found.untold().isEmpty();
  }

  private String body() {
    return releases() + settings() + appliers() + untold() + tls() + members();
  }

  private String releases() {
    var text =
        new StringBuilder(
            "# Images of etcd that members may be moved to; add more to upgrade:\n"
                + "etcd:\n"
                + "  releases:\n");
    Set<EtcdVersion> known = new HashSet<>();
    for (FoundImage image : found.images()) {
      String release =
          "{version: %s, image: %s}"
              .formatted(
                  image.version().map(EtcdVersion::toString).orElse(UNKNOWN),
                  quoted(image.image()));
      boolean first = image.version().map(known::add).orElse(true);
      text.append(
          first
              ? "    - %s%n".formatted(release)
              : comment("    ", "a pod runs %s, of the same version".formatted(image.image())));
    }
    return text.toString();
  }

  private String settings() {
    return """
    clusters:
      %s:
        platform: kubernetes
    %s    namespace: %s
    %s    # An image that you have built (docs/kubernetes.md has the lines): it gets the data of members.
        keeperImage: %s
        # Labels of the alerts that mean this cluster:
        # alerts: {job: etcd}
    """
        .formatted(
            cluster,
            address(),
            namespace,
            sets(),
            keeperImage.map(DraftText::quoted).orElse(UNKNOWN));
  }

  private String address() {
    return switch (api) {
      case ApiAddress.Kubeconfig at ->
          "    kubeconfig: %s%n    context: %s%n"
              .formatted(quoted(at.file().toString()), quoted(at.context()));
      case ApiAddress.InCluster here -> "    inCluster: true\n";
    };
  }

  private String sets() {
    return found.names().size() == 1
        ? "    statefulSet: %s%n".formatted(found.names().getFirst())
        : "    statefulSets: [%s]%n".formatted(String.join(", ", found.names()));
  }

  private String appliers() {
    return comment("    ", "Who applies the manifest (docs/kubernetes.md says what that means):")
        + comments(found.appliers());
  }

  private String untold() {
    return found.untold().isEmpty()
        ? ""
        : comment("    ", "Quorate could not tell:") + comments(found.untold());
  }

  private static String comments(List<String> sentences) {
    return sentences.stream()
        .map(said -> comment("    ", "- " + said))
        .collect(Collectors.joining());
  }

  private String tls() {
    return found.clients().map(this::clients).orElse("")
        + found.peers().map(SetDraft::peers).orElse("");
  }

  /** No Secret is read: the files of Quorate are a person's to write. */
  private String clients(FoundTls tls) {
    return comment("    ", "Files of the machine of Quorate. The container of etcd has:")
        + comments(tls.files())
        + (tls.asks()
            ? comment("    ", "Members ask clients for a certificate: issue one for Quorate.")
                + DraftText.tls(ours)
            : "    tls: {ca: %s}%n".formatted(DraftText.file(ours.flatMap(TlsFiles::ca))));
  }

  private static String peers(FoundTls tls) {
    return comment(
            "    ",
            "Peers have another CA, which tls takes as peer: {ca: FILE, certificate: FILE, key:"
                + " FILE}. The container has:")
        + comments(tls.files());
  }

  /** Members that the template tells are only listed where all have to be listed. */
  private String members() {
    boolean told = found.members().stream().allMatch(member -> member.urls().isPresent());
    String lines = found.members().stream().map(SetDraft::member).collect(Collectors.joining());
    return told
        ? comment(
                "    ",
                "The template names the members. Where Quorate reaches a member at another address,"
                    + " list it:")
            + ("members:\n" + lines).replaceAll("(?m)^", "    # ")
        : "    members:\n" + lines.replaceAll("(?m)^(?=.)", "    ");
  }

  private static String member(FoundMember member) {
    return "  %s: {clientUrl: %s, peerUrl: %s}%n"
        .formatted(
            key(member.name()),
            url(member.urls().map(FoundUrls::client)),
            url(member.urls().map(FoundUrls::peer)));
  }

  private static String url(Optional<URI> url) {
    return url.map(known -> quoted(known.toString())).orElse(UNKNOWN);
  }
}
