import type { Deployment, Post, RequestLimits } from "./deployment.ts";

/** A deployment's client; its first request loads the SDK and creates it. */
export function createLazyClient(deployment: Deployment, limits: RequestLimits): Post {
  let client: Promise<Post> | undefined;
  return async (...request) => {
    client ??= import("./azure-client.ts").then(({ createAzureClient }) =>
      createAzureClient(deployment, limits),
    );
    return (await client)(...request);
  };
}
