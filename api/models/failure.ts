import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Deployment } from "./deployment.ts";

/** The settings of a model, which a person may have to correct. */
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
