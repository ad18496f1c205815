import type { QueryClient } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import { isRemote, parsePictureUrl } from "#shared/pictures.ts";
import { useApi } from "#shared/use-api.ts";
import type { StoredPicture } from "../schema.ts";
import { pictureList } from "./calls.ts";

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
