/**
 * Reads a list of pages over and over, from a separate process. Arguments: address, file with the paths, how often. Each
 * connection begins at another place, so that all pages are read however few each of them gets to.
 */
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const CONNECTIONS = 32;
const [url = "", file = "", amount = "1000"] = process.argv.slice(2);
const paths = JSON.parse(readFileSync(file, "utf8")) as string[];
const requests = paths.map((path) => ({ method: "GET" as const, path }));
let connected = 0;
const result = await autocannon({
  url,
  amount: Number(amount),
  connections: CONNECTIONS,
  headers: { "accept-encoding": "br" },
  requests,
  setupClient(client) {
    const first = Math.floor((connected++ * paths.length) / CONNECTIONS);
    client.setRequests([...requests.slice(first), ...requests.slice(0, first)]);
  },
});
process.stdout.write(JSON.stringify({ failed: result.errors + result.timeouts + result.non2xx }));
