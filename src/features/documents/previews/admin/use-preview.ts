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

/** A page's metadata for search engines and other sites, from its head. */

export type PageFacts = {
  /** The title of the tab, and of cards. */
  title: string;
  cardTitle: string;
  description: string;
  /** The canonical address. */
  url: string;
  site: string;
  picture: string | null;
  /** The picture's description; empty without one. */
  alt: string;
};

/** Characters that search engines show: about one line, and two. */
const MAX_TITLE = 60;
const MAX_DESCRIPTION = 158;

/** Cuts a text after the last full word that fits, like search engines. */
export function cutAt(text: string, max: number): string {
  const chars = [...text.trim()];
  if (chars.length <= max) return chars.join("");
  const start = chars.slice(0, max - 1).join("");
  const space = start.lastIndexOf(" ");
  // A word longer than the line is cut.
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

/** Reads the metadata from a page's document. */
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

/** Creates a preview link to a document's working copy. Throws `ApiError` or `NetworkError`, as does the next. */
export async function sharePreview(api: EditorApi, { type, id }: DocumentKey): Promise<PreviewLink> {
  return (await previews.send(api, `POST ${DOCUMENT_PATHS[type]}/:id/preview`, { params: { id } })).body;
}

/** Revokes all preview links of a document. */
export async function endPreviews(api: EditorApi, { type, id }: DocumentKey): Promise<void> {
  await previews.send(api, `DELETE ${DOCUMENT_PATHS[type]}/:id/preview`, { params: { id } });
}

/** A preview link, and the metadata of its page. */
export type Preview = {
  /** The address to share, and its path on this origin, as the room may be open under another host name. */
  url: string;
  path: string;
  /** ISO 8601. */
  expires: string;
  facts: PageFacts;
};

/** Fetches the page without credentials. Throws if it is not available. */
async function readPage(path: string, signal: AbortSignal): Promise<PageFacts> {
  const response = await fetch(path, { signal, cache: "no-store" });
  if (!response.ok) throw new Error(`The preview responded with ${response.status}.`);
  return factsOf(parseInert(await response.text()));
}

/** The part of a room's form that previews need. */
export type PreviewedForm = Pick<RoomForm<{ id: number }, object>, "flush" | "autosave">;

/** The preview of a document; stores typed text first. */
export function usePreview(form: PreviewedForm, document: DocumentKey) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  // Each link is new: the server stores only a hash of its token.
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
        show({ title: "Link revoked", description: "This preview has no active links." });
      },
      { title: "Error revoking the link", fallback: "Could not revoke the link" },
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
