package io.quorate.playground;

import io.quorate.lab.servers.EtcdCluster;
import io.quorate.lab.servers.EtcdMember;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Status that one member tells of itself, as etcdctl prints it, without quorum too. */
record EndpointStatus(String json) {
  static EndpointStatus of(EtcdCluster cluster, EtcdMember member)
      throws IOException, InterruptedException {
    String json = cluster.etcdctlAt(member, "endpoint", "status", "-w", "json").output();
    if (!json.contains("\"cluster_id\"")) {
      throw new IOException(member.name() + " does not tell its status: " + json.strip());
    }
    return new EndpointStatus(json);
  }

  /** Returns the last revision that the member has applied. */
  long revision() {
    return number("revision");
  }

  long clusterId() {
    return number("cluster_id");
  }

  long raftTerm() {
    return number("raftTerm");
  }

  /** Returns the version of the member's etcd. */
  String version() {
    return found("\"version\":\"([^\"]+)\"");
  }

  private long number(String field) {
    return Long.parseUnsignedLong(found("\"" + field + "\":(\\d+)"));
  }

  private String found(String pattern) {
    Matcher found = Pattern.compile(pattern).matcher(json);
    if (!found.find()) {
      throw new IllegalStateException("no " + pattern + " in " + json);
    }
    return found.group(1);
  }
}
