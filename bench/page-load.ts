/**
 * Requests a list of paths, each once and in order, over keep-alive connections, as a client that accepts gzip; prints
 * what they took as JSON. Arguments: address, a file with the paths as a JSON list, connections.
 */
import { readFileSync } from "node:fs";
import { Agent, get } from "node:http";

/** `times` in milliseconds, in the order of the answers; `bytes` of a mean page on the wire. */
export type PageLoad = { seconds: number; times: number[]; bytes: number };

const [address = "", file = "", connections = "1"] = process.argv.slice(2);
const paths = JSON.parse(readFileSync(file, "utf8")) as string[];
const agent = new Agent({ keepAlive: true, maxSockets: Number(connections) });
const times: number[] = [];
let bytes = 0;
let next = 0;

/** The length of the body on the wire. Throws unless the page was sent, compressed. */
function request(path: string): Promise<number> {
  return new Promise((resolve, reject) => {
    const call = get(`${address}${path}`, { agent, headers: { "accept-encoding": "gzip" } }, (response) => {
      let length = 0;
      response.on("data", (chunk: Buffer) => {
        length += chunk.length;
      });
      response.once("end", () => {
        if (response.statusCode === 200 && response.headers["content-encoding"] === "gzip") resolve(length);
        else reject(new Error(`${path} answered ${response.statusCode}`));
      });
    });
    call.once("error", reject);
  });
}

async function requestInTurn(): Promise<void> {
  for (let path = paths[next++]; path !== undefined; path = paths[next++]) {
    const began = performance.now();
    const length = await request(path);
    bytes += length;
    times.push(performance.now() - began);
  }
}

const began = performance.now();
await Promise.all(Array.from({ length: Number(connections) }, requestInTurn));
const seconds = (performance.now() - began) / 1000;
agent.destroy();
process.stdout.write(JSON.stringify({ seconds, times, bytes: bytes / paths.length } satisfies PageLoad));
