import { EventSourceParserStream } from "eventsource-parser/stream";
import { ApiError } from "#shared/api-client.ts";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { PresenceEndpoints } from "../endpoints.ts";
import { PLACE_INTERVAL_MS } from "../rules.ts";
import type { OtherPlaces, Place, PresentPeople, SavedVersion, SuggestionState } from "../schema.ts";

/**
 * Reports the user's position at most once per interval, and only while others have the document open. `send` rejects
 * if the report did not arrive.
 */
export function reportPlaces(send: (place: Place) => Promise<unknown>) {
  let latest: Place | null = null;
  let sent = "";
  let hasOthers = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const flush = () => {
    timer = undefined;
    const text = JSON.stringify(latest);
    if (!latest || !hasOthers || text === sent) return;
    sent = text;
    // The next move tries again.
    send(latest).catch(() => {
      sent = "";
    });
  };
  const soon = () => {
    timer ??= setTimeout(flush, PLACE_INTERVAL_MS);
  };
  return {
    moveTo(place: Place): void {
      // Typing in a block does not change the position.
      if (latest?.field === place.field && latest.block?.at === place.block?.at && isAround(latest, place)) return;
      latest = place;
      soon();
    },
    setHasOthers(is: boolean): void {
      hasOthers = is;
      soon();
    },
    /** Called when the server has lost the position, to send it again. */
    restart(): void {
      sent = "";
      soon();
    },
    close: () => clearTimeout(timer),
  };
}

/** Whether the blocks around two positions are equal. */
const isAround = (one: Place, other: Place) =>
  one.block?.near[0] === other.block?.near[0] && one.block?.near[2] === other.block?.near[2];

/** Delay before a failed stream is opened again; doubles each time. Milliseconds. */
const MIN_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

const presence = editorClientOf<PresenceEndpoints>();

/** Reports the user's position in a document. Throws `ApiError` or `NetworkError`. */
export const sendPlace = (api: EditorApi, { type, id }: DocumentKey, place: Place): Promise<unknown> =>
  presence.send(api, `PUT ${DOCUMENT_PATHS[type]}/:id/presence`, { params: { id }, body: place });

/**
 * `onPeople` receives all people who have the document open, including the user; null while disconnected. `onSaved`
 * receives the ETag of the stored version at the start and after each save, including this window's. `onOpen`: the server
 * does not know the user's position yet.
 */
type Watcher = {
  onPeople: (people: PresentPeople | null) => void;
  onPlaces?: (places: OtherPlaces) => void;
  onSaved?: (etag: string) => void;
  onOpen?: () => void;
  /** Gets a text that differs whenever suggestions were changed, at the start too. */
  onSuggestions?: (state: string) => void;
};

/** Announces that this window has a document open, until `signal`, and watches people and saves. */
export async function watchPresence(
  api: Pick<EditorApi, "stream">,
  { type, id }: DocumentKey,
  { onPeople, onPlaces, onSaved, onSuggestions, onOpen }: Watcher,
  signal: AbortSignal,
): Promise<void> {
  const url = presence.url(`GET ${DOCUMENT_PATHS[type]}/:id/presence`, { params: { id } });
  for (let pause = MIN_PAUSE_MS; !signal.aborted; ) {
    let hasTold = false;
    try {
      const bytes = await api.stream(url, signal);
      onOpen?.();
      const events = bytes.pipeThrough(new TextDecoderStream()).pipeThrough(new EventSourceParserStream()).getReader();
      for (let next = await events.read(); !next.done; next = await events.read()) {
        const { event, data } = next.value;
        if (event === "presence") onPeople(JSON.parse(data) as PresentPeople);
        if (event === "places") onPlaces?.(JSON.parse(data) as OtherPlaces);
        if (event === "saved") onSaved?.((JSON.parse(data) as SavedVersion).etag);
        if (event === "suggestions") onSuggestions?.((JSON.parse(data) as SuggestionState).state);
        hasTold = true;
      }
    } catch (error) {
      if (signal.aborted) return;
      onPeople(null);
      // The document was deleted or the user may not read it. After 401 the window continues with the next login.
      if (error instanceof ApiError && error.status < 500 && ![401, 429].includes(error.status)) return;
    }
    // Streams end regularly; after a successful one the next starts immediately.
    if (!hasTold) await pauseFor(pause * (0.5 + Math.random() / 2), signal);
    pause = hasTold ? MIN_PAUSE_MS : Math.min(2 * pause, MAX_PAUSE_MS);
  }
}

/** Waits until the delay or `signal`. */
function pauseFor(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const end = () => {
      clearTimeout(timer);
      signal.removeEventListener("abort", end);
      resolve();
    };
    const timer = setTimeout(end, milliseconds);
    signal.addEventListener("abort", end);
  });
}
