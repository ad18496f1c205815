import { endpoints } from "#shared/endpoint.ts";
import { errorBody } from "#shared/schema.ts";
import { homeOrder, homeOrderBody } from "./schema.ts";

const tags = ["Home page"];
const home = { access: "home.arrange", tags } as const;

/** The arrangement of the home page: the order of its lead stories and editor's picks, and its option. */
export const frontPageEndpoints = endpoints({
  "GET /home/order": {
    ...home,
    summary: "The lead stories and editor's picks: those arranged by hand, then the others, newest first",
    response: { 200: homeOrder },
  },
  "PUT /home/order": {
    ...home,
    summary: "Arrange the lead stories and editor's picks; articles that are added get the switch of the list",
    description:
      "What is left out stands by its date again, but what has ended, or is in the trash, keeps its place; to take an article from a list, clear its switch. With the order's ETag in If-Match, it is refused (409) where it has been changed since.",
    body: homeOrderBody,
    response: { 200: homeOrder, 400: errorBody, 409: errorBody },
  },
});
export type FrontPageEndpoints = typeof frontPageEndpoints;
