import { errorGroup } from "./error-group.ts";

/** What can be wrong with a request to the service. */
export const requestErrors = {
  ...errorGroup(400, 2, { REQUEST_INVALID: ({ reason }: { reason: string }) => reason }),
  ...errorGroup(408, 2, { REQUEST_TOO_SLOW: () => "The request did not arrive in time: send it again." }),
  ...errorGroup(413, 2, {
    BODY_TOO_LARGE: () =>
      "The request body is larger than 64 KiB, and this service does not read bodies: send the request without one.",
  }),
};
