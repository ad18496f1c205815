import { type QueryClient, useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import { callsUnder } from "#shared/api-query.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { adminUrl } from "#shared/urls.ts";
import type { KeySection } from "#ui/admin/keyboard.tsx";
import { useToast } from "#ui/admin/toasts.tsx";
import { useTurns } from "#ui/admin/use-call.ts";
import type { WireEndpoints, WireStory } from "../endpoints.ts";

export const wire = editorClientOf<WireEndpoints>();

/** The keys of the inbox, for the list of shortcuts. */
export const WIRE_KEYS: KeySection = {
  title: "In the wire",
  rows: [
    ["Next and previous story", "J", "K"],
    ["Make a draft", "D"],
    ["Dismiss, or put back", "X"],
    ["Open the publisher's page", "O"],
  ],
};

const TYPING = "input, textarea, select, [contenteditable=true], dialog[open]";

/** What can be done with a story. `at`: its place in the list. */
export type TriageActions = Record<"draft" | "toggle" | "open", (story: WireStory) => void>;

/** Moves the focus between stories by J and K, and does what the other keys mean with the focused one. */
export function useTriageKeys(rows: readonly WireStory[], isOpen: boolean, actions: TriageActions): void {
  const latest = useRef({ rows, isOpen, actions });
  latest.current = { rows, isOpen, actions };
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { rows, isOpen, actions } = latest.current;
      if (!isOpen || event.ctrlKey || event.metaKey || event.altKey || document.querySelector("dialog[open]")) return;
      if (event.target instanceof Element && event.target.closest(TYPING)) return;
      const focused = Number(document.activeElement?.closest("[data-story]")?.getAttribute("data-story"));
      const at = rows.findIndex(({ id }) => id === focused);
      const key = event.key.toLowerCase();
      if (key === "j" || key === "k") focusStory(rows[key === "j" ? at + 1 : Math.max(0, at - 1)]?.id);
      else {
        const story = rows[at];
        const act = { d: actions.draft, x: actions.toggle, o: actions.open }[key];
        if (!story || !act || event.repeat) return;
        act(story);
      }
      event.preventDefault();
    };
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
}

export function focusStory(id: number | undefined): void {
  const story = id === undefined ? null : document.querySelector<HTMLElement>(`[data-story="${id}"]`);
  story?.focus({ preventScroll: true });
  story?.scrollIntoView({ block: "nearest" });
}

const refresh = (client: QueryClient) => void client.invalidateQueries(callsUnder(wire.url("GET /wire/stories")));

/**
 * Makes drafts and dismisses stories. `gone`: those that the list no longer shows, before the server has confirmed it.
 * `onLeave` is called before a story goes, to move the focus.
 */
export function useTriage(onLeave: (story: WireStory) => void) {
  const api = useEditorApi();
  const client = useQueryClient();
  const show = useToast();
  const { once } = useTurns(() => refresh(client));
  const [gone, setGone] = useState<ReadonlySet<number>>(new Set());
  const hide = ({ id }: WireStory) => setGone((before) => new Set(before).add(id));
  const unhide = ({ id }: WireStory) => setGone((before) => new Set([...before].filter((other) => other !== id)));

  const mark = (story: WireStory, state: "new" | "dismissed") => {
    onLeave(story);
    hide(story);
    void once(
      `${story.id} ${state}`,
      async () => {
        await wire.send(api, "PATCH /wire/stories/:id", { params: { id: story.id }, body: { state } });
        const back = () => {
          unhide(story);
          if (state === "dismissed") undo(story);
        };
        if (state === "dismissed") show({ title: "Story dismissed", action: { label: "Undo", run: back } });
      },
      { title: "Error changing story", fallback: "Could not change the story", onFailed: () => unhide(story) },
    );
  };
  const undo = (story: WireStory) =>
    void once(
      `${story.id} undo`,
      () => wire.send(api, "PATCH /wire/stories/:id", { params: { id: story.id }, body: { state: "new" } }),
      { title: "Error changing story", fallback: "Could not change the story" },
    );
  const draft = (story: WireStory) => {
    onLeave(story);
    void once(
      `${story.id} draft`,
      async () => {
        const { body } = await wire.send(api, "POST /wire/stories/:id/draft", { params: { id: story.id } });
        hide(story);
        show({ title: "Draft made", action: { label: "Open the draft", to: adminUrl.article(body.article ?? 0) } });
      },
      { title: "Error making draft", fallback: "Could not make the draft" },
    );
  };
  return { gone, mark, draft, showAll: () => setGone(new Set()) };
}
