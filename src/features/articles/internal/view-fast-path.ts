import type { IncomingMessage, ServerResponse } from "node:http";
import type { ClientAddresses } from "#platform/client-address.ts";
import type { ReaderCounter } from "#platform/reader-counter.ts";
import { API_BASE } from "#shared/urls.ts";
import type { KnownArticles } from "./known-articles.ts";

/** The call's path below the API's. */
const VIEW = /^\/articles\/([1-9]\d{0,9})\/view\/?$/;

export type ViewFastPathSettings = {
  /** Headers of the response. */
  headers: Record<string, string>;
  addressOf: ClientAddresses["addressOf"];
  /** Counts the call for its client; throws beyond the limit. */
  limit: (address: string) => void;
};

/**
 * Answers the common call for counting a view before the framework runs, as every reader of an article makes it: no
 * body, no query, an article that is known to be published. Everything else, and whatever fails, is the route's.
 */
export function viewFastPath(known: KnownArticles, views: ReaderCounter) {
  return ({ headers, addressOf, limit }: ViewFastPathSettings) => {
    const head = Object.entries(headers).flat();
    return (request: IncomingMessage, response: ServerResponse): boolean => {
      const id = request.method === "POST" && isPlain(request) ? idIn(request.url ?? "") : undefined;
      const address = id === undefined ? undefined : addressOf(request);
      if (id === undefined || address === undefined) return false;
      try {
        if (!known.isKnown(id)) return false;
        limit(address);
      } catch {
        // The route counts once more, and refuses in the common form; or reports why the article cannot be looked up.
        return false;
      }
      views.record({ id, address, userAgent: request.headers["user-agent"] });
      response.writeHead(204, head).end();
      return true;
    };
  };
}

function idIn(target: string): number | undefined {
  const id = target.startsWith(API_BASE) ? VIEW.exec(target.slice(API_BASE.length))?.[1] : undefined;
  return id === undefined ? undefined : Number(id);
}

/** Without a body, and without anything that the framework would have to judge. */
function isPlain({ headers }: IncomingMessage): boolean {
  const { "content-length": length, "content-type": type } = headers;
  return (
    (length === undefined || length === "0") &&
    headers["transfer-encoding"] === undefined &&
    headers.expect === undefined &&
    (type === undefined || type === "application/json")
  );
}
