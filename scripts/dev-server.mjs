/** The development server: the app behind Vite. Runs on the pinned Node; started by dev.mjs. */
import { createServer } from "vite";
import { cutCardFonts } from "./card-fonts.mjs";
import { cutFonts } from "./fonts.mjs";

await cutFonts();
await cutCardFonts(".cache/card-fonts");
const vite = await createServer({ server: { middlewareMode: true }, appType: "custom" });
/** Changes here restart the app: all that the server loads when it starts. Pages reload theirs each time. */
const SERVER_FILE =
  /\/(migrations|src\/(db|platform|shared)|src\/app(\/render|\/demo)?|src\/features\/[^/]+(\/[^/]+)?(\/internal)?)\/[^/]+\.tsx?$|\/src\/env\.ts$/;

let running;
async function start() {
  const { startDevelopment } = await vite.ssrLoadModule("/src/app/development.ts");
  running = await startDevelopment(vite);
}

let restarting = Promise.resolve();
vite.watcher.on("change", (path) => {
  if (!SERVER_FILE.test(path)) return;
  restarting = restarting
    .then(async () => {
      await running?.stop();
      running = undefined;
      vite.moduleGraph.invalidateAll();
      await start();
    })
    // The next change fixes a mistake.
    .catch((error) => console.error(error));
});

async function stop() {
  await running?.stop();
  await vite.close();
  process.exit(0);
}
for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, stop);
process.on("disconnect", stop);
await start();
