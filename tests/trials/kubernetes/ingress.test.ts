import { execFile, spawn } from "node:child_process";
import { createWriteStream } from "node:fs";
import { join } from "node:path";
import { promisify } from "node:util";
import { describe, expect, inject, it } from "vitest";
import { patient } from "../../support/patient.ts";
import { shared } from "../../support/shared.ts";
import { reach } from "../containers/support/commands.ts";
import { isWhole, visit, type Who } from "../containers/support/compose.ts";
import { documented, type Operator, operating } from "./support/operator.ts";

const page = "docs/kubernetes.md";
const operator = operating("shop", 1);

/** The version that Traefik 3.6 knows. */
const gatewayApi = "sigs.k8s.io/gateway-api@v1.4.0";

/** An app that is ready while a file exists. */
const app = `
apiVersion: apps/v1
kind: Deployment
metadata: { name: shop }
spec:
  replicas: 2
  selector: { matchLabels: { app: shop } }
  template:
    metadata: { labels: { app: shop } }
    spec:
      terminationGracePeriodSeconds: 1
      containers:
        - name: shop
          image: node:24-bookworm-slim
          imagePullPolicy: Never
          command: ["sh", "-c", "touch /tmp/ready; exec node -e 'require(\\"http\\").createServer((_, reply) => reply.end(\\"the app\\")).listen(3000)'"]
          readinessProbe: { exec: { command: ["test", "-e", "/tmp/ready"] }, periodSeconds: 1, failureThreshold: 1 }
---
apiVersion: v1
kind: Service
metadata: { name: shop }
spec: { selector: { app: shop }, ports: [{ port: 80, targetPort: 3000 }] }
---
`;

const ingress = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop }
spec:
  ingressClassName: traefik
  rules: [{ http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: shop, port: { number: 80 } } } }] } }]
---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: traefik }
spec: { controller: traefik.io/ingress-controller }
`;

const route = `
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: { name: traefik }
spec: { controllerName: traefik.io/gateway-controller }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: traefik }
spec: { gatewayClassName: traefik, listeners: [{ name: web, protocol: HTTP, port: 8002 }] }
---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: shop }
spec: { parentRefs: [{ name: traefik }], rules: [{ backendRefs: [{ name: shop, port: 80 }] }] }
`;

/** Traefik as the controller in the cluster's network; gives the addresses of its two entry points. */
const traefik = shared(async (onFinished) => {
  const { folder, pid } = inject("cluster");
  const { type } = operator();
  const { stdout } = await promisify(execFile)("go", ["mod", "download", "-json", gatewayApi]);
  await type(`kubectl apply --server-side -f ${JSON.parse(stdout).Dir}/config/crd/standard`);
  const options = [
    "--entrypoints.web.address=:8001",
    "--entrypoints.gateway.address=:8002",
    "--providers.kubernetesingress.ingressclass=traefik",
    "--providers.kubernetesgateway=true",
  ];
  const env = { ...process.env, KUBECONFIG: join(folder, "admin.conf") };
  const inside = ["--target", `${pid}`, "--net", inject("traefik"), ...options];
  const child = spawn("nsenter", inside, { env, stdio: ["ignore", "pipe", "ignore"] });
  child.stdout.pipe(createWriteStream(join(folder, "logs/traefik")));
  onFinished(() => void child.kill());
  const at = (port: number) => reach(port, onFinished, { pid });
  return { ingress: await at(8001), gateway: await at(8002) };
});

const answers = (url: string, who: Who) => expect.poll(() => visit(url), patient).toBe(who);

async function patched({ type, folder }: Operator, kind: string, switched: "ON" | "OFF"): Promise<void> {
  const file = switched === "ON" ? "on" : "off";
  const found = documented(page, `kubectl patch ${kind} shop --type=json --patch-file=${file}.json`);
  await type(`cd ${folder}; ${found}`);
}

describe("Traefik as ingress controller", () => {
  it("shows the notice behind an Ingress if the app is down or patched, as docs/kubernetes.md says", async () => {
    const { type, apply, folder } = operator();
    await type(
      documented(
        page,
        "helm install backsoon docs/deploy/chart --set image.repository=registry.example/backsoon --set ingress",
      ),
    );
    await apply(app + ingress);
    await type("kubectl rollout status deployment/shop --timeout=120s");
    const url = traefik().ingress;
    await answers(url, "app");
    await type("kubectl scale deployment/shop --replicas=0");
    await answers(url, "notice");
    await isWhole(url);
    await type("kubectl scale deployment/shop --replicas=2");
    await answers(url, "app");
    const pods = async (command: string) =>
      type(`for pod in $(kubectl get pods -l app=shop -o name); do kubectl exec $pod -- ${command}; done`);
    await type("kubectl rollout status deployment/shop --timeout=120s");
    await pods("rm /tmp/ready");
    await answers(url, "notice");
    await pods("touch /tmp/ready");
    await answers(url, "app");

    await type(`cd ${folder}; ${documented(page, "kubectl get ingress shop -o json")}`);
    await patched(operator(), "ingress", "ON");
    await answers(url, "notice");
    await isWhole(url);
    await patched(operator(), "ingress", "OFF");
    await answers(url, "app");
  });

  it("shows the notice through the Gateway API only when patched as docs/kubernetes.md says", async () => {
    const { type, apply, folder } = operator();
    await apply(route);
    const url = traefik().gateway;
    await answers(url, "app");
    await type("kubectl scale deployment/shop --replicas=0");
    await answers(url, "proxy");
    await type(`cd ${folder}; ${documented(page, "kubectl get httproute shop -o json")}`);
    await patched(operator(), "httproute", "ON");
    await answers(url, "notice");
    await isWhole(url);
    await type("kubectl scale deployment/shop --replicas=2");
    await patched(operator(), "httproute", "OFF");
    await answers(url, "app");
  });
});
