package io.quorate.kubernetes;

import static org.assertj.core.api.Assertions.assertThat;

import io.quorate.kubernetes.Right.Objects;
import io.quorate.kubernetes.Right.Use;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * The page of rights, and the roles of the chart, have what the table has. {@code mvn test
 * -Dnarratives.rewrite=true} writes them anew.
 */
class RightsPageTest {
  private static final Path PAGE = Path.of("../docs/reference/kubernetes-rights.md");
  private static final Path CHART = Path.of("../worker/src/main/chart/templates/_rights.tpl");
  private static final String BEGIN = "<!-- generated -->\n";
  private static final String END = "<!-- end of generated -->\n";

  /** A part of the table that gets a role of its own. */
  private enum Part {
    LOOK("Role", "quorate-look"),
    CHANGE("Role", "quorate-change"),
    CLUSTER_LOOK("ClusterRole", "quorate-look"),
    CLUSTER_CHANGE("ClusterRole", "quorate-change");

    private final String kind;
    private final String role;

    Part(String kind, String role) {
      this.kind = kind;
      this.role = role;
    }

    List<Right> rights() {
      return Rights.all().stream()
          .filter(right -> right.use().changesNothing() == role.equals("quorate-look"))
          .filter(right -> right.objects().isOfWholeKubernetes() == kind.equals("ClusterRole"))
          .toList();
    }

    /** The rules, each for one resource, with the reason for each verb. */
    String rules(String names, String leases) {
      Map<List<Object>, List<Right>> rules =
          rights().stream()
              .collect(
                  Collectors.groupingBy(
                      right -> List.of(right.group(), right.resource(), isAlone(right.objects())),
                      LinkedHashMap::new,
                      Collectors.toList()));
      return rules.values().stream()
          .map(rule -> rule(rule, names, leases))
          .collect(Collectors.joining());
    }

    /** Whether a rule of its own names these objects. Pods share one with what has no names. */
    private static boolean isAlone(Objects objects) {
      return objects == Objects.POLICY || objects == Objects.LEASE;
    }

    private static String rule(List<Right> rights, String names, String leases) {
      Right first = rights.getFirst();
      String reasons =
          rights.stream()
              .map(right -> "# %s: %s\n".formatted(right.verb(), right.reason()))
              .collect(Collectors.joining());
      String named =
          switch (first.objects()) {
            case SETS -> names;
            case LEASE -> leases;
            case POLICY -> "  resourceNames: [" + HoldPolicy.NAME + "]\n";
            case MEMBERS, KEEPERS, NAMESPACE, ANYWHERE -> "";
          };
      return "%s- apiGroups: [\"%s\"]\n  resources: [%s]\n%s  verbs: [%s]\n"
          .formatted(
              reasons,
              first.group(),
              first.resource(),
              named,
              rights.stream().map(Right::verb).distinct().collect(Collectors.joining(", ")));
    }

    String manifest() {
      String namespace = kind.equals("Role") ? ", namespace: etcd" : "";
      return """
      ```yaml
      apiVersion: rbac.authorization.k8s.io/v1
      kind: %s
      metadata: {name: %s%s}
      rules:
      %s```
      """
          .formatted(
              kind,
              role,
              namespace,
              rules("  resourceNames: [orders]\n", "  resourceNames: [quorate-orders]\n"));
    }

    String template() {
      String name = name().toLowerCase(Locale.ROOT).replace('_', '-');
      String names = "  {{- with .statefulSets }}\n  resourceNames: {{ toJson . }}\n  {{- end }}\n";
      String leases =
          "  {{- with .statefulSets }}\n"
              + "  resourceNames:\n"
              + "  {{- range . }}\n"
              + "  - {{ printf \"quorate-%s\" . }}\n"
              + "  {{- end }}\n"
              + "  {{- end }}\n";
      return "{{- define \"quorate.rights.%s\" }}\n%s{{- end }}\n"
          .formatted(name, rules(names, leases));
    }
  }

  @Test
  void thePageHasEveryRight() throws IOException {
    String page = Files.readString(PAGE);
    int begin = page.indexOf(BEGIN) + BEGIN.length();
    int end = page.indexOf(END);
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.writeString(PAGE, page.substring(0, begin) + generated() + page.substring(end));
      return;
    }
    assertThat(page.substring(begin, end)).isEqualTo(generated());
  }

  @Test
  void theRolesOfTheChartHaveEveryRight() throws IOException {
    String roles =
        "{{/* Written by RightsPageTest from the table of rights. */}}\n"
            + Stream.of(Part.values()).map(Part::template).collect(Collectors.joining());
    if (Boolean.getBoolean("narratives.rewrite")) {
      Files.writeString(CHART, roles);
      return;
    }
    assertThat(CHART).content().isEqualTo(roles);
  }

  private static List<Part> parts() {
    return Stream.of(Part.values()).filter(part -> !part.rights().isEmpty()).toList();
  }

  private static String generated() {
    StringBuilder text = new StringBuilder();
    for (Use use : Use.values()) {
      text.append("\nRights %s. Needed by: %s.\n\n".formatted(use.words(), use.needed()));
      text.append("| verb | resource | granted in a | by name | reason |\n|---|---|---|---|---|\n");
      Rights.of(use).forEach(right -> text.append(row(right)));
    }
    text.append(
        "\nThe roles, for a cluster in the StatefulSet `orders` of the namespace `etcd`.\n");
    parts().forEach(part -> text.append('\n').append(part.manifest()));
    return text.append('\n').toString();
  }

  private static String row(Right right) {
    String group = right.group().isEmpty() ? "" : "." + right.group();
    return "| %s | `%s%s` | %s | %s | %s |\n"
        .formatted(
            right.verb(),
            right.resource(),
            group,
            right.objects().isOfWholeKubernetes() ? "ClusterRole" : "Role",
            switch (right.objects()) {
              case SETS -> "the StatefulSets";
              case MEMBERS -> "pods of members";
              case KEEPERS -> "keepers";
              case LEASE -> "the lease of the cluster";
              case POLICY -> "`" + HoldPolicy.NAME + "`";
              case NAMESPACE, ANYWHERE -> "no";
            },
            right.reason());
  }
}
