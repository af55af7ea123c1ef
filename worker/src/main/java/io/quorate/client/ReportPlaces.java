package io.quorate.client;

import io.quorate.operation.IncidentNames;
import io.quorate.operation.OperationRequest;
import io.quorate.operation.TemporalPage;
import io.quorate.wire.ReportJson.LinkJson;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Places where more than the report is to be seen.
 *
 * @param page URL of the gateway's page; empty: not known
 * @param workflows the list of workflows of the namespace on Temporal's page; empty: not known
 */
public record ReportPlaces(Optional<URI> page, Optional<String> workflows) {
  public static final ReportPlaces NONE = new ReportPlaces(Optional.empty(), Optional.empty());

  List<LinkJson> of(List<OperationExecution> operations, Optional<IncidentExecution> incident) {
    List<LinkJson> links = new ArrayList<>();
    for (OperationExecution one : operations) {
      page.ifPresent(
          url -> links.add(new LinkJson(one.operation() + " on the page", at(url, one))));
      workflows.ifPresent(
          list ->
              links.add(
                  new LinkJson(
                      one.operation() + " in Temporal",
                      TemporalPage.details(
                          list, OperationRequest.workflowId(one.cluster()), one.runId()))));
    }
    incident.ifPresent(
        one ->
            workflows.ifPresent(
                list ->
                    links.add(
                        new LinkJson(
                            "the incident in Temporal",
                            TemporalPage.details(
                                list, IncidentNames.workflowId(one.cluster()), one.runId())))));
    return links;
  }

  private static String at(URI page, OperationExecution one) {
    return page.toString().replaceFirst("/+$", "") + "/#" + encoded(one.operation());
  }

  private static String encoded(String word) {
    return URLEncoder.encode(word, StandardCharsets.UTF_8);
  }
}
