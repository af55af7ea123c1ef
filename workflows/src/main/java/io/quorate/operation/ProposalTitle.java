package io.quorate.operation;

import io.quorate.cluster.CleanText;
import io.quorate.cluster.ClusterKey;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** Title of what an incident proposes, before there is a plan: {@code payments: replace etcd-1}. */
public final class ProposalTitle {
  /** Characters that Temporal takes for a summary, which has to be one line of 200 bytes. */
  private static final int LONGEST = 190;

  /** Runbooks about single members, in one word. */
  private static final Map<String, String> VERBS =
      Map.of(
          "minority-replace", "replace",
          "member-restart", "restart",
          "repair-corrupt-member", "repair");

  private ProposalTitle() {}

  /**
   * Returns the title.
   *
   * @param trouble the diagnosis with the condition of each member: {@code minority-lost: etcd-1
   *     LOST}
   */
  public static String of(ClusterKey cluster, String runbook, String trouble) {
    String verb = VERBS.get(runbook);
    List<String> members = members(trouble);
    String words =
        verb == null || members.isEmpty()
            ? runbook.replace('-', ' ')
            : verb + " " + String.join(", ", members);
    return CleanText.line(cluster + ": " + words, LONGEST);
  }

  /** Returns the members that are in trouble. */
  static List<String> members(String trouble) {
    int colon = trouble.indexOf(": ");
    return colon < 0
        ? List.of()
        : Arrays.stream(trouble.substring(colon + 2).split(", "))
            .map(one -> one.split(" ")[0])
            .filter(name -> !name.isBlank())
            .toList();
  }
}
