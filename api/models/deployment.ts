import type { SchemaObject } from "ajv";

/** The API version that every request asks for. */
export const apiVersion = "2024-02-15-preview";

/** What both services build on: a model that Azure OpenAI runs for us. */
export interface Deployment {
  service: "speech" | "chat";
  /** The URL that the paths of requests are appended to. */
  basePath: string;
  key: string;
}

/** How long we wait for a service, and how often we retry. */
export interface RequestLimits {
  /** For one response, from connecting until its last byte. */
  timeoutMs: number;
  retries: number;
}

export const defaultLimits: RequestLimits = { timeoutMs: 60_000, retries: 2 };

/**
 * Posts a body to a path below the base path and returns the response, which matches the schema.
 * @throws NoticeError SERVICE_FAILED
 */
export type Post = (path: string, body: object, response: SchemaObject) => Promise<unknown>;
