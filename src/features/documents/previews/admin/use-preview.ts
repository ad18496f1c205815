import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { RoomForm } from "#features/documents/room/admin/use-room-form.ts";
import { DOCUMENT_PATHS, type DocumentKey } from "#shared/document.ts";
import { type EditorApi, useEditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { parseInert } from "#ui/admin/inert-html.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import type { PreviewEndpoints, PreviewLink } from "../endpoints.ts";

/** What search engines and other sites show of a page, by its head. Pure. */

export type PageFacts = {
  /** As it is in the tab, and as cards show it. */
  title: string;
  cardTitle: string;
  description: string;
  /** Where the page is, or will be. */
  url: string;
  site: string;
  picture: string | null;
  /** What the picture shows; empty where nothing says so. */
  alt: string;
};

/** How much search engines show, in characters: about what fits into one line, and into two. */
const MAX_TITLE = 60;
const MAX_DESCRIPTION = 158;

/** A text cut after the last whole word that fits, as search engines cut it. */
export function cutAt(text: string, max: number): string {
  const chars = [...text.trim()];
  if (chars.length <= max) return chars.join("");
  const start = chars.slice(0, max - 1).join("");
  const space = start.lastIndexOf(" ");
  // A word that is longer than the line is cut itself.
  let end = space > max / 2 ? space : start.length;
  while (end > 0 && " ,;:.–-".includes(start[end - 1] ?? "")) end--;
  return `${start.slice(0, end)} …`;
}

export const cutTitle = (title: string): string => cutAt(title, MAX_TITLE);
export const cutDescription = (description: string): string => cutAt(description, MAX_DESCRIPTION);

/** An address as search engines show it: 'news.example › article › 12'. */
export function breadcrumb(url: string): string {
  const { host, pathname } = new URL(url);
  return [
    host,
    ...pathname
      .split("/")
      .filter((part) => part !== "")
      .map(readable),
  ].join(" › ");
}

function readable(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}

/** The facts in the head of a page's document. */
export function factsOf(page: Document): PageFacts {
  const meta = (name: string) =>
    page.querySelector(`meta[property="${name}"], meta[name="${name}"]`)?.getAttribute("content") ?? "";
  return {
    title: page.title,
    cardTitle: meta("og:title"),
    description: meta("description"),
    url: meta("og:url"),
    site: meta("og:site_name"),
    picture: meta("og:image") || null,
    alt: meta("og:image:alt"),
  };
}

const previews = editorClientOf<PreviewEndpoints>();

/** A new link to the working copy of a document as a page. Throws `ApiError` or `NetworkError`, as does the next. */
export async function sharePreview(api: EditorApi, { type, id }: DocumentKey): Promise<PreviewLink> {
  return (await previews.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/preview`, { params: { id } })).body;
}

/** Ends all links to the working copy of a document as a page. */
export async function endPreviews(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await previews.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id/preview`, { params: { id } });
}

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
