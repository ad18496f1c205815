/**
 * Lists of ad blockers stop `/api/ads/` before anything is sent; the server has the same endpoints under another name
 * (`app/path-aliases.ts`). Remembered after the first read, so that a write is never sent under both names.
 */
let isBlocked = false;
const SPECIFIED = /^(\/api\/(?:settings\/)?)ads(?=\/)/;
const otherName = (url: string) => url.replace(SPECIFIED, "$1spaces");

/** `fetch` for the API: an address that the browser's blocker stops is read by its other name. */
export async function fetchApi(url: string, init: RequestInit = {}): Promise<Response> {
  const other = otherName(url);
  if (isBlocked) return fetch(other, init);
  try {
    return await fetch(url, init);
  } catch (error) {
    if (other === url || (init.method ?? "GET") !== "GET" || init.signal?.aborted) throw error;
    const response = await fetch(other, init).catch(() => undefined);
    // A backend without that name: the failure is the first one.
    if (!response || response.status === 404) throw error;
    isBlocked = true;
    return response;
  }
}
