import type { FastifyInstance } from "fastify";
import { type Deadline, deadlineIn, inTime } from "../../../data/deadline.ts";
import { NoticeError } from "../../../schema/errors/notice-error.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The time by which the reply is to be decided. */
    deadline: Deadline;
    /** Waits for work that several requests share, until this request's deadline; then rejects with STORE_LATE. */
    inTime<T>(work: Promise<T>): Promise<T>;
  }
}

/** Gives each request a deadline, for everything that is asked of the store on its behalf. */
export function limitTime(app: FastifyInstance): void {
  app.addHook("onRequest", async (request) => {
    request.deadline = deadlineIn();
    request.inTime = (work) => inTime(work, request.deadline, () => new NoticeError("STORE_LATE", {}));
  });
  // The deadline pauses while the body arrives: that time is the client's.
  app.addHook("preParsing", async (request) => {
    const leftMs = request.deadline.timeLeftMs();
    request.deadline = { timeLeftMs: () => leftMs };
  });
  app.addHook("preValidation", async (request) => {
    request.deadline = deadlineIn(request.deadline.timeLeftMs());
  });
}
