package io.quorate.wire;

import io.quorate.diagnosis.DiagnosisTable;
import io.quorate.view.ClusterView;
import java.util.List;

/** Output of {@code quorate clusters -o json}. */
public record ClustersJson(List<ClusterJson> clusters) {
  /** One cluster in a line. */
  public record ClusterJson(
      String cluster, StatusJson.DiagnosisJson diagnosis, int voters, int margin) {
    static ClusterJson of(ClusterView view) {
      return new ClusterJson(
          view.cluster().value(),
          StatusJson.DiagnosisJson.of(DiagnosisTable.diagnose(view)),
          view.voters().size(),
          view.margin());
    }
  }

  public static ClustersJson of(List<ClusterView> views) {
    return new ClustersJson(views.stream().map(ClusterJson::of).toList());
  }
}
