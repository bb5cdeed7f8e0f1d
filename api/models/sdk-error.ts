import { APIConnectionTimeoutError, APIError } from "openai";
import type { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Deployment } from "./deployment.ts";
import {
  basePath,
  failed,
  key,
  type ModelFault,
  otherInput,
  rightDeployment,
  wrongResponse,
} from "./failure.ts";
import { maxResponseBytes, type Refusal, tooLarge } from "./send.ts";

/**
 * The error of a model, only in our words: the provider's text, or the SDK's error as a cause, may contain the key.
 * @param error whatever the SDK threw
 * @param hasProxy whether the environment names a proxy, which may be the only way out
 */
export function toModelError(deployment: Deployment, error: unknown, hasProxy = false): NoticeError {
  if (error instanceof APIError && typeof error.status === "number") {
    const { status, headers } = error;
    // One of our own codes: `send.ts` has replaced the body.
    const refusal = error.code as Refusal | undefined;
    const [reason, remedy] = refusal
      ? refusalFault(deployment, refusal)
      : statusFault(deployment, status, headers?.get("retry-after"));
    return failed(deployment, [`${reason} (status ${status})`, remedy]);
  }
  // The SDK passes on the engine's error when it cannot parse the JSON.
  if (error instanceof SyntaxError) return wrongResponse(deployment);
  if (error instanceof APIConnectionTimeoutError) {
    const remedy = `correct ${basePath(deployment.model)}, or check what is blocking the connection`;
    return failed(deployment, ["does not accept the connection in time", remedy]);
  }
  if (error instanceof APIError) {
    const [reason, remedy] = networkFault(deployment, codeOf(error));
    return failed(deployment, [reason, hasProxy ? `${remedy}. ${proxyUse}` : remedy]);
  }
  const remedy = "unset OPENAI_CUSTOM_HEADERS, which its SDK also reads";
  return failed(deployment, ["cannot be called, because its client cannot be created", remedy]);
}

const proxyUse =
  "HTTPS_PROXY is set, but Node uses it only with NODE_USE_ENV_PROXY=1, from Node 24 on: set that too";

function refusalFault(deployment: Deployment, refusal: Refusal): ModelFault {
  const { model } = deployment;
  const sent = model === "chat" ? "words" : "recording";
  if (refusal === "content_filter")
    return [`refuses the ${sent}, because its content filter objects`, otherInput(model)];
  if (refusal === "context_length_exceeded") {
    const remedy = `shorten the ${sent}, or set ${basePath(model)} to the deployment of a model that can take more`;
    return [`refuses the ${sent}, because it cannot take so much at once`, remedy];
  }
  return ["does not support what it is asked for", rightDeployment(deployment)];
}

function statusFault(
  deployment: Deployment,
  status: number,
  retryAfter: string | null | undefined,
): ModelFault {
  const { model } = deployment;
  if (status < 400)
    return [
      "redirects to another address, to which the key is not sent",
      `set ${basePath(model)} to its new address`,
    ];
  if (status === 401) return ["rejects the key", `correct ${key(model)}`];
  if (status === 403) {
    const remedy = `make sure that ${key(model)} belongs to this resource and that its network rules allow this machine`;
    return ["denies access", remedy];
  }
  if (status === 404)
    return [
      "is not deployed there",
      `correct ${basePath(model)}, which ends with a deployment's name, or AZURE_OPENAI_API_VERSION`,
    ];
  if (status === 429) {
    const when = retryAfter ? `in ${retryAfter} s` : "later";
    return ["has received too many requests", `try again ${when}, or raise the deployment's quota`];
  }
  if (status >= 500) return ["has an internal error", "try again later, or contact its provider"];
  return ["rejects the request", rightDeployment(deployment)];
}

function networkFault(deployment: Deployment, code: string): ModelFault {
  const correct = `correct ${basePath(deployment.model)}`;
  if (code === tooLarge)
    return [`sent a response of more than ${maxResponseBytes} bytes`, rightDeployment(deployment)];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return [`has a host name that cannot be resolved (${code})`, `${correct}, or fix name resolution`];
  if (/CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code)) {
    const remedy = `${correct}, or add its authority's certificate with NODE_EXTRA_CA_CERTS`;
    return [`cannot prove its identity over TLS (${code})`, remedy];
  }
  if (/^(?:HPE_|Z_|UND_ERR_HEADERS_|HTTPParserError$)/.test(code))
    return [`does not speak valid HTTP (${code})`, correct];
  if (code === "ECONNREFUSED") return [`refuses the connection (${code})`, `${correct}, or try again later`];
  if (isBroken(code))
    return [`closed the connection before its response was complete (${code})`, "try again later"];
  return [`cannot be reached (${code})`, `${correct}, or check what is blocking the connection`];
}

/** The innermost error code of a failed connection, or the error's name if Node gives it no code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no code";
  if (error.cause !== undefined) return codeOf(error.cause);
  if ("code" in error && typeof error.code === "string") return error.code;
  // From Node 26 on, this error has no code.
  return error.name === "HTTPParserError" ? error.name : "no code";
}

/** Whether the code means that an open connection broke. */
export function isBroken(code: string): boolean {
  return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code);
}
