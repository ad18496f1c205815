/** Load on one address from a separate process; prints the requests per second. Arguments: address, seconds. */
import autocannon from "autocannon";

const [url = "", seconds = "5"] = process.argv.slice(2);
const result = await autocannon({
  url,
  duration: Number(seconds),
  connections: 32,
  headers: { "accept-encoding": "br" },
});
const failed = result.errors + result.timeouts + result.non2xx;
process.stdout.write(JSON.stringify({ total: result["2xx"], perSecond: result["2xx"] / result.duration, failed }));
