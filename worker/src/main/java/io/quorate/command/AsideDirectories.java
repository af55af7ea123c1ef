package io.quorate.command;

import io.quorate.cluster.MemberName;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.MemberSettings;
import io.quorate.port.DataDirectories;
import io.quorate.port.Failure;
import io.quorate.wire.AsideJson;
import io.quorate.wire.AsideJson.DirectoryJson;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/**
 * Directories that were set aside of a cluster's members, and of the places where members were or
 * may be: {@code quorate snapshots --aside}. A host that cannot be looked at hides its own
 * directories only.
 */
record AsideDirectories(ClusterSettings cluster, DataDirectories directories) {
  AsideJson at(Instant now) {
    List<DirectoryJson> found = new ArrayList<>();
    List<String> problems = new ArrayList<>();
    for (MemberSettings settings : cluster.everywhere()) {
      MemberName member = settings.name();
      try {
        directories.aside(member).forEach(kept -> found.add(DirectoryJson.of(member, kept, now)));
      } catch (Failure unseen) {
        problems.add(
            "What was set aside of " + member + " is not known: " + unseen.getMessage() + ".");
      }
    }
    return AsideJson.of(cluster.key(), now, found, problems);
  }
}
