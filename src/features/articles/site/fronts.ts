import { clientOf } from "#shared/endpoint-client.ts";
import { onDemand } from "#shared/page.ts";
import type { FrontEndpoints } from "../fronts/endpoints.ts";
import type { FrontKind } from "../fronts/rules.ts";

const fronts = clientOf<FrontEndpoints>();

/** The blocks of a front page with their stories. */
export const frontOf = (kind: FrontKind, slug?: string) =>
  slug === undefined
    ? fronts.query("GET /fronts/by-place/:kind", { params: { kind } })
    : fronts.query("GET /fronts/by-place/:kind/:slug", { params: { kind, slug } });

/** The code of blocks, which only arranged pages load: before they are rendered, like the page itself. */
export const loadBlocks = onDemand(() => import("./front-blocks.tsx"));
