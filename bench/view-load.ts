/**
 * Views of articles from a separate process, each connection with readers of its own; prints the calls per second.
 * Arguments: address of the site, seconds, ids of articles separated by commas.
 */
import autocannon from "autocannon";
import { apiUrl } from "#test/support/api-url.ts";

const CONNECTIONS = 32;
/** Behind one connection, one call after another. */
const READERS = 1_000;
const BROWSER = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

const [url = "", seconds = "5", ids = ""] = process.argv.slice(2);
const articles = ids.split(",").map(Number);
let connection = 0;
const result = await autocannon({
  url,
  duration: Number(seconds),
  connections: CONNECTIONS,
  setupClient(client) {
    connection += 1;
    const readers = Array.from({ length: READERS }, (_, number) => ({
      method: "POST" as const,
      path: apiUrl.view(articles[number % articles.length] ?? 0),
      headers: {
        "user-agent": BROWSER,
        "x-forwarded-for": `10.${connection}.${number >> 8}.${number & 255}`,
        "content-length": "0",
      },
    }));
    client.setRequests(readers);
  },
});
const failed = result.errors + result.timeouts + result.non2xx;
process.stdout.write(JSON.stringify({ total: result["2xx"], perSecond: result["2xx"] / result.duration, failed }));
