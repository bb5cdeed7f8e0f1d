import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Deployment } from "./deployment.ts";

type Model = Deployment["model"];
/** What a model does wrong, and the way out. */
type ModelFault = [reason: string, remedy: string];

const knownRefusals = [
  "content_filter",
  "context_length_exceeded",
  "unsupported_value",
  "unsupported_parameter",
] as const;

/** Why a model refuses a request, in those of its words that we know. */
type Refusal = (typeof knownRefusals)[number];

/** Why a request failed: the status of its response, with what else we know of that, or the code of its connection's error. */
export interface Failure {
  status?: number;
  refusal?: Refusal | undefined;
  /** In how many seconds the model wants to be asked again. */
  retryAfter?: number | undefined;
  code?: string;
}

/** The largest response that is read, in bytes, and the code for a larger one. */
export const maxResponseBytes = 1024 * 1024;
export const tooLarge = "TOO_LARGE";

/**
 * What we know of the reason in the body of a refusal. Nothing else of the body is kept: it may contain the key, or the
 * words that were sent.
 */
export function readRefusal(body: string): Refusal | undefined {
  try {
    const { code } = Object(Object(JSON.parse(body)).error);
    return knownRefusals.find((known) => known === code);
  } catch {
    return undefined;
  }
}

/** The innermost error code of a failed connection, or the error's name where Node gives it no code. */
export function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no code";
  if (error.cause !== undefined) return codeOf(error.cause);
  if ("code" in error && typeof error.code === "string") return error.code;
  // From Node 26 on it has none.
  return error.name === "HTTPParserError" ? error.name : "no code";
}

/** Whether the code is that of a connection that was there and broke. */
export function isBroken(code: string): boolean {
  return ["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code);
}

/** What went wrong, in our words alone: those of its provider may contain the key. */
export function modelError(deployment: Deployment, failure: Failure): NoticeError {
  const { status, refusal, code = "" } = failure;
  if (status === undefined) return failed(deployment, connectionFault(deployment, code));
  const [reason, remedy] = refusal
    ? refusalFault(deployment, refusal)
    : statusFault(deployment, status, failure.retryAfter);
  return failed(deployment, [`${reason} (status ${status})`, remedy]);
}

function failed({ model }: Deployment, [reason, remedy]: ModelFault): NoticeError {
  return new NoticeError("MODEL_FAILED", { model, reason, remedy });
}

/** The error for a response that is not what the protocol specifies. */
export function wrongResponse(deployment: Deployment): NoticeError {
  const reason = "sent a response that its protocol does not allow";
  return failed(deployment, [reason, rightDeployment(deployment)]);
}

/** The error for a response that is not complete in time. */
export function tooSlow(deployment: Deployment, timeoutMs: number): NoticeError {
  const remedy = "try again later, or check what is blocking the connection";
  return failed(deployment, [`did not answer within ${timeoutMs / 1000} s`, remedy]);
}

/** The error for a reply that the model did not end by itself. */
export function unfinishedReply(deployment: Deployment, finishReason: unknown): NoticeError {
  if (finishReason === "length") {
    const remedy = `shorten the words, or set ${basePath(deployment.model)} to the deployment of a model that can write more`;
    return failed(deployment, ["reached its limit before its reply was complete", remedy]);
  }
  if (finishReason === "content_filter")
    return failed(deployment, ["cut its reply off, because its content filter objects", otherInput("chat")]);
  return wrongResponse(deployment);
}

/** What to do about a content filter. */
const otherInput = (model: Model): string =>
  model === "chat" ? "say it in other words, or write the notice yourself" : "write the words yourself";

const key = (model: Model): string => `AZURE_OPENAI_${model.toUpperCase()}_KEY`;
const basePath = (model: Model): string => `AZURE_OPENAI_${model.toUpperCase()}_BASE_PATH`;

/** Where a deployment may be another than the one that was meant. */
function rightDeployment({ model, apiVersion }: Deployment): string {
  const support = model === "chat" ? "JSON mode and " : "";
  return `make sure that ${basePath(model)} is a deployment of a ${model} model that supports ${support}api-version ${apiVersion} (AZURE_OPENAI_API_VERSION)`;
}

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

function statusFault(deployment: Deployment, status: number, retryAfter: number | undefined): ModelFault {
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
    const when = retryAfter === undefined ? "later" : `in ${retryAfter} s`;
    return ["has received too many requests", `try again ${when}, or raise the deployment's quota`];
  }
  if (status >= 500) return ["has an internal error", "try again later, or contact its provider"];
  return ["rejects the request", rightDeployment(deployment)];
}

function connectionFault(deployment: Deployment, code: string): ModelFault {
  const correct = `correct ${basePath(deployment.model)}`;
  if (code === tooLarge)
    return [`sent a response of more than ${maxResponseBytes} bytes`, rightDeployment(deployment)];
  if (code === "UND_ERR_CONNECT_TIMEOUT")
    return ["does not accept the connection in time", `${correct}, or check what is blocking the connection`];
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
