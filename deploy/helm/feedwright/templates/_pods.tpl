{{- /* What api, worker and migrate have in common. */ -}}

{{- define "feedwright.image" -}}
{{- printf "%s:%s" .Values.image.repository (.Values.image.tag | default .Chart.AppVersion) -}}
{{- end -}}

{{- define "feedwright.env" -}}
- name: PUBLIC_URL
  value: {{ required "Set publicUrl to the address where people reach Feedwright." .Values.publicUrl | quote }}
- name: STORAGE_URL
  value: {{ required "Set storageUrl, such as s3://my-bucket/feedwright." .Values.storageUrl | quote }}
- name: TRUST_PROXY
  value: {{ .Values.trustProxy | quote }}
{{- if .Values.filesUrl }}
- name: FILES_URL
  value: {{ .Values.filesUrl | quote }}
{{- end }}
{{- range $name, $value := .Values.env }}
- name: {{ $name }}
  value: {{ $value | quote }}
{{- end }}
{{- end -}}

{{- define "feedwright.podSecurity" -}}
runAsNonRoot: true
runAsUser: 1000
runAsGroup: 1000
fsGroup: 1000
fsGroupChangePolicy: OnRootMismatch
seccompProfile:
  type: RuntimeDefault
{{- end -}}

{{- define "feedwright.containerSecurity" -}}
allowPrivilegeEscalation: false
readOnlyRootFilesystem: true
capabilities:
  drop: [ALL]
{{- end -}}

{{- define "feedwright.mounts" -}}
- name: data
  mountPath: /data
- name: tmp
  mountPath: /tmp
{{- end -}}

{{- define "feedwright.placement" -}}
{{- with .Values.nodeSelector }}
nodeSelector:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.tolerations }}
tolerations:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- with .Values.image.pullSecrets }}
imagePullSecrets:
  {{- toYaml . | nindent 2 }}
{{- end }}
{{- end -}}
