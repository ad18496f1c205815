import { existsSync, readdirSync, readFileSync } from "node:fs";
import { builtinModules } from "node:module";
import { basename, join } from "node:path";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * What every page needs, in one chunk: many small ones compress worse, and a first visit pays for it. What is loaded
 * on demand (toasts, tooltips, the sticky bar, the carousel's motion, heads after a navigation, other languages) must
 * not be among it, nor what one page alone needs (tabs, most icons).
 */
const FRAME =
  /node_modules.@tanstack[\\/]|src.(shared|ui).(?!toast-stage|tooltip|tabs|field|page-steps|admin|copy-text|messages|structured-data|page-card|fingerprint|form-traces)|src.app.site.(layout.(?!sticky-bar)|entry-browser|site-app)|site.(article-card|trending-list|category-bar|ad-slot)/;

/** What the search alone needs of `src/shared`; without a chunk of its own it would be part of the frame. */
const WORDS = /src.shared.(text|vocabulary|slug)\.ts$/;

/**
 * The largest part, in a chunk of its own: most of it runs in a task of its own, so that none is long, and a release of
 * ours leaves it in browsers' caches.
 */
const REACT = /node_modules.(react|react-dom|scheduler)[\\/]/;

/** Names that the common lists of ad blockers stop, whatever the file holds (EasyList: `/advertise-`). */
const BLOCKED = /^(ad|watch-ad)/;

/**
 * The toast library writes a style element, which the pages' policy (`style-src 'self'`) refuses; the same rules by way
 * of a constructed style sheet are allowed.
 */
const toastStyles: Plugin = {
  name: "toast-styles",
  transform(code, id) {
    if (!/sonner.dist.index\.mjs$/.test(id)) return null;
    const body =
      "const sheet = new CSSStyleSheet(); sheet.replaceSync(code); document.adoptedStyleSheets = [...document.adoptedStyleSheets, sheet];";
    const changed = code.replace(/(function __insertCSS\(code\) \{)[\s\S]*?\n\}/, `$1 ${body} }`);
    if (changed === code) this.error("sonner inserts its styles in another way than this plugin knows.");
    return { code: changed, map: null };
  },
};

const FONTS = join(import.meta.dirname, ".cache", "fonts");

/** Fonts that only the stylesheet of a look names (scripts/fonts.mjs), and the licences of all. */
const chosenFonts: Plugin = {
  name: "chosen-fonts",
  generateBundle() {
    for (const name of readdirSync(join(FONTS, "chosen")))
      this.emitFile({ type: "asset", fileName: `assets/${name}`, source: readFileSync(join(FONTS, "chosen", name)) });
    const source = readFileSync(join(FONTS, "fonts-licences.txt"));
    this.emitFile({ type: "asset", fileName: "fonts-licences.txt", source });
  },
  configureServer: ({ middlewares }) => {
    middlewares.use("/assets", (request, response, next) => {
      const name = basename(request.url ?? "");
      if (!name.endsWith(".woff2") || !existsSync(join(FONTS, "chosen", name))) return next();
      response.setHeader("content-type", "font/woff2").end(readFileSync(join(FONTS, "chosen", name)));
    });
  },
};

/**
 * Vite wraps dynamic imports in a helper that preloads their styles and chunks. With one stylesheet and one frame there
 * is nothing left for it to do but to weigh half a kilobyte.
 */
const plainImports: Plugin = {
  name: "plain-imports",
  enforce: "pre",
  apply: "build",
  load: (id) => (id.includes("vite/preload-helper") ? "export const __vitePreload = (load) => load();" : undefined),
};

/**
 * Parts of the query library that readers' pages never use and a bundler cannot take out, with what stands for them.
 * Errors of queries are shown by the page, never thrown (`throwOnError`).
 */
const UNUSED_BY_READERS: Record<string, string> = {
  infiniteQueryBehavior:
    "export const infiniteQueryBehavior = () => {}, hasNextPage = () => false, hasPreviousPage = hasNextPage;",
  mutationCache: "export class MutationCache { resumePausedMutations() {} clear() {} }",
  suspense:
    "export const defaultThrowOnError = () => false, ensureSuspenseTimers = () => {}, shouldSuspend = () => false, fetchOptimistic = () => {};",
  errorBoundaryUtils:
    "export const ensurePreventErrorBoundaryRetry = () => {}, useClearResetErrorBoundary = () => {}, getHasError = () => false;",
};

/** Leaves those parts out, 1.8 kB of a first visit; a page that would need them does not build. */
const leanQueries: Plugin = {
  name: "lean-queries",
  enforce: "pre",
  apply: "build",
  load(id) {
    const name = /@tanstack.(?:query-core|react-query).*[\\/](\w+)\.js$/.exec(id)?.[1];
    return name && UNUSED_BY_READERS[name];
  },
  generateBundle(_options, bundle) {
    const modules = Object.values(bundle).flatMap((chunk) => (chunk.type === "chunk" ? chunk.moduleIds : []));
    if (modules.some((id) => /query-core.*(infiniteQueryObserver|mutationObserver)|react-query.*useSuspense/.test(id)))
      this.error("A reader's page uses mutations, infinite queries or suspense, which UNUSED_BY_READERS leaves out.");
  },
};

/**
 * Chromium compiles a script that begins so on another thread while it comes in, instead of function by function on the
 * page's own when it runs: a third less of the longest task of a first visit.
 */
const COMPILE_AHEAD = "//# allFunctionsCalledOnLoad";

/**
 * What the server's bundle leaves in node_modules: native modules, and what is loaded on demand. All other packages
 * are part of it, as finding and reading their 1,100 files is the largest part of a start (decision 9).
 */
const EXTERNAL = [
  "better-sqlite3",
  "sharp",
  "pg",
  "pino-pretty",
  "@fastify/swagger-ui",
  "@simplewebauthn/server",
  "harfbuzzjs",
  "subset-font",
];

/** Calls that packages could make and never make here, with what they alone need: YAML, files found by patterns. */
const LEFT_OUT: Record<string, string[]> = { yaml: ["parse", "stringify"], glob: ["glob"] };

/**
 * What a start should not read and keep. An `import` of `node:http` evaluates all of its exports, among them the whole
 * of `fetch` (14 MB).
 */
const leanServer: Plugin = {
  name: "lean-server",
  enforce: "pre",
  resolveId: (id, importer) => {
    if (id === "node:http" || id === "http") return "\0lean:node:http";
    return LEFT_OUT[id] && importer?.includes("node_modules") ? `\0lean:${id}` : null;
  },
  load(id) {
    if (!id.startsWith("\0lean:")) return null;
    const name = id.slice("\0lean:".length);
    const calls = LEFT_OUT[name];
    if (!calls) return `module.exports = process.getBuiltinModule(${JSON.stringify(name)});`;
    const message = JSON.stringify(`${name} is not part of the server's bundle (vite.config.ts).`);
    return calls.map((call) => `exports.${call} = () => { throw new Error(${message}); };`).join("\n");
  },
};

/**
 * Characters beyond ASCII become escapes: V8 keeps the text of a script that has any other than Latin ones in twice
 * the memory, and reads it more slowly.
 */
const asciiServer: Plugin = {
  name: "ascii-server",
  generateBundle(_options, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk")
        chunk.code = chunk.code.replace(/(\\*)([^\0-\x7f])/g, (_all, slashes: string, char: string) => {
          const before = slashes.length % 2 === 1 ? slashes.slice(1) : slashes;
          return `${before}\\u${char.charCodeAt(0).toString(16).padStart(4, "0")}`;
        });
  },
};

/** Puts the migrations into the server's bundle, which elsewhere are read from their folder. */
const bundledMigrations: Plugin = {
  name: "bundled-migrations",
  enforce: "pre",
  apply: "build",
  load(id) {
    if (!id.endsWith("/src/db/migration-files.ts")) return null;
    const files = readdirSync(join(import.meta.dirname, "migrations")).filter((file) => file.endsWith(".ts"));
    const imports = files.sort().map((file, at) => `import * as m${at} from "/migrations/${file}";`);
    const entries = files.map((file, at) => `${JSON.stringify(file.slice(0, -".ts".length))}: m${at}`);
    return `${imports.join("\n")}\nexport const MIGRATIONS = { ${entries.join(", ")} };`;
  },
};

/** One tool for both bundles: `vite build` makes the browser's, `vite build --ssr` the server's with its commands. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    react(),
    tailwindcss(),
    toastStyles,
    plainImports,
    ...(isSsrBuild ? [leanServer, asciiServer, bundledMigrations] : [leanQueries, chosenFonts]),
  ],
  appType: "custom",
  ...(isSsrBuild
    ? { ssr: { noExternal: true, external: EXTERNAL }, define: { "process.env.NODE_ENV": '"production"' } }
    : {}),
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: "dist/server",
        copyPublicDir: false,
        target: "node24",
        rolldownOptions: {
          input: {
            main: "src/main.ts",
            supervisor: "src/app/supervisor.ts",
            server: "src/app/server.ts",
            cli: "src/app/cli.ts",
            "image-worker": "src/platform/image-worker.ts",
            "content-worker": "src/features/content/worker.ts",
            "writing-thread": "src/app/demo/writing-thread.ts",
          },
          output: {
            entryFileNames: "[name].js",
            chunkFileNames: "chunks/[name]-[hash].js",
            // Without the comments; names and lines stay, for stack traces.
            minify: { compress: false, mangle: false, codegen: { removeWhitespace: false } },
          },
          // But `node:http`, see above.
          external: [...builtinModules.filter((name) => name !== "http"), /^node:(?!http$)/],
        },
      }
    : {
        outDir: "dist/client",
        manifest: true,
        cssCodeSplit: false,
        target: "es2022",
        // A small font in the stylesheet would be fetched by every page, and rejected by its policy (`font-src 'self'`).
        assetsInlineLimit: 0,
        // The document names what a page needs (app/render/assets.ts); the helper that would repeat it is omitted.
        modulePreload: false,
        // Slower than the default and smaller, by what a reader would download at every first visit.
        minify: "terser",
        terserOptions: { ecma: 2020, compress: { passes: 3 } },
        rolldownOptions: {
          // A minifier is slow, which the person who runs npm start can't change.
          checks: { bundlerTimings: false },
          input: "src/app/site/entry-browser.tsx",
          // Modules of which nothing is used are left out, even if they compute a constant when they load.
          treeshake: { moduleSideEffects: [{ test: /src.(shared|features|ui)[\\/].*\.tsx?$/, sideEffects: false }] },
          output: {
            codeSplitting: {
              groups: [
                { name: "react", test: REACT },
                { name: "words", test: WORDS },
                { name: "frame", test: FRAME },
              ],
            },
            chunkFileNames: ({ name }) => `assets/${BLOCKED.test(name) ? "page" : "[name]"}-[hash].js`,
            postBanner: ({ isEntry, name }) => (isEntry || name === "react" ? COMPILE_AHEAD : ""),
          },
        },
      },
}));
