import type { SchemaObject } from "ajv";

/** The version of the protocol that every request asks for. */
export const apiVersion = "2024-02-15-preview";

/** What both services are made of: a model that Azure OpenAI runs for us. */
export interface Deployment {
  service: "speech" | "chat";
  /** What the paths of requests are added to. */
  basePath: string;
  key: string;
}

/** How long we wait for a service, and how often we ask it again. */
export interface RequestLimits {
  /** For one answer, with its connection and its last byte. */
  timeoutMs: number;
  retries: number;
}

export const defaultLimits: RequestLimits = { timeoutMs: 60_000, retries: 2 };

/**
 * Posts a body below the base path and gives the answer that the schema describes.
 * @throws NoticeError SERVICE_FAILED
 */
export type Post = (path: string, body: object, response: SchemaObject) => Promise<unknown>;
