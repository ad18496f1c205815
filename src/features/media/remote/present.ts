import { detailsOf, type FoundItem, isKnown } from "./queries.ts";
import type { RemoteItem } from "./rules.ts";
import type { RemoteState } from "./schema.ts";

/** How far the site has come with a thing on another host. */
export function presentItem({ kind, address }: RemoteItem, found: FoundItem | undefined): RemoteState {
  const isDone = found !== undefined && isKnown(found);
  return {
    kind,
    address,
    state: isDone ? "done" : found && found.error !== "" ? "failed" : "waiting",
    url: isDone && kind === "picture" ? found.picture : "",
    card: isDone && kind === "card" ? detailsOf(found) : null,
    detail: isDone ? (kind === "picture" ? found.details : "") : (found?.error ?? ""),
  };
}
