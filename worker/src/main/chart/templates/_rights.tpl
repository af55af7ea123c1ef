{{/* Written by RightsPageTest from the table of rights. */}}
{{- define "quorate.rights.look" }}
# get: The template names the members, and annotations tell what is held.
- apiGroups: ["apps"]
  resources: [statefulsets]
  {{- with .statefulSets }}
  resourceNames: {{ toJson . }}
  {{- end }}
  verbs: [get]
# list: The pods tell which members run, and who else uses their volumes.
- apiGroups: [""]
  resources: [pods]
  verbs: [list]
# list: The claims tell which members have data.
- apiGroups: [""]
  resources: [persistentvolumeclaims]
  verbs: [list]
# get: The last lines of etcd tell why a member ended.
- apiGroups: [""]
  resources: [pods/log]
  verbs: [get]
# list: A Service that was created anew has lost the address that is a peer URL.
- apiGroups: [""]
  resources: [services]
  verbs: [list]
# get: The Lease tells whether another Quorate operates the cluster.
- apiGroups: ["coordination.k8s.io"]
  resources: [leases]
  {{- with .statefulSets }}
  resourceNames:
  {{- range . }}
  - {{ printf "quorate-%s" . }}
  {{- end }}
  {{- end }}
  verbs: [get]
# list: The budget tells how many members a drain may take at once.
- apiGroups: ["policy"]
  resources: [poddisruptionbudgets]
  verbs: [list]
{{- end }}
{{- define "quorate.rights.change" }}
# patch: The finalizer keeps the proof of an end; without its gate a member starts.
# delete: A member is stopped by the deletion of its pod, by uid.
# create: A keeper mounts the claim of a member that does not run.
# get: A keeper is awaited, and seen gone before its member starts.
# delete: A keeper is deleted before its member starts.
- apiGroups: [""]
  resources: [pods]
  verbs: [patch, delete, create, get]
# patch: A claim says how the last run on it ended, once its place is given up.
# delete: The claim of a volume that no pod can use makes room for a new one.
- apiGroups: [""]
  resources: [persistentvolumeclaims]
  verbs: [patch, delete]
# get: Scripts run in the keeper.
# create: Kubernetes from 1.35 on asks for this right too where scripts run.
- apiGroups: [""]
  resources: [pods/exec]
  verbs: [get, create]
# list: The events of a keeper tell why its volume cannot be mounted.
- apiGroups: [""]
  resources: [events]
  verbs: [list]
# delete: A set is deleted without its pods, by uid and version, to be created again.
# create: It is created with another podManagementPolicy, which cannot be changed.
# patch: A set is taken over and handed back, and gets another image.
- apiGroups: ["apps"]
  resources: [statefulsets]
  {{- with .statefulSets }}
  resourceNames: {{ toJson . }}
  {{- end }}
  verbs: [delete, create, patch]
# list: An autoscaler of the set knows nothing of etcd's membership.
- apiGroups: ["autoscaling"]
  resources: [horizontalpodautoscalers]
  verbs: [list]
# create: The Lease is made before the first change of a plan.
- apiGroups: ["coordination.k8s.io"]
  resources: [leases]
  verbs: [create]
# patch: The Lease is renewed until the workloads are handed back.
# delete: The Lease is removed when the workloads are handed back.
- apiGroups: ["coordination.k8s.io"]
  resources: [leases]
  {{- with .statefulSets }}
  resourceNames:
  {{- range . }}
  - {{ printf "quorate-%s" . }}
  {{- end }}
  {{- end }}
  verbs: [patch, delete]
{{- end }}
{{- define "quorate.rights.cluster-look" }}
# get: The volume tells what becomes of data whose claim is deleted.
- apiGroups: [""]
  resources: [persistentvolumes]
  verbs: [get]
# get: Of pods on a node that is not Ready nothing is known.
# list: A node is found by its host name, which may not be its name, or by its zone.
- apiGroups: [""]
  resources: [nodes]
  verbs: [get, list]
# get: The policy keeps others from a held set.
- apiGroups: ["admissionregistration.k8s.io"]
  resources: [validatingadmissionpolicies]
  resourceNames: [quorate-hold]
  verbs: [get]
# get: A policy that is not bound refuses nothing.
- apiGroups: ["admissionregistration.k8s.io"]
  resources: [validatingadmissionpolicybindings]
  resourceNames: [quorate-hold]
  verbs: [get]
{{- end }}
{{- define "quorate.rights.cluster-change" }}
# patch: A volume that is set aside outlives its claim.
# list: Volumes that were set aside are found by their label, and free ones by their class.
- apiGroups: [""]
  resources: [persistentvolumes]
  verbs: [patch, list]
# get: The class tells whether a new volume comes to be where its pod is.
- apiGroups: ["storage.k8s.io"]
  resources: [storageclasses]
  verbs: [get]
{{- end }}
