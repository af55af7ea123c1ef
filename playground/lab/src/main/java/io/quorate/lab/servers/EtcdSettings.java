package io.quorate.lab.servers;

import java.util.HashMap;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Settings of a cluster's members beyond those that every member needs.
 *
 * @param member environment variables of etcd, as in ETCD_SNAPSHOT_COUNT; {@code {name}} in a value
 *     stands for the member's name, {@code {folder}} for the folder with its files. ETCD_CERT_FILE
 *     makes the client URLs https, ETCD_PEER_CERT_FILE the peer URLs
 * @param client environment variables of etcdctl, as in ETCDCTL_CACERT or ETCDCTL_USER
 */
public record EtcdSettings(Map<String, String> member, Map<String, String> client) {

  public EtcdSettings {
    member = Map.copyOf(member);
    client = Map.copyOf(client);
  }

  /** Returns settings without TLS and users, with etcd's own defaults. */
  public static EtcdSettings plain() {
    return new EtcdSettings(Map.of(), Map.of());
  }

  /** Returns these settings with one more variable for every member. */
  public EtcdSettings with(String variable, String value) {
    var more = new HashMap<>(member);
    more.put(variable, value);
    return new EtcdSettings(more, client);
  }

  Map<String, String> of(String name, MemberFiles files) {
    return member.entrySet().stream()
        .collect(
            Collectors.toMap(
                Map.Entry::getKey,
                entry ->
                    entry
                        .getValue()
                        .replace("{name}", name)
                        .replace("{folder}", files.folder().toString())));
  }

  String clientScheme() {
    return member.containsKey("ETCD_CERT_FILE") ? "https" : "http";
  }

  String peerScheme() {
    return member.containsKey("ETCD_PEER_CERT_FILE") ? "https" : "http";
  }
}
