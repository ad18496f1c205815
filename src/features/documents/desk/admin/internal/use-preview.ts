import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { articleKey } from "#features/articles/rules.ts";
import { useEditorApi } from "#shared/editor-api.tsx";
import { parseInert } from "#ui/admin/inert-html.ts";
import { useToast } from "#ui/admin/toasts.tsx";
import { useCall } from "#ui/admin/use-call.ts";
import { endPreviews, sharePreview } from "../../../previews/admin/calls.ts";
import type { ArticleForm } from "../article-type.ts";
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

/** The preview of the article with this id: what was typed is stored first. */
export function usePreview(form: ArticleForm, id: number) {
  const api = useEditorApi();
  const show = useToast();
  const { isBusy, run } = useCall();
  // Each link is a new one: the server keeps only what tells whether a token is one.
  const [links, setLinks] = useState(1);
  const [isEnded, setIsEnded] = useState(false);
  const { data, isFetching, refetch } = useQuery<Preview>({
    queryKey: ["preview", id, links],
    async queryFn({ signal }) {
      await form.flush();
      const { url, expires } = await sharePreview(api, articleKey(id));
      const path = new URL(url).pathname;
      return { url, path, expires, facts: await readPage(path, signal) };
    },
    ...{ retry: false, staleTime: Number.POSITIVE_INFINITY, gcTime: 0 },
    ...{ refetchOnWindowFocus: false, refetchOnReconnect: false },
  });
  const end = () =>
    run(
      async () => {
        await endPreviews(api, articleKey(id));
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
