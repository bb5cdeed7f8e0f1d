import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, inject } from "vitest";
import { temporaryFolder } from "../../../support/folder.ts";
import { type OnFinished, shared } from "../../../support/shared.ts";
import { reach, run } from "../../containers/support/commands.ts";
import { blocksOf } from "../../documents/support/following.ts";

/** A block of a document, by its beginning. */
export function documented(document: string, begins: string): string {
  const found = blocksOf(document).find((block) => block.startsWith(begins));
  expect(found, begins).toBeDefined();
  return found ?? "";
}

/** Somebody with a shell, whose `kubectl` and `helm` use one namespace of the cluster. */
export interface Operator {
  /** Runs lines of a shell, which must succeed; gives the output. */
  type(lines: string): Promise<string>;
  apply(manifest: string): Promise<string>;
  /** The address of a service on this machine. */
  serviceAt(name: string): Promise<string>;
  folder: string;
}

const volume = (name: string, path: string) => `
apiVersion: v1
kind: PersistentVolume
metadata: { name: ${name} }
spec:
  capacity: { storage: 1Gi }
  accessModes: [ReadWriteOnce]
  local: { path: ${path} }
  nodeAffinity: { required: { nodeSelectorTerms: [{ matchExpressions: [{ key: kubernetes.io/hostname, operator: In, values: [node1] }] }] } }
---`;

/** Creates a namespace with volumes for all tests of a file. */
export function operating(namespace: string, volumes: number): () => Operator {
  return shared((onFinished) => operate(namespace, volumes, onFinished));
}

async function operate(namespace: string, volumes: number, onFinished: OnFinished): Promise<Operator> {
  const { env, pid, folder: cluster } = inject("cluster");
  const folder = temporaryFolder(onFinished);
  const kubeconfig = join(folder, "kubeconfig");
  const whole = readFileSync(join(cluster, "admin.conf"), "utf8");
  writeFileSync(kubeconfig, whole.replace("user: u }", `user: u, namespace: ${namespace} }`));
  const PATH = `${join(inject("helm"), "..")}:${env.PATH}`;
  const settings = [`PATH=${PATH}`, `HOME=${folder}`, `KUBECONFIG=${kubeconfig}`, `OUT=${folder}`];
  const inside = ["--target", `${pid}`, "--net", "env", ...settings, "sh", "-ec"];
  const type = async (lines: string) => {
    const { code, stdout, stderr } = await run("nsenter", [...inside, lines]);
    expect(code, `${lines}: ${stderr}`).toBe(0);
    return stdout;
  };
  const apply = (manifest: string) => {
    writeFileSync(join(folder, "manifest.yaml"), manifest);
    return type('kubectl apply -f "$OUT/manifest.yaml"');
  };
  await type(`kubectl create namespace ${namespace}`);
  const paths = Array.from({ length: volumes }, (_, at) => join(cluster, "volumes", `${namespace}-${at}`));
  await type(`mkdir -p ${paths.join(" ")}`);
  await apply(paths.map((path, at) => volume(`${namespace}-${at}`, path)).join(""));
  return {
    type,
    apply,
    folder,
    serviceAt: async (name) => {
      const host = await type(`kubectl get service ${name} -o jsonpath={.spec.clusterIP}`);
      return reach(80, onFinished, { pid, host });
    },
  };
}
