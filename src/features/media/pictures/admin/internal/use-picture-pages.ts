import { useQueries } from "@tanstack/react-query";
import { useEffect, useRef, useState } from "react";
import type { Paged } from "#shared/api-client.ts";
import type { StoredPicture } from "../../schema.ts";
import { type LibraryFilter, pictureList } from "../calls.ts";

/** Pictures per request. */
const PAGE = 60;

/** The visible range from index `first` to `last`. */
export type Range = { first: number; last: number };

/** The fetched part of a list. `name` identifies the filter. */
type Known = {
  name: string;
  total: number;
  /** The picture at an index; undefined while it is being fetched. */
  at: (place: number) => StoredPicture | undefined;
};

export type PicturePages = {
  /** Undefined until the first response. The previous list stays until the next one has arrived. */
  list: Known | undefined;
  show: (range: Range) => void;
  /** The error of the requested list. */
  error: Error | null;
  refetch: () => void;
};

type Result = { data: Paged<StoredPicture> | undefined; error: Error | null; refetch: () => unknown };

/** A long list of pictures that fetches only the visible pages. */
export function usePicturePages(filter: LibraryFilter): PicturePages {
  const [{ first, last }, show] = useState<Range>({ first: 0, last: 0 });
  const name = JSON.stringify(filter);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another list starts at the top
  useEffect(() => show({ first: 0, last: 0 }), [name]);
  // The first page has the total, whatever the scroll position.
  const numbers = [1];
  for (let page = pageOfPlace(first); page <= pageOfPlace(last); page++) if (page > 1) numbers.push(page);
  const pageOf = pictureList(filter);
  const results = useQueries({
    queries: numbers.map((page) => ({ queryKey: pageOf(page, PAGE).queryKey })),
  }) as Result[];
  const failed = results.filter(({ error, data }) => error && !data);
  const total = results[0]?.data?.total;
  const at = (place: number) => results[numbers.indexOf(pageOfPlace(place))]?.data?.items[place % PAGE];
  const known = total === undefined ? undefined : { name, total, at };
  const before = useRef<Known>(undefined);
  useEffect(() => {
    if (known) before.current = known;
  });
  return {
    list: known ?? (failed.length > 0 ? undefined : before.current),
    show,
    error: failed[0]?.error ?? null,
    refetch: () => {
      for (const { refetch } of failed) refetch();
    },
  };
}

const pageOfPlace = (place: number) => Math.floor(place / PAGE) + 1;
