package io.quorate.playground.sets;

import java.nio.file.Path;

/**
 * A volume for the claim of a member, which one node alone has.
 *
 * @param folder on this machine
 * @param node its number, from 1
 */
record NodeVolume(String namespace, String name, String claim, Path folder, int node) {
  String yaml() {
    return """
    apiVersion: v1
    kind: PersistentVolume
    metadata: {name: %s, labels: {played: %s}}
    spec:
      capacity: {storage: 1Gi}
      accessModes: [ReadWriteOnce]
      persistentVolumeReclaimPolicy: Delete
      storageClassName: hostpath
      claimRef: {namespace: %2$s, name: %s}
      hostPath: {path: %s, type: DirectoryOrCreate}
      nodeAffinity:
        required:
          nodeSelectorTerms:
          - matchExpressions: [{key: kubernetes.io/hostname, operator: In, values: [node%d]}]
    """
        .formatted(name, namespace, claim, folder, node);
  }
}
