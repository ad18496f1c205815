/** `npm start`: set up whatever is missing, then serve (contract section 1). */
import { join } from "node:path";
import { ensureBuilt, ensureInstalled, handOver, ROOT } from "./project.mjs";

ensureInstalled({ withTools: false });
ensureBuilt();
// A small young generation: rendering makes much short-lived garbage, and V8 would keep 60 MB more for it.
handOver(["--max-semi-space-size=2", join(ROOT, "dist/server/main.js")], {
  NODE_ENV: "production",
  // What V8 made of the code at the last start. It lies in the build, which it belongs to and goes away with.
  NODE_COMPILE_CACHE: join(ROOT, "dist", ".compiled"),
  // glibc would keep what the compressing threads use once: a heap for each thread, and large blocks for good.
  MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? "2",
  MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? "131072",
  MALLOC_TRIM_THRESHOLD_: process.env.MALLOC_TRIM_THRESHOLD_ ?? "131072",
});
