/** Load on one address from a separate process; prints the requests per second. Arguments: address, seconds, headers. */
import autocannon from "autocannon";

const [url = "", seconds = "5", headers = "{}"] = process.argv.slice(2);
const result = await autocannon({
  url,
  duration: Number(seconds),
  connections: 32,
  headers: JSON.parse(headers),
});
const failed = result.errors + result.timeouts + result["4xx"] + result["5xx"];
const total = result["2xx"] + result["3xx"];
process.stdout.write(JSON.stringify({ total, perSecond: total / result.duration, failed }));
