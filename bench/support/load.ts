import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { CORES, cpuTime, type Running, runToEnd } from "./child.ts";

const CONNECTIONS = 32;

/** What a server did under load: requests per second, processor time of one in microseconds, share of a processor. */
export type Load = { perSecond: number; microseconds: number | undefined; busy: number | undefined };

type Request = { path: string; headers: Record<string, string>; seconds: number };
type Count = { total: number; perSecond: number; failed: number };

const hasWrk = spawnSync("wrk", ["-v"]).error === undefined;

/** Loads one address from a separate process: `wrk` where it is installed, else autocannon, which takes more of a processor. */
export function load(server: Running, request: Request): Load {
  const before = cpuTime(server.pid);
  const began = performance.now();
  const { total, perSecond, failed } = hasWrk ? byWrk(server, request) : byAutocannon(server, request);
  if (failed > 0 || total === 0) throw new Error(`${failed} requests of ${server.url}${request.path} failed.`);
  const after = cpuTime(server.pid);
  if (before === undefined || after === undefined) return { perSecond, microseconds: undefined, busy: undefined };
  const used = after - before;
  return { perSecond, microseconds: (used * 1000) / total, busy: used / (performance.now() - began) };
}

function byWrk({ url }: Running, { path, headers, seconds }: Request): Count {
  const listed = Object.entries(headers).flatMap(([name, value]) => ["-H", `${name}: ${value}`]);
  const printed = runToEnd({
    program: "wrk",
    args: ["-t", "1", "-c", String(CONNECTIONS), "-d", `${seconds}s`, ...listed, url + path],
    env: {},
    core: CORES.load,
  });
  const number = (pattern: RegExp) => Number(pattern.exec(printed)?.[1] ?? 0);
  const errors = /Socket errors: .*/.test(printed) ? 1 : 0;
  return {
    total: number(/(\d+) requests in/),
    perSecond: number(/Requests\/sec:\s+([\d.]+)/),
    // It counts redirects as success, and so a 304.
    failed: number(/Non-2xx or 3xx responses: (\d+)/) + errors,
  };
}

function byAutocannon({ url }: Running, { path, headers, seconds }: Request): Count {
  const printed = runToEnd({
    program: process.execPath,
    args: [join(import.meta.dirname, "..", "load.ts"), url + path, String(seconds), JSON.stringify(headers)],
    env: {},
    core: CORES.load,
  });
  return JSON.parse(printed) as Count;
}
