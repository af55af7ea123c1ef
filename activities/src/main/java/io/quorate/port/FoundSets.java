package io.quorate.port;

import io.quorate.cluster.EtcdVersion;
import java.net.URI;
import java.util.List;
import java.util.Optional;

/**
 * StatefulSets of one cluster as they run, for a configuration that is written from them.
 *
 * @param names one StatefulSet with all members, or one for each member
 * @param members by set and ordinal
 * @param images that the templates name, then those of pods that differ from their template
 * @param clients how members serve clients with TLS; empty where they serve none with TLS
 * @param peers TLS of the members among each other, where their CA is not that for clients
 * @param appliers who applies the manifests, each in a sentence
 * @param untold what could not be told, each in a sentence
 */
public record FoundSets(
    List<String> names,
    List<FoundMember> members,
    List<FoundImage> images,
    Optional<FoundTls> clients,
    Optional<FoundTls> peers,
    List<String> appliers,
    List<String> untold) {
  /** Keeps copies of the lists. */
  public FoundSets {
    names = List.copyOf(names);
    members = List.copyOf(members);
    images = List.copyOf(images);
    appliers = List.copyOf(appliers);
    untold = List.copyOf(untold);
  }

  /**
   * A member that a template names.
   *
   * @param urls empty where the template does not tell them
   */
  public record FoundMember(String name, Optional<FoundUrls> urls) {}

  /** The URLs of a member. */
  public record FoundUrls(URI client, URI peer) {}

  /**
   * An image of etcd.
   *
   * @param version that its tag names; empty where the tag is no version
   */
  public record FoundImage(String image, Optional<EtcdVersion> version) {}

  /**
   * TLS of members.
   *
   * @param asks whether who connects has to have a certificate
   * @param files the files in the container, each in words with its Secret
   */
  public record FoundTls(boolean asks, List<String> files) {
    /** Keeps a copy of the list. */
    public FoundTls {
      files = List.copyOf(files);
    }
  }
}
