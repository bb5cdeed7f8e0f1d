{{- /* An Ingress that leads hosts, or all that no other has, to the service of the same name. */ -}}
{{- define "backsoon.ingress" -}}
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata:
  name: {{ .app }}
  labels:
    {{- include "backsoon.labels" . | nindent 4 }}
  {{- with .ingress.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  {{- with .ingress.className }}
  ingressClassName: {{ . }}
  {{- end }}
  {{- if .ingress.tlsSecret }}
  tls:
    - secretName: {{ .ingress.tlsSecret }}
      {{- with .hosts }}
      hosts:
        {{- toYaml . | nindent 8 }}
      {{- end }}
  {{- end }}
  rules:
    {{- range .hosts | default (list "") }}
    - http:
        paths:
          - path: /
            pathType: Prefix
            backend:
              service: { name: {{ $.app }}, port: { number: 80 } }
      {{- with . }}
      host: {{ . | quote }}
      {{- end }}
    {{- end }}
{{- end -}}

{{- /* The same as a route of the Gateway API, for a Gateway that is there. */ -}}
{{- define "backsoon.httpRoute" -}}
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata:
  name: {{ .app }}
  labels:
    {{- include "backsoon.labels" . | nindent 4 }}
  {{- with .route.annotations }}
  annotations:
    {{- toYaml . | nindent 4 }}
  {{- end }}
spec:
  parentRefs:
    {{- toYaml .route.parentRefs | nindent 4 }}
  {{- with .hosts }}
  hostnames:
    {{- toYaml . | nindent 4 }}
  {{- end }}
  rules:
    - backendRefs:
        - { name: {{ .app }}, port: 80 }
{{- end -}}
