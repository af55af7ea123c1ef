{{- define "quorate.labels" -}}
app.kubernetes.io/name: quorate
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
{{- end }}

{{- define "quorate.selector" -}}
app.kubernetes.io/name: quorate
app.kubernetes.io/instance: {{ .Release.Name }}
{{- end }}

{{/* Roles of the whole Kubernetes are called after the namespace too. */}}
{{- define "quorate.wide" -}}
{{ .Release.Namespace }}-{{ .Release.Name }}
{{- end }}

{{- define "quorate.user" -}}
system:serviceaccount:{{ .Release.Namespace }}:{{ .Release.Name }}
{{- end }}

{{/* The StatefulSets that Quorate operates here, by namespace, as JSON. */}}
{{- define "quorate.namespaces" -}}
{{- $all := dict }}
{{- range .Values.configuration.clusters }}
{{- if and (eq .platform "kubernetes") .inCluster }}
{{- $names := .statefulSets | default (list .statefulSet) }}
{{- $_ := set $all .namespace (concat (get $all .namespace | default list) $names) }}
{{- end }}
{{- end }}
{{- toJson $all }}
{{- end }}

{{- define "quorate.port" -}}
{{ .Values.configuration.gateway.listen | toString | regexFind "[0-9]+$" }}
{{- end }}

{{- define "quorate.scheme" -}}
{{ kindIs "map" .Values.configuration.gateway.tls | ternary "https" "http" }}
{{- end }}

{{/* The text of quorate.yml, in which each cluster in Kubernetes names the image of its keepers. */}}
{{- define "quorate.yml" -}}
{{- $configuration := deepCopy .Values.configuration }}
{{- range $configuration.clusters }}
{{- if and (eq .platform "kubernetes") (not .keeperImage) }}
{{- $_ := set . "keeperImage" (required "keeperImage is missing: name an image of the keeper that you have built" $.Values.keeperImage) }}
{{- end }}
{{- end }}
{{- toYaml $configuration }}
{{- end }}
