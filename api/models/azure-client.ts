import { AzureOpenAI } from "openai";
import { compile } from "../../schema/validation/ajv.ts";
import { apiVersion, type Deployment, type Post, type RequestLimits } from "./deployment.ts";
import { toModelError, wrongResponse } from "./failure.ts";
import { createModelFetch } from "./send.ts";

/** The client for one deployment, created by its first request. */
export function createAzureClient(deployment: Deployment, limits: RequestLimits): Post {
  let sdk: AzureOpenAI | undefined;
  return async (path, body, schema) => {
    let response: unknown;
    try {
      sdk ??= createSdk(deployment, limits);
      // The base path names the deployment, and so the model: the SDK would add one from the body to some paths.
      response = await sdk.post(path, { body });
    } catch (error) {
      throw toModelError(deployment.service, error, limits.timeoutMs);
    }
    if (compile(schema)(response)) throw wrongResponse(deployment.service);
    return response;
  };
}

/** The SDK reads each option that we leave out from a variable such as OPENAI_ADMIN_KEY; none of them is ours. */
function createSdk({ basePath, key }: Deployment, { timeoutMs, retries }: RequestLimits): AzureOpenAI {
  return new AzureOpenAI({
    baseURL: basePath.replace(/\/+$/, ""),
    apiKey: key,
    apiVersion,
    adminAPIKey: null,
    organization: null,
    project: null,
    webhookSecret: null,
    // Its own log would reveal prompts and responses.
    logLevel: "off",
    timeout: timeoutMs,
    maxRetries: retries,
    fetch: createModelFetch(key),
  });
}
