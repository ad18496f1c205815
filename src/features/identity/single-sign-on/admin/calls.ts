import { editorClientOf } from "#shared/editor-client.ts";
import type { SingleSignOnEndpoints } from "../endpoints.ts";

const { url } = editorClientOf<SingleSignOnEndpoints>();

/** Where a browser goes to sign in, fetches its session afterwards, and ends it at the provider too. */
export const START_URL = url("GET /accounts/oidc/start");
export const SESSION_URL = url("POST /accounts/oidc/session");
export const LOGOUT_URL = url("GET /accounts/oidc/logout");
