import { NetworkError } from "#shared/api-client.ts";
import { type PageModule, type ReadPromise, type SiteInfo, settled } from "#shared/page.ts";
import { addMessages, type Messages } from "#shared/translate.ts";
import type { SiteRoute } from "./routes.ts";

/**
 * How long to wait after a failure before the next try, in milliseconds: React renders again immediately, the network does
 * not recover that fast.
 */
const RETRY_AFTER = 1_000;

/** Loads all messages of a language that comes with the program, for pages that the reader navigates to. */
const ALL_MESSAGES: Record<string, () => Promise<Messages>> = {
  sw: async () => (await import("#shared/messages/swahili.ts")).SWAHILI,
  ar: async () => (await import("#shared/messages/arabic.ts")).ARABIC,
};
let loadMessages = async (): Promise<void> => {};

/** Those that the newsroom has changed. */
async function ownMessages(path: string): Promise<Messages> {
  const response = await fetch(path);
  if (!response.ok) throw new Error(`${path}: ${response.status}`);
  return response.json();
}

/** Uses the messages that came with the first page, and loads the others together with the next one. */
export function startMessages({ language = "en", words }: Pick<SiteInfo, "language" | "words">, first: Messages): void {
  addMessages(language, first);
  let isFirst = true;
  loadMessages = async () => {
    if (isFirst) isFirst = false;
    else {
      const [all, own] = await Promise.all([ALL_MESSAGES[language]?.(), words && ownMessages(words)]);
      addMessages(language, { ...all, ...(own || {}) });
    }
  };
}

const loading = new Map<string, { promise: ReadPromise<PageModule>; failedAt: number | null }>();

/**
 * Loads the module behind a route, once. The browser loads the first page's before hydrating and the server before
 * rendering, so that neither suspends. A failure is a `NetworkError`, and the module may be requested again later.
 */
export function loadPage(route: SiteRoute): Promise<PageModule> {
  const known = loading.get(route.name);
  if (known && (known.failedAt === null || Date.now() - known.failedAt < RETRY_AFTER)) return known.promise;
  const promise: ReadPromise<PageModule> = Promise.all([route.load(), loadMessages()]).then(
    ([module]) => module,
    (error: unknown) => {
      throw new NetworkError(error);
    },
  );
  const entry = { promise, failedAt: null as number | null };
  loading.set(route.name, entry);
  promise.catch(() => {
    entry.failedAt = Date.now();
  });
  return settled(promise);
}
