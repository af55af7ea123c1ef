package io.quorate.command;

import io.quorate.cluster.MembershipEntry;
import io.quorate.configuration.ClusterSettings;
import io.quorate.configuration.Configuration;
import io.quorate.configuration.ConfigurationDraft.FoundMember;
import io.quorate.configuration.MemberSettings;
import io.quorate.configuration.OnHost.HostSettings;
import io.quorate.configuration.SetSettings.ApiAddress;
import io.quorate.configuration.TlsFiles;
import io.quorate.port.ClusterRecords;
import io.quorate.port.DataDirectories;
import io.quorate.port.FoundSets;
import io.quorate.port.SnapshotCatalogue;
import io.quorate.port.SnapshotStore;
import io.quorate.view.ClusterView;
import io.quorate.view.Member;
import io.quorate.wire.CheckJson.Checked;
import java.net.URI;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import javax.net.ssl.SSLContext;

/**
 * Wiring of the process as verbs need it: heavy parts are made only when a verb asks for them. A
 * part that cannot be made throws with a sentence.
 */
public interface Wiring {
  /** Looks of verbs that ask etcd themselves; opens connections to etcd only. */
  Looks looks(Configuration configuration);

  /** The snapshots that were saved; opens no connection. */
  SnapshotCatalogue snapshots(Configuration configuration);

  /**
   * The cluster with the members that its platform names, where the configuration leaves them out.
   *
   * @throws io.quorate.port.Failure where the platform does not tell them
   */
  ClusterSettings located(ClusterSettings cluster);

  /** The data directories of one cluster's members; opens no connection to etcd. */
  DataDirectories directories(ClusterSettings cluster);

  /**
   * The manifest of the PodDisruptionBudget that a cluster in Kubernetes should have.
   *
   * @throws io.quorate.port.Failure.Refused where there is none that would do any good
   */
  String disruptionBudget(ClusterSettings cluster);

  /** The store of the snapshots, from which old ones are removed; opens no connection. */
  SnapshotStore store(Configuration configuration);

  /** Returns the store of the clusters' records, without opening a connection. */
  ClusterRecords records(Configuration configuration);

  /**
   * Checks of a member's files by what a look found of them; opens no connection.
   *
   * @param whose the member, as a clause at the end of each name
   */
  List<Checked> checks(
      MemberSettings member, Optional<Member> seen, ClusterView view, String whose);

  /** Probes of everything beside the members: Temporal, and Slack where it is configured. */
  List<Probe> probes(Configuration configuration);

  /** TLS of a client that trusts the CAs of this file alone. */
  SSLContext trusting(Path ca);

  /**
   * The member list of the first of these client URLs that answers.
   *
   * @throws io.quorate.port.Failure where none answers
   */
  List<MembershipEntry> listed(List<URI> endpoints, Optional<TlsFiles> tls);

  /**
   * The members that run on a machine, as a configuration would have them.
   *
   * @throws io.quorate.port.Failure where it cannot be reached
   */
  List<FoundMember> membersOn(HostSettings.Ssh host);

  /**
   * Returns the names of the contexts in a kubeconfig file.
   *
   * @throws io.quorate.port.Failure where the file cannot be read
   */
  List<String> contexts(Path kubeconfig);

  /**
   * Finds the StatefulSets of one cluster in a namespace.
   *
   * @param chosen their names; empty for whatever runs etcd there
   * @throws io.quorate.port.Failure where nobody can tell which they are, or nobody answers
   */
  FoundSets setsIn(ApiAddress api, String namespace, List<String> chosen);

  /** Runs until the process is told to end; returns the exit code. */
  int serve(Configuration configuration, Roles roles);
}
