import { NoticeError } from "../../schema/errors/notice-error.ts";

/** A model that Azure OpenAI runs for us. */
export interface Deployment {
  model: "speech" | "chat";
  /** The URL that the paths of requests are appended to. */
  basePath: string;
  key: string;
  apiVersion: string;
}

/** How long we wait for a model, how often we retry, and what counts the requests. */
export interface RequestLimits {
  /** The time for a whole call: from its first request until the last byte of its last response. */
  timeoutMs: number;
  /** How often a request is sent again after 429, 5xx or a broken connection. */
  retries: 0 | 1;
  /** Awaited before each request. If it rejects, nothing is sent, and the call rejects with the same error. */
  reserve?: () => unknown;
  /** Whether the environment names a proxy, for the error if the model cannot be reached. */
  hasProxy?: boolean;
}

export const defaultLimits: RequestLimits = { timeoutMs: 60_000, retries: 1 };

export function namesProxy(env: Readonly<Record<string, string | undefined>>): boolean {
  return Boolean(env.HTTPS_PROXY ?? env.https_proxy);
}

/** Posts a body to a path below the base path. @throws NoticeError MODEL_FAILED, or what `reserve` or the signal says */
export type Post = (path: string, body: object, signal: AbortSignal) => Promise<unknown>;

const settings = ({ model }: Deployment): string[] =>
  ["BASE_PATH", "KEY"].map((name) => `AZURE_OPENAI_${model.toUpperCase()}_${name}`);

/** The error for a refused request. The detail has its status: all details are our words, as the provider's may contain the key. */
export function refused(deployment: Deployment, detail: string): NoticeError {
  const remedy = `correct ${settings(deployment).join(", ")} or AZURE_OPENAI_API_VERSION, change the text, or try again later`;
  return failed(deployment, `refuses the request (${detail})`, remedy);
}

/** The error for a model that cannot be reached, or is too slow. */
export function unreachable(deployment: Deployment, detail: string, hasProxy = false): NoticeError {
  const proxy =
    ". HTTPS_PROXY is set, but Node uses it only with NODE_USE_ENV_PROXY=1, from Node 24 on: set that too";
  const remedy = `correct ${settings(deployment)[0]}, check the network, or try again later${hasProxy ? proxy : ""}`;
  return failed(deployment, `cannot be reached (${detail})`, remedy);
}

/** The error for a response that cannot be used. */
export function unreadable(deployment: Deployment, detail: string): NoticeError {
  const { model, apiVersion } = deployment;
  const support = model === "chat" ? "JSON mode and " : "";
  const remedy = `change the text, or make sure that ${settings(deployment)[0]} is a deployment of a ${model} model that supports ${support}api-version ${apiVersion}`;
  return failed(deployment, `sent a response that cannot be used (${detail})`, remedy);
}

function failed({ model }: Deployment, reason: string, remedy: string): NoticeError {
  return new NoticeError("MODEL_FAILED", { model, reason, remedy });
}
