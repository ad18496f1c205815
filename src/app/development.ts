import { join } from "node:path";
import Fastify from "fastify";
import type { ViteDevServer } from "vite";
import { loggerOptions } from "#platform/log.ts";
import { readEnv } from "../env.ts";
import { readSettings } from "../settings-file.ts";
import { startPublication } from "./publication.ts";
import type { PageAssets } from "./render/assets.ts";

/** The files of a document in development: sources, through Vite. */
const ASSETS: PageAssets = {
  stylesheet: "/src/app/site/site.css",
  entry: "/src/app/site/entry-browser.tsx",
  fonts: () => [],
  arabicFonts: [],
  start: "/start.js",
  pageScripts: () => [],
  admin: { stylesheet: "/src/app/admin/admin.css", entry: "/src/app/admin/entry-browser.tsx", fonts: [] },
};

/** Starts the app behind a Vite server; pages are rendered from the newest sources each time. */
export async function startDevelopment(vite: ViteDevServer): Promise<{ stop: () => Promise<void> }> {
  const root = process.cwd();
  const env = readEnv(readSettings(process.env).source);
  const logger = Fastify({ logger: await loggerOptions(env.logLevel) }).log;
  const site = async () =>
    (await vite.ssrLoadModule("/src/app/site/entry-server.tsx")) as typeof import("./site/entry-server.tsx");
  const say = (line: string) => process.stdout.write(`${line}\n`);
  const { app, stopJobs, close } = await startPublication({
    env,
    logger,
    demoDir: join(root, "demo"),
    workers: {
      image: join(root, "src/platform/image-worker.ts"),
      fonts: join(root, ".cache/card-fonts"),
      content: join(root, "src/features/content/worker.ts"),
    },
    programs: join(root, "dist/server"),
    announce: say,
    clientDir: undefined,
    middleware: vite.middlewares,
    renderer: {
      assets: ASSETS,
      renderPage: async (request) => (await site()).renderPage(request),
      renderFramed: async (request) => (await site()).renderFramed(request),
      transform: (url, html) => vite.transformIndexHtml(url, html),
    },
  });
  await app.listen({ port: env.port, host: env.host });
  say(`${env.siteName} (development) is at http://localhost:${env.port}`);
  return {
    async stop() {
      await Promise.all([stopJobs(), close()]);
    },
  };
}
