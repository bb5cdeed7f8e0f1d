import { APIConnectionTimeoutError, APIError } from "openai";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { apiVersion, type Deployment } from "./deployment.ts";
import { maxResponseBytes, tooLarge } from "./send.ts";

type Service = Deployment["service"];
/** What a service does wrong, and the way out. */
type Fault = [reason: string, remedy: string];

/**
 * What went wrong, in our words alone: those of the service, or the SDK's error as a cause, may contain the key.
 * @param error whatever the SDK threw
 */
export function toModelError(service: Service, error: unknown, timeoutMs: number): NoticeError {
  if (error instanceof APIConnectionTimeoutError) {
    const remedy = "try again later, or check what is blocking the connection";
    return failed(service, [`did not answer within ${timeoutMs / 1000} s`, remedy]);
  }
  if (error instanceof APIError && typeof error.status === "number") {
    const [reason, remedy] = statusFault(service, error.status, error.headers?.get("retry-after"));
    return failed(service, [`${reason} (status ${error.status})`, remedy]);
  }
  // The SDK parses the JSON, and passes on what the engine throws.
  if (error instanceof SyntaxError) return wrongResponse(service);
  if (error instanceof APIError) return failed(service, networkFault(service, codeOf(error)));
  const remedy = "unset OPENAI_CUSTOM_HEADERS, which its SDK also reads";
  return failed(service, ["cannot be called, because its client cannot be created", remedy]);
}

/** The error for a response that is not what the protocol specifies. */
export function wrongResponse(service: Service): NoticeError {
  return failed(service, ["sent a response that its protocol does not allow", rightDeployment(service)]);
}

function statusFault(service: Service, status: number, retryAfter: string | null | undefined): Fault {
  if (status < 400)
    return [
      "redirects to another address, to which the key is not sent",
      `set ${basePath(service)} to its new address`,
    ];
  if (status === 401) return ["rejects the key", `correct ${key(service)}`];
  if (status === 403) {
    const remedy = `make sure that ${key(service)} belongs to this resource and that its network rules allow this machine`;
    return ["denies access", remedy];
  }
  if (status === 404)
    return [
      "does not know this deployment",
      `correct ${basePath(service)}, which ends with a deployment's name`,
    ];
  if (status === 429) {
    const when = retryAfter ? `in ${retryAfter} s` : "later";
    return ["has received too many requests", `try again ${when}, or raise the deployment's quota`];
  }
  if (status >= 500) return ["has an internal error", "try again later, or contact its provider"];
  return ["rejects the request", rightDeployment(service)];
}

function networkFault(service: Service, code: string): Fault {
  const correct = `correct ${basePath(service)}`;
  if (code === tooLarge)
    return [`sent a response of more than ${maxResponseBytes} bytes`, rightDeployment(service)];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return [`has a host name that cannot be resolved (${code})`, `${correct}, or fix name resolution`];
  if (/CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code)) {
    const remedy = `${correct}, or add its authority's certificate with NODE_EXTRA_CA_CERTS`;
    return [`cannot prove its identity over TLS (${code})`, remedy];
  }
  if (/^(?:HPE_|Z_|UND_ERR_HEADERS_|HTTPParserError$)/.test(code))
    return [`does not speak valid HTTP (${code})`, correct];
  if (code === "ECONNREFUSED") return [`refuses the connection (${code})`, `${correct}, or try again later`];
  if (["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code))
    return [`closed the connection before its response was complete (${code})`, "try again later"];
  return [`cannot be reached (${code})`, `${correct}, or check what is blocking the connection`];
}

/** The innermost error code of a failed connection, or the error's name where Node gives it no code. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no code";
  if (error.cause !== undefined) return codeOf(error.cause);
  if ("code" in error && typeof error.code === "string") return error.code;
  // From Node 26 on it has none.
  return error.name === "HTTPParserError" ? error.name : "no code";
}

function failed(service: Service, [reason, remedy]: Fault): NoticeError {
  return new NoticeError("SERVICE_FAILED", { service, reason, remedy });
}

const key = (service: Service): string => `AZURE_OPENAI_${service.toUpperCase()}_KEY`;
const basePath = (service: Service): string => `AZURE_OPENAI_${service.toUpperCase()}_BASE_PATH`;

function rightDeployment(service: Service): string {
  return `make sure that ${basePath(service)} is a deployment of a ${service} model that supports api-version ${apiVersion}`;
}
