/** The development server: the app with Vite before it. Runs on the pinned Node; started by dev.mjs. */
import { createServer } from "vite";
import { cutFonts } from "./fonts.mjs";

await cutFonts();
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
/** What a change of restarts the app: all that the browser never loads. */
const SERVER_FILE =
  /\/(src|migrations)\/.*(routes|queries|commands|present|jobs|policy)\.ts$|\/src\/(app\/[^/]*|app\/render\/.*|db\/.*|platform\/.*|env)\.ts$|\/migrations\//;

let running;
async function start() {
  const { startDevelopment } = await vite.ssrLoadModule("/src/app/development.ts");
  running = await startDevelopment(vite);
}

let restarting = Promise.resolve();
vite.watcher.on("change", (path) => {
  if (!SERVER_FILE.test(path) || path.includes("routes.ts") === path.includes("/site/routes.ts")) return;
  restarting = restarting.then(async () => {
    await running?.stop();
    vite.moduleGraph.invalidateAll();
    await start();
  });
});

async function stop() {
  await running?.stop();
  await vite.close();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
process.on("disconnect", stop);
await start();
