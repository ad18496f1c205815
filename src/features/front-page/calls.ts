import { clientOf } from "#shared/endpoint-client.ts";
import type { FrontPageEndpoints } from "./endpoints.ts";

/** The sections of the home page. */
export const homeSections = () => clientOf<FrontPageEndpoints>().query("GET /home");
