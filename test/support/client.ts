import type { AddressInfo } from "node:net";
import { type ClientOptions, createClient } from "#clients/typescript/src/client.ts";
import { startWithKeys } from "./keys.ts";

type Settings = Parameters<typeof startWithKeys>[1];

/** A listening server, and clients of it: with a new API key, and as everyone. */
export async function startWithClient(settings: Settings = {}) {
  const site = await startWithKeys(undefined, settings);
  await site.app.listen({ port: 0, host: "127.0.0.1" });
  const address = `http://127.0.0.1:${(site.app.server.address() as AddressInfo).port}`;
  const makeClient = async (scopes: string[], options: ClientOptions = {}) => {
    const { body } = await site.makeKey({ scopes });
    return createClient(address, { key: body.key ?? "", ...options });
  };
  return { ...site, address, anyone: createClient(address), makeClient };
}
