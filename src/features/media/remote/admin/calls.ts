import type { EditorApi } from "#shared/editor-api.tsx";
import { editorClientOf } from "#shared/editor-client.ts";
import type { RemoteEndpoints } from "../endpoints.ts";
import type { RemoteItem } from "../rules.ts";
import type { RemoteState } from "../schema.ts";

const remote = editorClientOf<RemoteEndpoints>();

/** Asks for a thing of another host, `retry` also where it failed; says how far it is. Throws `ApiError`, `NetworkError`. */
export async function askForItem(api: EditorApi, item: RemoteItem, retry = false): Promise<RemoteState | undefined> {
  return (await remote.send(api, "POST /remote", { body: { items: [item], retry } })).body[0];
}
