#!/bin/sh
# cluster.sh FOLDER PROGRAMS: starts a Kubernetes of one machine, inside namespaces for network, mounts and processes.
# Prints "ready". When the first process ends, only FOLDER is left.
set -e
k=$1
PATH=$2:$PATH
mkdir -p "$k/etcd" "$k/containerd" "$k/logs" "$k/pki" "$k/cni"
cd "$k/pki"
openssl req -x509 -newkey rsa:2048 -nodes -keyout ca.key -out ca.crt -subj /CN=cluster -days 30
cert() {
  openssl req -newkey rsa:2048 -nodes -keyout "$1.key" -out "$1.csr" -subj "$2"
  echo "$3" > extensions
  openssl x509 -req -in "$1.csr" -CA ca.crt -CAkey ca.key -CAcreateserial -days 30 -out "$1.crt" -extfile extensions
}
cert apiserver /CN=kube-apiserver subjectAltName=DNS:kubernetes,IP:127.0.0.1,IP:10.210.0.1,IP:10.96.0.1
cert admin /O=system:masters/CN=admin extendedKeyUsage=clientAuth
openssl genrsa -out sa.key 2048
openssl rsa -in sa.key -pubout -out sa.pub
cd "$k"
cat > admin.conf <<Y
apiVersion: v1
kind: Config
clusters: [{ name: c, cluster: { server: "https://127.0.0.1:6443", certificate-authority: $k/pki/ca.crt } }]
users: [{ name: u, user: { client-certificate: $k/pki/admin.crt, client-key: $k/pki/admin.key } }]
contexts: [{ name: x, context: { cluster: c, user: u } }]
current-context: x
Y
cat > cni/10-bridge.conflist <<Y
{ "cniVersion": "0.4.0", "name": "pods", "plugins": [
  { "type": "bridge", "bridge": "cni0", "isGateway": true, "ipMasq": true, "hairpinMode": true,
    "ipam": { "type": "host-local", "dataDir": "/run/ipam", "ranges": [[{ "subnet": "10.211.0.0/24" }]], "routes": [{ "dst": "0.0.0.0/0" }] } },
  { "type": "portmap", "capabilities": { "portMappings": true } } ] }
Y
cat > containerd.toml <<Y
version = 2
root = "$k/containerd"
state = "/run/containerd"
[grpc]
address = "$k/containerd.sock"
[plugins."io.containerd.grpc.v1.cri"]
sandbox_image = "pause:local"
# Without this, no pod starts in a container, where root may not lower the score.
restrict_oom_score_adj = true
[plugins."io.containerd.grpc.v1.cri".cni]
bin_dir = "/usr/lib/cni"
conf_dir = "$k/cni"
[plugins."io.containerd.grpc.v1.cri".containerd.runtimes.runc]
runtime_type = "io.containerd.runc.v2"
[plugins."io.containerd.internal.v1.opt"]
path = "$k/opt"
Y
: > resolv.conf
cat > kubelet.yaml <<Y
apiVersion: kubelet.config.k8s.io/v1beta1
kind: KubeletConfiguration
cgroupDriver: cgroupfs
cgroupRoot: /backsoon
failSwapOn: false
containerRuntimeEndpoint: unix://$k/containerd.sock
authentication: { anonymous: { enabled: false }, webhook: { enabled: false }, x509: { clientCAFile: $k/pki/ca.crt } }
authorization: { mode: AlwaysAllow }
resolvConf: $k/resolv.conf
podLogsDir: $k/pods
enforceNodeAllocatable: []
evictionHard: { memory.available: "0%", nodefs.available: "0%", imagefs.available: "0%", nodefs.inodesFree: "0%" }
imageGCHighThresholdPercent: 100
imageGCLowThresholdPercent: 99
localStorageCapacityIsolation: false
volumePluginDir: $k/plugins
Y
cat > proxy.yaml <<Y
apiVersion: kubeproxy.config.k8s.io/v1alpha1
kind: KubeProxyConfiguration
mode: iptables
clusterCIDR: 10.211.0.0/24
hostnameOverride: node1
clientConnection: { kubeconfig: $k/admin.conf }
conntrack: { maxPerCore: 0, min: 0, tcpEstablishedTimeout: 0s, tcpCloseWaitTimeout: 0s }
Y
for controller in /sys/fs/cgroup/*/; do mkdir -p "$controller/backsoon"; done
for name in cpus mems; do
  file=/sys/fs/cgroup/cpuset
  [ ! -e $file/cpuset.$name ] || cat $file/cpuset.$name > $file/backsoon/cpuset.$name
done
ip link set lo up
ip link add eth0 type veth peer name eth0p
ip link set eth0p up
ip addr add 10.210.0.1/24 dev eth0
ip link set eth0 up
ip route add default dev eth0
sysctl -qw net.ipv4.ip_forward=1
sysctl -qw net.bridge.bridge-nf-call-iptables=1 || true
mount -t tmpfs tmpfs /run
mount --make-rshared /
part() { "$@" > "logs/$1" 2>&1 & }
part etcd --data-dir "$k/etcd" --listen-client-urls http://127.0.0.1:2379 --advertise-client-urls http://127.0.0.1:2379 \
  --listen-peer-urls http://127.0.0.1:2380 --unsafe-no-fsync
part containerd --config "$k/containerd.toml"
part kube-apiserver --etcd-servers=http://127.0.0.1:2379 --bind-address=0.0.0.0 --advertise-address=10.210.0.1 --secure-port=6443 \
  --service-cluster-ip-range=10.96.0.0/16 --client-ca-file=pki/ca.crt --tls-cert-file=pki/apiserver.crt \
  --tls-private-key-file=pki/apiserver.key --service-account-issuer=https://kubernetes.default.svc \
  --service-account-key-file=pki/sa.pub --service-account-signing-key-file=pki/sa.key \
  --kubelet-client-certificate=pki/admin.crt --kubelet-client-key=pki/admin.key \
  --kubelet-preferred-address-types=InternalIP --authorization-mode=RBAC
export KUBECONFIG="$k/admin.conf"
until kubectl get --raw /readyz > /dev/null 2>&1; do sleep 0.2; done
part kube-controller-manager --kubeconfig=admin.conf --leader-elect=false --root-ca-file=pki/ca.crt --service-account-private-key-file=pki/sa.key
part kube-scheduler --kubeconfig=admin.conf --leader-elect=false
part kubelet --config=kubelet.yaml --kubeconfig=admin.conf --root-dir="$k/kubelet" --cert-dir="$k/pki" --hostname-override=node1 --node-ip=10.210.0.1
part kube-proxy --config=proxy.yaml
until kubectl get nodes 2>/dev/null | grep -q ' Ready'; do sleep 0.2; done
echo ready
wait
