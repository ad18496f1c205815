import { createHash } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/**
 * The ETag of something that editors change: the version that `If-Match` names, counted or a fingerprint, then a digest
 * of the response, as parts of it may change without an edit.
 */
export function versionTag(version: number | string, body: unknown): string {
  return `"${version}-${createHash("sha256").update(JSON.stringify(body)).digest("base64url").slice(0, 16)}"`;
}

/** The versions that an `If-Match` names, including `*`. */
export const versionsIn = (ifMatch: string): string[] =>
  ifMatch.split(",").flatMap((part) => {
    const tag = part.trim();
    return tag === "*" ? tag : (/^(?:W\/)?"([a-z0-9]+)(?:-[\w-]*)?"$/.exec(tag)?.[1] ?? []);
  });

/** Whether an `If-Match` allows an edit of this version: it is missing, lists the version's tag, or is `*`. */
export function matchesVersion(ifMatch: string | undefined, version: number | string): boolean {
  if (ifMatch === undefined) return true;
  return versionsIn(ifMatch).some((name) => name === "*" || name === String(version));
}

/** Whether the `If-Match` of a request allows an edit of a version. */
export const isCurrentFor =
  ({ headers }: { headers: IncomingHttpHeaders }) =>
  (version: number | string): boolean =>
    matchesVersion(headers["if-match"], version);

type Head = { header: (name: string, value: string) => unknown };

/** Sets the ETag of a response to the version that it shows, and returns its body. */
export function tagged<Body>(reply: Head, version: number | string, body: Body): Body {
  reply.header("etag", versionTag(version, body));
  return body;
}
