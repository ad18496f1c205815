/** Reads a list of pages over and over, from a separate process. Arguments: address, file with the paths, how often. */
import { readFileSync } from "node:fs";
import autocannon from "autocannon";

const [url = "", file = "", amount = "1000"] = process.argv.slice(2);
const paths = JSON.parse(readFileSync(file, "utf8")) as string[];
const result = await autocannon({
  url,
  amount: Number(amount),
  connections: 32,
  headers: { "accept-encoding": "br" },
  requests: paths.map((path) => ({ method: "GET", path })),
});
process.stdout.write(JSON.stringify({ failed: result.errors + result.timeouts + result.non2xx }));
