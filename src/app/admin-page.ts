import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, sep } from "node:path";
import fastifyStatic from "@fastify/static";
import type { FastifyPluginAsync, FastifyReply } from "fastify";
import { type IconName, iconUrl } from "#features/settings/appearance/icons.ts";
import { PAGE_CACHE_CONTROL } from "#platform/response-forms.ts";
import { securityHeaders } from "#platform/security-headers.ts";
import type { AdminScreen } from "#shared/declaration.ts";
import { NotFoundError } from "#shared/errors.ts";
import { declared } from "#shared/features.ts";
import { adminUrl, pageUrl } from "#shared/urls.ts";
import { renderAdminDocument } from "./render/document.ts";
import type { SiteRenderer } from "./render/pages.ts";
import type { ReadSite } from "./site-info.ts";

type Deps = {
  readSite: ReadSite;
  renderer: SiteRenderer;
  secure: boolean;
  env: { provider: { name: string } | undefined };
  /** Whether there is a mail server. */
  sendsMail: () => Promise<boolean>;
};

/** Screens for users who are not signed in. */
const OPEN = [adminUrl.forgot(), adminUrl.join(), adminUrl.setup(), adminUrl.reset(), adminUrl.confirmEmail()];

const addressesOf = ({ path, below }: AdminScreen) => [
  ...(below === "documents" ? [] : [path]),
  ...(below ? [`${path}/*`] : []),
];

/**
 * The admin area's one document, at `/admin` and the addresses below it: never indexed, revalidated on each request.
 */
export function adminPage({ readSite, renderer, secure, env, sendsMail }: Deps): FastifyPluginAsync {
  const { assets, transform } = renderer;
  const headers = {
    ...(transform ? {} : securityHeaders("admin", secure)),
    "content-type": "text/html; charset=utf-8",
    "cache-control": "no-cache",
    "x-robots-tag": "noindex, nofollow",
  };
  return async (app) => {
    for (const path of [pageUrl.admin(), ...OPEN, ...Object.values(declared("screens")).flatMap(addressesOf)]) {
      app.get(path, async (request, reply) => {
        // The admin area is in English, whatever readers see.
        const own = { sendsMail: await sendsMail(), signOnName: env.provider?.name, language: undefined };
        const document = renderAdminDocument({ ...(await readSite()), ...own }, assets);
        const html = transform ? await transform(request.url, document) : document;
        return reply.headers(headers).send(html);
      });
    }
  };
}

/** A file of a build, in its folder of assets or one below it. */
const HASHED = /^[\w-][\w./-]*$/;

/** Files that browsers and feed readers request by default, and the publication's own icon in their place. */
const OWN_ICONS: Readonly<Record<string, IconName>> = {
  "favicon.ico": "icon-32",
  "favicon.svg": "icon-192",
  "apple-touch-icon.png": "icon-180",
};

type BuildParts = {
  secure: boolean;
  readSite: ReadSite;
  /** Whether articles can be read again without a connection. */
  hasOffline: boolean;
  /** The folder with the hashed files of former releases. */
  keptAssets: string;
};

/**
 * Serves the browser build in `root`: hashed names cached for a year, public files for an hour, compressed at build
 * time. Each public file is a route of its own, so that missing files fall through to the pages' route; hashed ones share
 * one, as a hundred routes would take a tenth of a start. Those that this build doesn't have are of a former release, which
 * open tabs request for a week, or not found.
 */
export function browserBuild(
  root: string,
  { secure, readSite, hasOffline, keptAssets }: BuildParts,
): FastifyPluginAsync {
  const headers = Object.entries(securityHeaders("file", secure));
  return async (app) => {
    await app.register(fastifyStatic, {
      root,
      // Otherwise the plugin searches the folder by glob, which takes longer than all other routes together.
      serve: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply: Pick<FastifyReply, "header">, path: string) => {
        for (const [name, value] of headers) reply.header(name, value);
        const isHashed = path.includes("/assets/");
        reply.header("cache-control", isHashed ? "public, max-age=31536000, immutable" : "public, max-age=3600");
      },
    });
    const worker = securityHeaders("worker", secure);
    app.get("/sw.js", async (_request, reply) => {
      const file = await readFile(join(root, hasOffline ? "sw.js" : "sw-off.js"), "utf8");
      // Browsers look for a newer one with each visit.
      return reply
        .headers(worker)
        .type("text/javascript; charset=utf-8")
        .header("cache-control", "no-cache")
        .send(file);
    });
    const files = filesOf(root);
    const hashed = new Set(files.filter((path) => path.startsWith(ASSETS)));
    for (const path of files.filter((name) => !hashed.has(name)))
      app.get(`/${path}`, async (_request, reply) => {
        const icon = OWN_ICONS[path] && iconUrl((await readSite()).icon ?? "", OWN_ICONS[path]);
        if (icon) return reply.header("cache-control", PAGE_CACHE_CONTROL).redirect(icon, 302);
        return reply.sendFile(path);
      });
    app.get<{ Params: { "*": string } }>("/assets/*", async ({ params }, reply) => {
      const path = params["*"];
      if (hashed.has(`${ASSETS}${path}`)) return reply.sendFile(`${ASSETS}${path}`);
      const hasDots = path.split("/").some((part) => part.startsWith("."));
      if (!HASHED.test(path) || hasDots || !existsSync(join(keptAssets, path)))
        throw new NotFoundError("not_found", "There is no file at this address.");
      return reply.sendFile(path, keptAssets);
    });
  };
}

/** The folder of the files with a hash in their names. */
const ASSETS = "assets/";
/** The service worker, which has headers of its own. */
const WORKERS: ReadonlySet<string> = new Set(["sw.js", "sw-off.js"]);

/** Paths that readers may request; compressed variants are chosen by the request's headers. */
function filesOf(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/\.(br|gz)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1).replaceAll(sep, "/"))
    .filter((path) => !path.startsWith(".") && !WORKERS.has(path));
}
