import { NetworkError } from "#shared/api-client.ts";
import { onDemand, type PageModule, type SiteInfo } from "#shared/page.ts";
import { addMessages, type Messages } from "#shared/translate.ts";
import type { SiteRoute } from "./routes.ts";

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

const pages = new Map<string, () => Promise<PageModule>>();

/**
 * Loads the module behind a route, once. The browser loads the first page's before hydrating and the server before
 * rendering, so that neither suspends. A failure is a `NetworkError`, and the module may be requested again later.
 */
export function loadPage(route: SiteRoute): Promise<PageModule> {
  let load = pages.get(route.name);
  if (!load) {
    load = onDemand(() =>
      Promise.all([route.load(), loadMessages()]).then(
        ([module]) => module,
        (error: unknown) => {
          throw new NetworkError(error);
        },
      ),
    );
    pages.set(route.name, load);
  }
  return load();
}
