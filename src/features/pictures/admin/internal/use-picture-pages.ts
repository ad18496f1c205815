import { useQueries } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import type { Paged } from "#shared/api-client.ts";
import type { StoredPicture } from "../../schema.ts";
import { type LibraryFilter, pictureList } from "../calls.ts";

/** Pictures per call. */
const PAGE = 60;

/** The pictures from the place `first` to the place `last` are on the screen; both counted from 0. */
export type Range = { first: number; last: number };

export type PicturePages = {
  /** Undefined until the first response. */
  total: number | undefined;
  /** The picture at a place; undefined while it is being fetched. */
  at: (place: number) => StoredPicture | undefined;
  show: (range: Range) => void;
  error: Error | null;
  refetch: () => void;
};

/** A long list of pictures of which only what is on the screen is fetched, a page at a time. */
export function usePicturePages(filter: LibraryFilter): PicturePages {
  const [{ first, last }, show] = useState<Range>({ first: 0, last: 0 });
  const key = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list begins at its beginning
  useEffect(() => show({ first: 0, last: 0 }), [key]);
  // The first page has the total, wherever the list is scrolled to.
  const pages = new Set([1]);
  for (let page = Math.floor(first / PAGE) + 1; page <= Math.floor(last / PAGE) + 1; page++) pages.add(page);
  const numbers = [...pages];
  const pageOf = pictureList(filter);
  const answers = useQueries({
    queries: numbers.map((page) => ({ queryKey: pageOf(page, PAGE).queryKey })),
  }) as { data: Paged<StoredPicture> | undefined; error: Error | null; refetch: () => unknown }[];
  const failed = answers.filter(({ error, data }) => error && !data);
  return {
    total: answers[0]?.data?.total,
    at: (place) => answers[numbers.indexOf(Math.floor(place / PAGE) + 1)]?.data?.items[place % PAGE],
    show,
    error: failed[0]?.error ?? null,
    refetch: () => {
      for (const { refetch } of failed) refetch();
    },
  };
}
