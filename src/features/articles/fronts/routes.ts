import type { ArticleStore } from "#features/articles/commands.ts";
import { type ApiPlugin, idIn, type ResponseHead, serve } from "#platform/endpoints.ts";
import { isCurrentFor, tagged } from "#platform/version-tags.ts";
import { NotFoundError } from "#shared/errors.ts";
import { TOTAL_HEADER } from "#shared/page.ts";
import { actorOf, type WithViewer } from "#shared/viewer.ts";
import { arrangeFront, resetFront } from "./commands.ts";
import { frontEndpoints } from "./endpoints.ts";
import { type FrontPlace, requirePlace } from "./places.ts";
import { findVersion, listFronts, listVersions, readFront, versionOfFront } from "./queries.ts";
import type { FrontKind } from "./rules.ts";
import type { Front, FrontBody } from "./schema.ts";
import { frontOfPage } from "./stories.ts";

type Asked = WithViewer & { params: { kind: FrontKind; slug?: string } };
type Changed = Asked & { headers: Parameters<typeof isCurrentFor>[0]["headers"] };

const NO_VERSION = "Version not found.";

/** Makes a link to a page with a version of its arrangement. */
export type LinkToFront = (versionId: number) => Promise<string>;

export function frontRoutes(store: ArticleStore, linkToFront: LinkToFront): ApiPlugin {
  const { clock } = store;
  const { db } = store.database;
  const placeOf = ({ viewer, params }: Asked) => requirePlace(db, { viewer, now: clock.now() }, params);
  const respond = (reply: ResponseHead, front: Front) => tagged(reply, versionOfFront(front), front);
  const editOf = (call: Changed) => ({ by: actorOf(call), isCurrent: isCurrentFor(call) });
  const get = async (call: Asked, reply: ResponseHead) =>
    respond(reply, await readFront(db, await placeOf(call), clock.now()));
  const put = async (call: Changed & { body: FrontBody }, reply: ResponseHead) =>
    respond(reply, await arrangeFront(store, await placeOf(call), call.body, editOf(call)));
  const remove = async (call: Changed) => resetFront(store, await placeOf(call), editOf(call));
  const show = async (call: Asked) => {
    const seen = { viewer: call.viewer, now: clock.now() };
    return frontOfPage(db, seen, await placeOf(call));
  };
  return async (app) =>
    serve(app, frontEndpoints, {
      "GET /settings/fronts": () => listFronts(db, clock.now()),
      "GET /settings/fronts/:kind": get,
      "PUT /settings/fronts/:kind": put,
      "DELETE /settings/fronts/:kind": remove,
      "GET /settings/fronts/:kind/:slug": get,
      "PUT /settings/fronts/:kind/:slug": put,
      "DELETE /settings/fronts/:kind/:slug": remove,
      "GET /fronts/versions": async ({ viewer, query: { limit, offset, ...named } }, reply) => {
        const now = clock.now();
        const place: FrontPlace = await requirePlace(db, { viewer, now }, named);
        const { versions, total } = await listVersions(db, place, now, { limit, offset });
        reply.header(TOTAL_HEADER, total);
        return versions;
      },
      "POST /fronts/versions/:id/preview": async ({ params }) => {
        const id = idIn(params.id, "front_not_found", NO_VERSION);
        if (!(await findVersion(db, id))) throw new NotFoundError("front_not_found", NO_VERSION);
        return { url: await linkToFront(id) };
      },
      "GET /fronts/by-place/:kind": show,
      "GET /fronts/by-place/:kind/:slug": show,
    });
}
