{{- /* The release's own name, or with the chart's where it does not have that in it. */ -}}
{{- define "backsoon.name" -}}
{{- if contains .Chart.Name .Release.Name -}}
{{- .Release.Name | trunc 40 | trimSuffix "-" -}}
{{- else -}}
{{- printf "%s-%s" .Release.Name .Chart.Name | trunc 40 | trimSuffix "-" -}}
{{- end -}}
{{- end -}}

{{- /* The labels of an object; `app` alone selects pods. */ -}}
{{- define "backsoon.labels" -}}
app: {{ .app }}
app.kubernetes.io/name: {{ .root.Chart.Name }}
app.kubernetes.io/instance: {{ .root.Release.Name }}
app.kubernetes.io/managed-by: {{ .root.Release.Service }}
{{- end -}}

{{- /* The head of a pod's template: a change of settings or brand makes new pods, as both are read at the start. */ -}}
{{- define "backsoon.podMetadata" -}}
{{- $values := .root.Values -}}
{{- $annotations := $values.podAnnotations | default dict -}}
{{- if or $values.settings $values.brand.files -}}
{{- $sum := list $values.settings $values.brand.files | toJson | sha256sum -}}
{{- $annotations = merge (dict "checksum/settings" $sum) $annotations -}}
{{- end -}}
labels:
  app: {{ .app }}
  app.kubernetes.io/name: {{ .root.Chart.Name }}
  app.kubernetes.io/instance: {{ .root.Release.Name }}
{{- with $annotations }}
annotations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}

{{- /* What every pod has. */ -}}
{{- define "backsoon.pod" -}}
automountServiceAccountToken: false
# Otherwise a Service named `metrics` would set METRICS_PORT, to a value that stops the start.
enableServiceLinks: false
{{- with .Values.imagePullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.priorityClassName }}
priorityClassName: {{ . }}
{{- end }}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.affinity }}
affinity:
  {{- toYaml . | nindent 2 }}
{{- end }}
securityContext:
  runAsNonRoot: true
  {{- with .Values.user }}
  runAsUser: {{ . }}
  fsGroup: {{ . }}
  {{- end }}
  seccompProfile: { type: RuntimeDefault }
{{- end -}}

{{- /* What every container has. */ -}}
{{- define "backsoon.container" -}}
image: {{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
imagePullPolicy: {{ .Values.image.pullPolicy }}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: { drop: [ALL] }
{{- end -}}

{{- /* The way to the database as one of the roles; nothing for one node, whose image says where its store is. */ -}}
{{- define "backsoon.roleEnv" -}}
{{- with .root.Values.fleet -}}
{{- if .enabled -}}
{{- $query := list -}}
{{- with .database.parameters }}{{ $query = append $query . }}{{ end -}}
{{- with .database.authority }}{{ if .configMap }}{{ $query = append $query (printf "sslrootcert=/etc/backsoon/ca/%s" .key) }}{{ end }}{{ end -}}
- name: DATABASE
  value: postgres://{{ (index .roles $.role).user }}@{{ required "fleet.database.hosts is missing" .database.hosts }}/{{ required "fleet.database.name is missing" .database.name }}{{ with $query }}?{{ join "&" . }}{{ end }}
- { name: DATABASE_PASSWORD_FILE, value: /etc/backsoon/role/{{ (index .roles $.role).key }} }
- { name: STATE_DIR, value: /var/lib/backsoon }
{{- end -}}
{{- end -}}
{{- end -}}

{{- /* Everything that a container finds in its environment, by what it is for. */ -}}
{{- define "backsoon.environment" -}}
{{- $values := .root.Values -}}
{{- $lines := list (include "backsoon.roleEnv" .) -}}
{{- if .node -}}
{{- $lines = append $lines .node -}}
{{- end -}}
{{- if and .brand (or $values.brand.files $values.brand.configMap) -}}
{{- $lines = append $lines "- { name: BRAND_DIR, value: /etc/backsoon/brand }" -}}
{{- end -}}
{{- if .secrets -}}
{{- range $values.secretSettings.keys -}}
{{- $lines = append $lines (printf "- { name: %s_FILE, value: /etc/backsoon/settings/%s }" . .) -}}
{{- end -}}
{{- end -}}
{{- if $values.editor.enabled -}}
{{- $lines = append $lines (printf "- { name: EDITOR_ORIGIN, value: %q }" (required "editor.origin is missing" $values.editor.origin)) -}}
{{- end -}}
{{- if and .serves $values.metrics.enabled -}}
{{- $lines = append $lines "- { name: METRICS_PORT, value: \"9464\" }" -}}
{{- $lines = append $lines (printf "- { name: METRICS_HOST, value: %q }" ($values.settings.HOST | default "0.0.0.0")) -}}
{{- end -}}
{{- with compact $lines }}
env:
  {{- join "\n" . | nindent 2 }}
{{- end }}
{{- /* The job that makes the store runs before there are any. */ -}}
{{- if and $values.settings (ne (.role | default "") "owner") }}
envFrom:
  - configMapRef: { name: {{ include "backsoon.name" .root }}-settings }
{{- end }}
{{- end -}}

{{- /* Where a container finds its files; `store` is the volume that is written to. */ -}}
{{- define "backsoon.mounts" -}}
{{- $values := .root.Values -}}
- { name: {{ .store }}, mountPath: /var/lib/backsoon }
{{- if $values.fleet.enabled }}
- { name: role, mountPath: /etc/backsoon/role, readOnly: true }
{{- if $values.fleet.database.authority.configMap }}
- { name: ca, mountPath: /etc/backsoon/ca, readOnly: true }
{{- end }}
{{- end }}
{{- if and .brand (or $values.brand.files $values.brand.configMap) }}
- { name: brand, mountPath: /etc/backsoon/brand, readOnly: true }
{{- end }}
{{- if and .secrets $values.secretSettings.keys }}
- { name: settings, mountPath: /etc/backsoon/settings, readOnly: true }
{{- end }}
{{- end -}}

{{- /* The volumes of those files. */ -}}
{{- define "backsoon.volumes" -}}
{{- $values := .root.Values -}}
{{- if $values.fleet.enabled }}
- name: role
  secret: { secretName: {{ (index $values.fleet.roles .role).secret }} }
{{- with $values.fleet.database.authority.configMap }}
- name: ca
  configMap: { name: {{ . }} }
{{- end }}
{{- end }}
{{- if and .brand (or $values.brand.files $values.brand.configMap) }}
- name: brand
  configMap: { name: {{ $values.brand.configMap | default (printf "%s-brand" (include "backsoon.name" .root)) }} }
{{- end }}
{{- if and .secrets $values.secretSettings.keys }}
- name: settings
  secret:
    secretName: {{ required "secretSettings.secret is missing" $values.secretSettings.secret }}
    items:
      {{- range $values.secretSettings.keys }}
      - { key: {{ . }}, path: {{ . }} }
      {{- end }}
{{- end }}
{{- end -}}

{{- /* The service, which answers visitors, for one node and for those of a fleet. */ -}}
{{- define "backsoon.service" -}}
- name: backsoon
  {{- include "backsoon.container" .root | nindent 2 }}
  {{- with include "backsoon.environment" . | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  ports:
    - { name: http, containerPort: 8080 }
    {{- if .root.Values.metrics.enabled }}
    - { name: metrics, containerPort: 9464 }
    {{- end }}
  readinessProbe:
    httpGet: { path: /.backsoon/readyz, port: http }
    periodSeconds: 5
  livenessProbe:
    httpGet: { path: /.backsoon/healthz, port: http }
    periodSeconds: 10
  # Visitors are sent here for a moment longer, and the service stops listening half a second after SIGTERM.
  lifecycle:
    preStop:
      exec: { command: ["sleep", "5"] }
  resources:
    {{- toYaml .root.Values.resources | nindent 4 }}
  volumeMounts:
    {{- include "backsoon.mounts" . | nindent 4 }}
    # For `notice edit`.
    - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- /* The editor: beside the service of one node, whose volume it needs, or in a pod of its own. */ -}}
{{- define "backsoon.editor" -}}
- name: editor
  {{- include "backsoon.container" .root | nindent 2 }}
  command: ["notice", "editor", "--host", {{ .root.Values.settings.HOST | default "0.0.0.0" | quote }}]
  {{- with include "backsoon.environment" . | trim }}
  {{- . | nindent 2 }}
  {{- end }}
  ports:
    - { name: editor, containerPort: 8081 }
  readinessProbe:
    httpGet: { path: /healthz, port: editor }
    periodSeconds: 5
  livenessProbe:
    httpGet: { path: /healthz, port: editor }
    periodSeconds: 10
  resources:
    requests: { cpu: 10m, memory: 64Mi }
    limits: { memory: 320Mi }
  volumeMounts:
    {{- include "backsoon.mounts" . | nindent 4 }}
    - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- /* Where commands run that have the secret settings: in a pod of a fleet's own, or beside the service of one node. */ -}}
{{- define "backsoon.commands" -}}
- name: commands
  {{- include "backsoon.container" .root | nindent 2 }}
  command: ["sleep", "infinity"]
  {{- include "backsoon.environment" . | trim | nindent 2 }}
  resources:
    requests: { cpu: 10m, memory: 64Mi }
    limits: { memory: 320Mi }
  volumeMounts:
    {{- include "backsoon.mounts" . | nindent 4 }}
    - { name: tmp, mountPath: /tmp }
{{- end -}}

{{- /* What a node's volume must be. */ -}}
{{- define "backsoon.claim" -}}
accessModes: [ReadWriteOnce]
{{- with .Values.persistence.storageClass }}
storageClassName: {{ . }}
{{- end }}
resources:
  requests: { storage: {{ .Values.persistence.size }} }
{{- end -}}
