package io.quorate.kubernetes;

import io.quorate.kubernetes.Right.Objects;
import io.quorate.kubernetes.Right.Use;
import java.util.List;
import java.util.regex.Pattern;

/**
 * All rights that Quorate needs at the API server. A row is there for a request that the code
 * sends, and a test fails for a request without a row and for a row without a request.
 */
public final class Rights {
  // The use, the verb, the resource with its API group, the objects, and the reason.
  private static final String TABLE =
      """
      LOOK get statefulsets.apps SETS        The template names the members, and annotations tell what is held.
      LOOK list pods NAMESPACE               The pods tell which members run, and who else uses their volumes.
      LOOK list persistentvolumeclaims NAMESPACE  The claims tell which members have data.
      LOOK get pods/log MEMBERS              The last lines of etcd tell why a member ended.
      LOOK get persistentvolumes ANYWHERE    The volume tells what becomes of data whose claim is deleted.
      LOOK get nodes ANYWHERE                Of pods on a node that is not Ready nothing is known.
      LOOK list nodes ANYWHERE               A node is found by its host name, which may not be its name, or by its zone.
      LOOK get validatingadmissionpolicies.admissionregistration.k8s.io POLICY         The policy keeps others from a held set.
      LOOK get validatingadmissionpolicybindings.admissionregistration.k8s.io POLICY   A policy that is not bound refuses nothing.
      LOOK list services NAMESPACE           A Service that was created anew has lost the address that is a peer URL.
      LOOK get leases.coordination.k8s.io LEASE  The Lease tells whether another Quorate operates the cluster.
      ADVISE list poddisruptionbudgets.policy NAMESPACE  The budget tells how many members a drain may take at once.
      HOLD patch pods MEMBERS                The finalizer keeps the proof of an end; without its gate a member starts.
      HOLD delete pods MEMBERS               A member is stopped by the deletion of its pod, by uid.
      DATA patch persistentvolumeclaims NAMESPACE  A claim says how the last run on it ended, once its place is given up.
      DATA delete persistentvolumeclaims NAMESPACE  The claim of a volume that no pod can use makes room for a new one.
      DATA patch persistentvolumes ANYWHERE  A volume that is set aside outlives its claim.
      DATA list persistentvolumes ANYWHERE   Volumes that were set aside are found by their label, and free ones by their class.
      DATA create pods NAMESPACE             A keeper mounts the claim of a member that does not run.
      DATA get pods KEEPERS                  A keeper is awaited, and seen gone before its member starts.
      DATA delete pods KEEPERS               A keeper is deleted before its member starts.
      DATA get pods/exec KEEPERS             Scripts run in the keeper.
      DATA create pods/exec KEEPERS          Kubernetes from 1.35 on asks for this right too where scripts run.
      DATA list events NAMESPACE             The events of a keeper tell why its volume cannot be mounted.
      PLACE get storageclasses.storage.k8s.io ANYWHERE  The class tells whether a new volume comes to be where its pod is.
      ADOPT delete statefulsets.apps SETS    A set is deleted without its pods, by uid and version, to be created again.
      ADOPT create statefulsets.apps NAMESPACE  It is created with another podManagementPolicy, which cannot be changed.
      LOCK patch statefulsets.apps SETS      A set is taken over and handed back, and gets another image.
      LOCK list horizontalpodautoscalers.autoscaling NAMESPACE  An autoscaler of the set knows nothing of etcd's membership.
      LOCK create leases.coordination.k8s.io NAMESPACE  The Lease is made before the first change of a plan.
      LOCK patch leases.coordination.k8s.io LEASE  The Lease is renewed until the workloads are handed back.
      LOCK delete leases.coordination.k8s.io LEASE  The Lease is removed when the workloads are handed back.
      """;

  private static final Pattern COLUMNS = Pattern.compile(" +");
  private static final List<Right> ALL = TABLE.lines().map(Rights::row).toList();

  private Rights() {}

  private static Right row(String line) {
    String[] columns = COLUMNS.split(line, 5);
    String[] resource = columns[2].split("\\.", 2);
    return new Right(
        columns[1],
        resource.length == 1 ? "" : resource[1],
        resource[0],
        Objects.valueOf(columns[3]),
        Use.valueOf(columns[0]),
        columns[4]);
  }

  /** The whole table. */
  public static List<Right> all() {
    return ALL;
  }

  /** The rights for one use. Those of {@link Use#LOOK} change nothing. */
  public static List<Right> of(Use use) {
    return ALL.stream().filter(right -> right.use() == use).toList();
  }
}
