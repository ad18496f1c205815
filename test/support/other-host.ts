import { createServer, type RequestListener } from "node:http";
import type { AddressInfo } from "node:net";
import sharp from "sharp";
import { onTestFinished } from "vitest";
import { type RemoteFetchParts, remoteFetch, remotePost, remoteRead } from "#platform/remote-fetch.ts";

/** What another host answers, by `host/path?query`. */
export type OtherHosts = Record<string, RequestListener>;

/** A server that stands for all other hosts, and what fetches from it. Whatever it is not told of is 404. */
export async function startOtherHosts(answers: OtherHosts, parts: RemoteFetchParts = {}) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const address = `${request.headers.host}${request.url}`;
    asked.push(address);
    const answer = answers[address];
    if (answer) answer(request, response);
    else response.writeHead(404, { "content-type": "text/plain" }).end("There is nothing.");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const all = { standIn: () => ({ host: "127.0.0.1", port }), ...parts };
  return { answers, asked, fetchRemote: remoteFetch(all), readRemote: remoteRead(all), postRemote: remotePost(all) };
}

/** Answers with bytes of a type. */
export const serves =
  (bytes: Uint8Array | string, type: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(200, { "content-type": type }).end(bytes);

/** A PNG of one colour. */
export const pngOf = (shade: number, size = { width: 40, height: 20 }): Promise<Buffer> =>
  sharp({ create: { ...size, channels: 3, background: { r: shade, g: 9, b: 9 } } })
    .png()
    .toBuffer();
