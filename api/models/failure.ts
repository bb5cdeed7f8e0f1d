import { APIConnectionTimeoutError, APIError } from "openai";
import { NoticeError } from "../../schema/errors/notice-error.ts";
import { apiVersion, type Deployment } from "./deployment.ts";
import { maxResponseBytes, tooLarge } from "./send.ts";

type Service = Deployment["service"];
/** What a service does wrong, and the way out. */
type Fault = [reason: string, remedy: string];

/**
 * What went wrong, in our words: the service's own, or the SDK's error as a cause, may contain the key.
 * @param error whatever the SDK threw
 */
export function toServiceError(service: Service, error: unknown, timeoutMs: number): NoticeError {
  if (error instanceof APIConnectionTimeoutError) {
    const remedy = "try again later, or see what is in the way";
    return failed(service, [`has not answered within ${timeoutMs / 1000} s`, remedy]);
  }
  if (error instanceof APIError && typeof error.status === "number") {
    const [reason, remedy] = statusFault(service, error.status, error.headers?.get("retry-after"));
    return failed(service, [`${reason} (status ${error.status})`, remedy]);
  }
  // The SDK parses the JSON, and passes on what the engine throws.
  if (error instanceof SyntaxError) return wrongResponse(service);
  if (error instanceof APIError) return failed(service, networkFault(service, codeOf(error)));
  const remedy = "unset OPENAI_CUSTOM_HEADERS, which its SDK reads, too";
  return failed(service, ["cannot be asked, since its client cannot be made", remedy]);
}

/** The error for a response that is not what the protocol specifies. */
export function wrongResponse(service: Service): NoticeError {
  return failed(service, ["does not answer as its protocol says", rightDeployment(service)]);
}

function statusFault(service: Service, status: number, retryAfter: string | null | undefined): Fault {
  if (status < 400)
    return ["sends us elsewhere, where the key does not go", `set ${basePath(service)} to where it is now`];
  if (status === 401) return ["refuses the key", `correct ${key(service)}`];
  if (status === 403) {
    const remedy = `see that ${key(service)} belongs to this resource and that its network rules let us in`;
    return ["does not let us in", remedy];
  }
  if (status === 404)
    return ["knows no such deployment", `correct ${basePath(service)}, which ends with a deployment's name`];
  if (status === 429) {
    const when = retryAfter ? `in ${retryAfter} s` : "later";
    return ["has had too many requests", `try again ${when}, or raise the deployment's quota`];
  }
  if (status >= 500) return ["has a fault of its own", "try again later, or ask its provider"];
  return ["refuses the request", rightDeployment(service)];
}

function networkFault(service: Service, code: string): Fault {
  const correct = `correct ${basePath(service)}`;
  if (code === tooLarge)
    return [`answers with more than ${maxResponseBytes} bytes`, rightDeployment(service)];
  if (code === "ENOTFOUND" || code === "EAI_AGAIN")
    return [`has a host name that is not found (${code})`, `${correct}, or mend the name service`];
  if (/CERT|SSL|TLS|SIGNATURE|EPROTO/.test(code)) {
    const remedy = `${correct}, or name its authority's certificate in NODE_EXTRA_CA_CERTS`;
    return [`does not prove over TLS that it is itself (${code})`, remedy];
  }
  if (/^(?:HPE|Z|UND_ERR_HEADERS)_/.test(code))
    return [`does not speak HTTP as it should (${code})`, correct];
  if (code === "ECONNREFUSED") return [`refuses the connection (${code})`, `${correct}, or try again later`];
  if (["UND_ERR_SOCKET", "ECONNRESET", "EPIPE"].includes(code))
    return [`has hung up before its answer was complete (${code})`, "try again later"];
  return [`cannot be reached (${code})`, `${correct}, or see what is in the way`];
}

/** The innermost error code of a failed connection. */
function codeOf(error: unknown): string {
  if (!(error instanceof Error)) return "no code";
  if (error.cause !== undefined) return codeOf(error.cause);
  return "code" in error && typeof error.code === "string" ? error.code : "no code";
}

function failed(service: Service, [reason, remedy]: Fault): NoticeError {
  return new NoticeError("SERVICE_FAILED", { service, reason, remedy });
}

const key = (service: Service): string => `AZURE_OPENAI_${service.toUpperCase()}_KEY`;
const basePath = (service: Service): string => `AZURE_OPENAI_${service.toUpperCase()}_BASE_PATH`;

function rightDeployment(service: Service): string {
  return `see that ${basePath(service)} is a deployment of a ${service} model that knows api-version ${apiVersion}`;
}
