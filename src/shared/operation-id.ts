import type { EndpointName } from "./endpoint.ts";

const METHODS: Record<string, string> = {
  GET: "get",
  POST: "create",
  PUT: "update",
  PATCH: "update",
  DELETE: "delete",
};
/** Last parts of paths that say what a POST does. */
const ACTIONS = new Set(
  `accept answer bulk cancel check clear confirm download edit erase export forgot import logout merge pause preview publish read
   refresh reject release replace reset restore resume retry-pictures send send-again settle start subscribe test undo unpublish
   unsubscribe view`.split(/\s+/),
);
/** Last parts of paths of lists that say which rows they have. */
const KINDS = new Set(["featured", "latest", "missing", "related", "trending"]);
const SINGULAR: Record<string, string> = {
  media: "picture",
  series: "series",
  settings: "settings",
  trash: "trashed-document",
};

/** The singular of a part of a path. */
export const singular = (word: string): string =>
  SINGULAR[word] ?? word.replace(/ies$/, "y").replace(/(?<=[^s])s$/, "");

/**
 * The name of an endpoint for clients, from its method and path: `GET /articles` is `listArticles` as it returns a list,
 * `GET /articles/:id` is `getArticle`, `POST /articles/:id/publish` is `publishArticle`.
 */
export function operationId(name: EndpointName, isList: boolean): string {
  const [method = "", path = ""] = name.split(" ");
  const parts = path.split("/").filter(Boolean);
  const given = parts.flatMap((part, at) => {
    // The second of two parameters: its name says what is found.
    if (part.startsWith(":")) return parts[at - 1]?.startsWith(":") ? `by-${part.slice(1)}` : [];
    return parts[at + 1]?.startsWith(":") ? singular(part) : part;
  });
  const last = given.at(-1) ?? "";
  // The name of what contains something is singular.
  const inside = (words: string[]) => words.map((word, at) => (at < words.length - 1 ? singular(word) : word));
  const before = given.slice(0, -1);
  if (last === "search" || (method === "POST" && ACTIONS.has(last))) return camel([last, ...inside(before)]);
  if (method === "POST") return camel(["create", ...inside(given).with(-1, singular(last))]);
  if (!isList) return camel([METHODS[method] ?? method, ...inside(given)]);
  if (!KINDS.has(last)) return camel(["list", ...inside(given)]);
  return camel(["list", last, ...parts.filter((part) => !part.startsWith(":") && part !== last)]);
}

function camel(words: string[]): string {
  const [first = "", ...others] = words.flatMap((word) => word.split(/[-.]/));
  return first + others.map((word) => word.slice(0, 1).toUpperCase() + word.slice(1)).join("");
}
