import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join, resolve } from "node:path";
import { promisify } from "node:util";
import type { TestProject } from "vitest/node";
import { compile, installPackages, requirePrograms } from "../../../support/setup/programs.ts";
import { apart, childOf, ended } from "../../containers/support/apart.ts";

const run = promisify(execFile);
const who = "The trial of Kubernetes";
const version = "1.34.4";
/** The plugin that gives pods an address. */
const network = "/usr/lib/cni/bridge";

declare module "vitest" {
  export interface ProvidedContext {
    /** The environment for `kubectl` and `helm`, and a process in the cluster's network. */
    cluster: { env: Record<string, string>; pid: number; folder: string };
  }
}

const parts = ["apiserver", "controller-manager", "scheduler", "proxy"].map((name) => `kube-${name}`);

/** Takes the other modules of Kubernetes from the proxy, not from folders of its repository. */
const published = `
  sed -i -E 's#^(\\s+(k8s\\.io/\\S+) =>) \\./staging/src/\\S+#\\1 \\2 v0.${version.replace("1.", "")}#' go.mod
  mkdir cmd/cluster
  cp "${resolve("tests/trials/kubernetes/support/cluster.go")}" cmd/cluster/main.go`;

/** Charts ask for the version. */
const flags = `-X k8s.io/component-base/version.gitVersion=v${version}`;

/** Starts a Kubernetes of one machine with Docker's images. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  requirePrograms("containerd", "etcd", "ip", "iptables", "nsenter", "openssl", "runc");
  if (!existsSync(network)) installPackages("containernetworking-plugins");
  if (!existsSync(network)) throw new Error(`${who} needs containernetworking-plugins: install it.`);
  const module = `k8s.io/kubernetes@v${version}`;
  const program = await compile(`kubernetes-${version}`, module, "./cmd/cluster", published, flags);
  const folder = mkdtempSync(resolve("var", "cluster-"));
  const programs = join(folder, "programs");
  mkdirSync(programs);
  for (const name of [...parts, "kubelet", "kubectl"]) symlinkSync(program, join(programs, name));

  const script = resolve("tests/trials/kubernetes/support/cluster.sh");
  const child = spawn("unshare", [...apart, "sh", script, folder, programs], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const pid = await childOf(child);
  const end = async () => {
    await ended(child, pid);
    await run("sh", ["-c", "find /sys/fs/cgroup/*/backsoon -depth -type d -exec rmdir {} +"]).catch(() => {});
    rmSync(folder, { recursive: true, force: true });
  };
  const [said] = await Promise.race([once(child.stdout, "data"), once(child, "exit")]);
  if (!`${said}`.includes("ready")) {
    const logs = join(folder, "logs");
    const told = readdirSync(logs).map((name) => readFileSync(join(logs, name), "utf8").slice(-500));
    await end();
    throw new Error(`${who} needs root, and a kernel that lets it run pods. It said: ${told.join("\n")}`);
  }
  try {
    await importImages(project.getProvidedContext().docker.env, folder);
  } catch (error) {
    await end();
    throw error;
  }
  const PATH = `${programs}:${process.env.PATH}`;
  project.provide("cluster", { env: { PATH, HOME: folder }, pid, folder });
  return end;
}

/** Gives the cluster Docker's images, ours as if from a registry, and an image that holds a pod's network. */
async function importImages(env: NodeJS.ProcessEnv, folder: string): Promise<void> {
  const docker = (...args: string[]) => run("docker", args, { env });
  await docker("create", "--name", "pause", "nginx:stable");
  await docker("commit", "--change", 'CMD ["/bin/sleep", "infinity"]', "pause", "pause:local");
  await docker("tag", "backsoon:0.1.0", "registry.example/backsoon:0.1.0");
  const images = ["pause:local", "registry.example/backsoon:0.1.0", "postgres:17", "node:24-bookworm-slim"];
  const file = join(folder, "images.tar");
  await docker("save", "--output", file, ...images);
  await run("ctr", ["-a", join(folder, "containerd.sock"), "-n", "k8s.io", "images", "import", file]);
  rmSync(file);
}
