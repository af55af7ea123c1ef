package io.quorate.slack;

import io.quorate.cluster.ClusterKey;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.TemporalPage;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Links that messages carry, for people who read them on another machine than Quorate's.
 *
 * @param page URL of the gateway's page; empty: not known
 * @param workflows list of the namespace's workflows on Temporal's page; empty: not known
 * @param run id of the run that a message is about; empty: not known
 */
public record Links(Optional<URI> page, Optional<String> workflows, Optional<String> run) {
  /** No link at all, as long as the configuration names neither page. */
  public static final Links NONE = new Links(Optional.empty(), Optional.empty());

  /** Creates links of messages that are about no run yet. */
  public Links(Optional<URI> page, Optional<String> workflows) {
    this(page, workflows, Optional.empty());
  }

  /** Returns the links of messages about this run. */
  Links about(Optional<String> thatRun) {
    return new Links(page, workflows, thatRun);
  }

  /**
   * Returns the links of an operation, for a message. The one to Temporal leads to the tab with the
   * details of the run; where that is not known, to the newest run of the cluster's workflow.
   */
  List<String> of(String operation, ClusterKey cluster) {
    return Stream.concat(
            page(operation).stream(),
            workflows.stream().map(list -> link(inTemporal(list, cluster), "Temporal")))
        .toList();
  }

  /**
   * Returns the link to a place of the gateway's page.
   *
   * @param place id of an operation, or key of a cluster
   */
  Optional<String> page(String place) {
    return page.map(url -> link(withoutSlash(url.toString()) + "/#" + encoded(place), "page"));
  }

  private String inTemporal(String list, ClusterKey cluster) {
    String id = OperationRequest.workflowId(cluster);
    return run.map(known -> TemporalPage.details(list, id, known))
        .orElseGet(() -> list + "/" + encoded(id));
  }

  private static String encoded(String word) {
    return URLEncoder.encode(word, StandardCharsets.UTF_8);
  }

  private static String withoutSlash(String url) {
    return url.endsWith("/") ? url.substring(0, url.length() - 1) : url;
  }

  private static String link(String url, String word) {
    return "<" + Mrkdwn.text(url).replace("|", "%7C") + "|" + word + ">";
  }
}
