import type { Actor } from "./actor.ts";
import { UnauthenticatedError } from "./errors.ts";

/**
 * Who is reading. Created once per request, and passed to every query whose result readers see. No request has a member
 * yet: queries and caches must already support one.
 */
export type Viewer =
  | { readonly kind: "anonymous" }
  | { readonly kind: "member"; readonly tier: string }
  | { readonly kind: "staff"; readonly actor: Actor }
  /** A program with an API key: the actor is its owner, with the permissions that the key grants. */
  | { readonly kind: "key"; readonly actor: Actor };

/** Any reader: also for what is created for all readers together, such as mails and feeds. */
export const ANYBODY: Viewer = { kind: "anonymous" };

/** The viewer of a request by `actor`, or of one without a session (null). */
export const viewerOf = (actor: Actor | null): Viewer =>
  actor === null ? ANYBODY : { kind: actor.key ? "key" : "staff", actor };

/** The staff member behind a viewer, in person or by a key; null for readers. */
export const actorBehind = (viewer: Viewer): Actor | null =>
  viewer.kind === "staff" || viewer.kind === "key" ? viewer.actor : null;

/**
 * Which cached variant of a response a viewer gets: viewers with the same name share it. Null: created for this viewer
 * alone, and not cached.
 */
export function cacheVariant(viewer: Viewer): string | null {
  switch (viewer.kind) {
    case "anonymous":
      return "";
    case "member":
      return viewer.tier;
    case "staff":
    case "key":
      return null;
  }
}

export type WithViewer = { viewer: Viewer };

const NOT_LOGGED_IN = "Please log in.";

/** The actor of a request to an endpoint for staff. */
export function actorOf({ viewer }: WithViewer): Actor {
  const actor = actorBehind(viewer);
  if (!actor) throw new UnauthenticatedError("not_logged_in", NOT_LOGGED_IN);
  return actor;
}

/** The account of a request to an endpoint for staff. */
export function accountOf(request: WithViewer): number {
  const { accountId } = actorOf(request);
  if (accountId === null) throw new UnauthenticatedError("not_logged_in", NOT_LOGGED_IN);
  return accountId;
}

/** The session of a request to an endpoint for staff. */
export function sessionOf(request: WithViewer): string {
  const { sessionId } = actorOf(request);
  if (sessionId === undefined) throw new UnauthenticatedError("not_logged_in", NOT_LOGGED_IN);
  return sessionId;
}
