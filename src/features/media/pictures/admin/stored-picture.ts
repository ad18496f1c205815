import type { QueryClient } from "@tanstack/react-query";
import type { Paged } from "#shared/api-client.ts";
import { isRemote, parsePictureUrl } from "#shared/pictures.ts";
import { useApi } from "#shared/use-api.ts";
import type { StoredPicture } from "../schema.ts";
import { pictureList } from "./calls.ts";

/** Whether an address leads to a picture of the library. */
export const isStored = (address: string): boolean => !isRemote(address) && parsePictureUrl(address) !== null;

const oneAt = (address: string) => pictureList({ query: address, from: "", to: "", used: "" })(1, 1);

/** What the library knows of the picture at an address; undefined until that is known, and where it has none. */
export function useStoredPicture(address: string): StoredPicture | undefined {
  return useApi(oneAt(address), { enabled: isStored(address) }).data?.items[0];
}

/** The same, asked for once; undefined also where the server cannot be asked. */
export async function readStored(client: QueryClient, address: string): Promise<StoredPicture | undefined> {
  if (!isStored(address)) return undefined;
  const { queryKey } = oneAt(address);
  const answer = await client.fetchQuery<Paged<StoredPicture>>({ queryKey }).catch(() => undefined);
  return answer?.items[0];
}

/** Whom a picture is owed to; most licences ask for both in one place. */
export const creditOf = ({ credit, licence }: StoredPicture): string =>
  [credit, licence].filter((text) => text !== "").join(", ");
