import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RoomForm } from "#features/documents/room/admin/use-room-form.ts";
import type { DocumentKey } from "#shared/document.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { parseInert } from "#ui/admin/inert-html.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { endPreviews, sharePreview } from "../calls.ts";
import { factsOf, type PageFacts } from "./page-facts.ts";

/** A link to the working copy as a page, and what others show of that. */
export type Preview = {
  /** The address to share, and its path here: this room may have been opened by another name of the site. */
  url: string;
  path: string;
  /** ISO 8601. */
  expires: string;
  facts: PageFacts;
};

/** The page as nobody but us asks for it. Throws where there is none. */
async function readPage(path: string, signal: AbortSignal): Promise<PageFacts> {
  const response = await fetch(path, { signal, cache: "no-store" });
  if (!response.ok) throw new Error(`The preview answered ${response.status}.`);
  return factsOf(parseInert(await response.text()));
}

/** What a preview needs of the form of a room. */
export type PreviewedForm = Pick<RoomForm<{ id: number }, object>, "flush" | "autosave">;

/** The preview of a document: what was typed is stored first. */
export function usePreview(form: PreviewedForm, document: DocumentKey) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  // Each link is a new one: the server keeps only what tells whether a token is one.
  const [links, setLinks] = useState(1);
  const [isEnded, setIsEnded] = useState(false);
  const { data, isFetching, refetch } = useQuery<Preview>({
    queryKey: ["preview", document, links],
    async queryFn({ signal }) {
      await form.flush();
      const { url, expires } = await sharePreview(api, document);
      const path = new URL(url).pathname;
      return { url, path, expires, facts: await readPage(path, signal) };
    },
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  const end = () =>
    run(
      async () => {
        await endPreviews(api, document);
        setIsEnded(true);
        show({ title: "Link ended", description: "No link leads to this preview any more." });
      },
      { title: "Error ending the link", fallback: "Could not end the link" },
    );
  return {
    preview: isEnded ? undefined : data,
    isLoading: isFetching,
    isEnded,
    isBusy,
    refetch: () => void refetch(),
    end: () => void end(),
    renew() {
      setIsEnded(false);
      setLinks(links + 1);
    },
  };
}
