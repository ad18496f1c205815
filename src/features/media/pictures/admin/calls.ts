import type { QueryClient } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import { isRemote, parsePictureUrl, variantUrl } from "#shared/pictures.ts";
import { useApi } from "#shared/use-api.ts";
import type { Versioned } from "#ui/admin/edit-form/versions.ts";
import type { PictureEndpoints } from "../endpoints.ts";
import { type Described, pictureVersion } from "../rules.ts";
import type { PictureBulkChange, StoredPicture } from "../schema.ts";

/** Whether an address belongs to a picture of the library. */
export const isStored = (address: string): boolean => !isRemote(address) && parsePictureUrl(address) !== null;

const oneAt = (address: string) => pictureList({ query: address, from: "", to: "", used: "" })(1, 1);

/** The library's picture at an address; undefined while loading and if there is none. */
export function useStoredPicture(address: string): StoredPicture | undefined {
  return useApi(oneAt(address), { enabled: isStored(address) }).data?.items[0];
}

/** Fetches the same once; undefined also if the server is unreachable. */
export async function readStored(client: QueryClient, address: string): Promise<StoredPicture | undefined> {
  if (!isStored(address)) return undefined;
  const { queryKey } = oneAt(address);
  const page = await client.fetchQuery<Paged<StoredPicture>>({ queryKey }).catch(() => undefined);
  return page?.items[0];
}

/** The credit line: creator and licence. */
export const creditOf = ({ credit, licence }: StoredPicture): string =>
  [credit, licence].filter((text) => text !== "").join(", ");

const pictures = editorClientOf<PictureEndpoints>();

/** Filters of the library; empty ones match everything. `from` and `to` are ISO 8601. */
export type LibraryFilter = { query: string; from: string; to: string; used: "" | "true" | "false"; tag?: string };

/** The stored pictures, one page at a time. */
export const pictureList = (filter: LibraryFilter) => pictures.list("GET /media", { query: filter });

/** Prefix of all cached queries about pictures. */
export const ALL_PICTURES = pictures.url("GET /media");

/** The tags of pictures with their counts. */
export const pictureTags = () => pictures.query("GET /media/tags");

/** One picture with its uses. */
export const pictureDetail = (id: number) => pictures.query("GET /media/:id", { params: { id } });

/** A picture with the version that `If-Match` names. */
export const versioned = (row: StoredPicture): Versioned<StoredPicture> => ({ row, etag: `"${pictureVersion(row)}"` });

/** Fetches one picture. Like all functions here, throws `ApiError` or `NetworkError`. */
export async function readPicture(api: EditorApi, id: number, signal?: AbortSignal) {
  const options = signal ? { signal } : {};
  return versioned((await pictures.send(api, "GET /media/:id", { params: { id }, ...options })).body);
}

/** Changes the version of `before`; throws `ApiError` 409 if it has changed since. */
export async function describePicture(api: EditorApi, { row, etag }: Versioned<StoredPicture>, body: Described) {
  const sent = { params: { id: row.id }, body, ifMatch: etag };
  return versioned((await pictures.send(api, "PATCH /media/:id", sent)).body);
}

/** Rotates and crops a picture into a new one. Repeating the edit returns the same picture. */
export async function editPicture(
  api: EditorApi,
  id: number,
  body: { rotate?: 90 | 180 | 270; crop?: { x: number; y: number; width: number; height: number } },
): Promise<StoredPicture> {
  return (await pictures.send(api, "POST /media/:id/edit", { params: { id }, body })).body;
}

/** Replaces the picture by `by` in all uses. */
export async function replacePicture(api: EditorApi, id: number, by: number) {
  return (await pictures.send(api, "POST /media/:id/replace", { params: { id }, body: { by } })).body;
}

export async function changePictures(api: EditorApi, ids: number[], change: PictureBulkChange) {
  return (await pictures.send(api, "POST /media/bulk", { body: { ids, change } })).body;
}

/** Deletes an unused picture. */
export async function deletePicture(api: EditorApi, id: number): Promise<void> {
  await pictures.send(api, "DELETE /media/:id", { params: { id } });
}

/** The small variant of a picture, for grids. */
const THUMBNAIL_WIDTH = 320;

export function thumbnailUrl({ url, width }: Pick<StoredPicture, "url" | "width">): string {
  const stored = parsePictureUrl(url);
  return stored && width > THUMBNAIL_WIDTH ? variantUrl(stored.key, THUMBNAIL_WIDTH, "webp") : url;
}
