import { endpoints } from "#shared/endpoint.ts";
import { accountExportStream, accountParams } from "./schema.ts";

/** What is kept about the people of the newsroom; readers' data is at `newsletter/people/`. */
export const personalDataEndpoints = endpoints({
  "GET /accounts/users/:id/export": {
    access: "personal_data.manage",
    cost: "file",
    summary: "Everything that is kept about somebody who works or worked here",
    tags: ["People"],
    params: accountParams,
    response: {
      200: {
        description: "The person's data, as a file",
        content: { "application/json": { schema: accountExportStream } },
      },
    },
  },
});
export type PersonalDataEndpoints = typeof personalDataEndpoints;
