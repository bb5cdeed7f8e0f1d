import { readFileSync, writeFileSync } from "node:fs";
import { expect, inject, it } from "vitest";
import { stringify } from "yaml";
import { forPage, pageAt } from "../../support/network/http.ts";
import { patient } from "../../support/patient.ts";
import { documented, operating } from "./support/operator.ts";

const page = "docs/kubernetes.md";
const operator = operating("fleet", 3);
/** The database's address for its certificate, because this cluster has no DNS. */
const address = "10.96.50.1";
const [, values = ""] = /^```yaml\n(.*?)^```$/ms.exec(readFileSync(page, "utf8")) ?? [];
const [roles = "", grants = ""] = [
  ...readFileSync("docs/fleet.md", "utf8").matchAll(/^```sql\n(.*?)^```$/gms),
].map(([, block = ""]) => block);

const database = `
apiVersion: v1
kind: Service
metadata: { name: db }
spec: { clusterIP: ${address}, selector: { app: db }, ports: [{ port: 5432 }] }
---
apiVersion: v1
kind: Pod
metadata: { name: db, labels: { app: db } }
spec:
  containers:
    - name: db
      image: postgres:17
      args: ["-c", "ssl=on", "-c", "ssl_cert_file=/tls/tls.crt", "-c", "ssl_key_file=/tls/tls.key"]
      env: [{ name: POSTGRES_PASSWORD, value: postgres }]
      volumeMounts: [{ name: tls, mountPath: /tls, readOnly: true }]
      readinessProbe: { exec: { command: ["pg_isready", "-U", "postgres"] }, periodSeconds: 1 }
  securityContext: { fsGroup: 102 } # The group postgres.
  volumes: [{ name: tls, secret: { secretName: db-tls, defaultMode: 0640 } }]
`;

it("A fleet is installed, updated and removed as docs/kubernetes.md says, and loses no visitor", async () => {
  const { type, apply, serviceAt, folder } = operator();
  const { folder: cluster } = inject("cluster");
  await type(`
    cd "$OUT"
    openssl req -newkey rsa:2048 -nodes -keyout db.key -out db.csr -subj /CN=db 2>/dev/null
    echo subjectAltName=IP:${address} > extensions
    openssl x509 -req -in db.csr -CA ${cluster}/pki/ca.crt -CAkey ${cluster}/pki/ca.key -CAcreateserial -days 30 -out db.crt -extfile extensions 2>/dev/null
    kubectl create secret tls db-tls --cert=db.crt --key=db.key`);
  await apply(database);
  const secrets = documented(page, "kubectl create secret").replace(
    /(backsoon-(?:server|writer|owner)) (.*)FILE/g,
    "$1 $2$OUT/$1",
  );
  for (const role of ["server", "writer", "owner"]) writeFileSync(`${folder}/backsoon-${role}`, `pw-${role}`);
  await type(secrets.replace("ca.crt=FILE", `ca.crt=${cluster}/pki/ca.crt`));
  await type("kubectl wait --for=condition=Ready pod/db --timeout=120s");
  const sql = async (text: string, name: string) => {
    writeFileSync(`${folder}/sql`, text);
    return type(
      `kubectl exec -i db -- psql -v ON_ERROR_STOP=1 -qU postgres -h /run/postgresql ${name} < "$OUT/sql"`,
    );
  };
  await sql("CREATE DATABASE app", "postgres");
  await sql(roles.replace(/ROLE backsoon_(\w+) LOGIN/g, "ROLE backsoon_$1 LOGIN PASSWORD 'pw-$1'"), "app");

  // This cluster has no Prometheus operator.
  const here = {
    fleet: { database: { hosts: address } },
    metrics: { podMonitor: { enabled: false }, prometheusRule: { enabled: false } },
    editor: { enabled: true, origin: "https://notice.example.com" },
  };
  writeFileSync(`${folder}/values.yaml`, values);
  writeFileSync(`${folder}/here.yaml`, stringify(here));
  const installed = type(
    'helm install backsoon docs/deploy/chart -f "$OUT/values.yaml" -f "$OUT/here.yaml" --wait',
  );
  // Grants rights as soon as the store exists.
  const granted = expect.poll(() => sql(grants, "app").then(() => "granted", String), {
    ...patient,
    timeout: 300_000,
  });
  await Promise.all([installed, granted.toBe("granted")]);

  const set = () => type('kubectl exec deploy/backsoon-commands -- notice set --message "Back at nine."');
  expect(await set()).toContain("3 of 3 nodes");
  const check = await type("kubectl exec deploy/backsoon-commands -- notice check --no-service");
  expect(check).not.toMatch(/warning service|FAILURE/);
  expect(await type("kubectl exec deploy/backsoon-editor -c editor -- notice editor link")).toContain(
    "https://notice.example.com",
  );

  const url = await serviceAt("backsoon");
  let isRolling = true;
  const met = new Map<string, number>();
  const visits = (async () => {
    while (isRolling) {
      // Over a new connection each time, like most visitors.
      const reply = await fetch(url, { headers: { ...forPage, connection: "close" } }).then(
        async (given) => `${given.status} ${(await given.text()).includes("Back at nine.")}`,
        String,
      );
      met.set(reply, (met.get(reply) ?? 0) + 1);
    }
  })();
  await type("kubectl rollout restart statefulset/backsoon");
  await type("kubectl rollout status statefulset/backsoon --timeout=300s");
  await type(documented(page, "helm upgrade"));
  isRolling = false;
  await visits;
  expect([...met.keys()]).toEqual(["503 true"]);
  expect(met.get("503 true")).toBeGreaterThan(100);

  await type("kubectl delete pod db --grace-period=1");
  expect(await pageAt(url)).toContain("Back at nine.");
  await type("kubectl exec deploy/backsoon-commands -- sh -c '! timeout 60 notice set --title Never'");
  expect(await pageAt(url)).toContain("Back at nine.");
  await type(documented(page, "helm uninstall"));
  expect((await type("kubectl get pvc -l app=backsoon -o name")).trim().split("\n")).toHaveLength(3);
});
