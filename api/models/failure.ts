import { NoticeError } from "../../schema/errors/notice-error.ts";
import type { Deployment } from "./deployment.ts";

type Model = Deployment["model"];
/** What a model does wrong, and the remedy. */
export type ModelFault = [reason: string, remedy: string];

/** The error of a model, only in our words: the provider's may contain the key. */
export function failed({ model }: Deployment, [reason, remedy]: ModelFault): NoticeError {
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
export const otherInput = (model: Model): string =>
  model === "chat" ? "say it in other words, or write the notice yourself" : "write the words yourself";

export const key = (model: Model): string => `AZURE_OPENAI_${model.toUpperCase()}_KEY`;
export const basePath = (model: Model): string => `AZURE_OPENAI_${model.toUpperCase()}_BASE_PATH`;

/** The remedy if the deployment may be a wrong one. */
export function rightDeployment({ model, apiVersion }: Deployment): string {
  const support = model === "chat" ? "JSON mode and " : "";
  return `make sure that ${basePath(model)} is a deployment of a ${model} model that supports ${support}api-version ${apiVersion} (AZURE_OPENAI_API_VERSION)`;
}
