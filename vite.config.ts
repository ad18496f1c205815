import { builtinModules } from "node:module";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

/**
 * What every page needs, in one chunk: many small ones compress worse, and a first visit pays for it. What is loaded
 * on demand (toasts, tooltips, the carousel's motion, heads after a navigation) must not be among it, nor what articles or
 * the search alone need.
 */
const FRAME =
  /node_modules.(react|react-dom|scheduler|@tanstack|lucide)[\\/]|src.(shared|ui).(?!toast-stage|tooltip|admin|text|copy-text)|src.app.site.(layout|entry-browser|site-app)|site.(article-card|trending-list|category-bar|ad-slot)/;

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
 * Chromium compiles a script that begins so on another thread while it comes in, instead of function by function on the
 * page's own when it runs: a third less of the longest task of a first visit.
 */
const COMPILE_AHEAD = "//# allFunctionsCalledOnLoad";

/**
 * What the server's bundle leaves in node_modules: native modules, and what is loaded on demand. All other packages
 * are part of it, as finding and reading their 1,100 files is the largest part of a start (decision 9).
 */
const EXTERNAL = ["better-sqlite3", "sharp", "pg", "pino-pretty", "@fastify/swagger-ui"];

/** One tool for both bundles: `vite build` makes the browser's, `vite build --ssr` the server's with its commands. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss(), toastStyles, plainImports],
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
          output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
          external: [...builtinModules, /^node:/],
        },
      }
    : {
        outDir: "dist/client",
        manifest: true,
        cssCodeSplit: false,
        target: "es2022",
        // A small font in the stylesheet would be fetched by every page, and refused by its policy (`font-src 'self'`).
        assetsInlineLimit: 0,
        // The document names what a page needs (app/render/assets.ts); the helper that would do it again is left out.
        modulePreload: false,
        // Slower than the default and smaller, by what a reader would download at every first visit.
        minify: "terser",
        terserOptions: { ecma: 2020, compress: { passes: 3 } },
        rolldownOptions: {
          // A minifier is slow; that is no news to who types npm start.
          checks: { bundlerTimings: false },
          input: "src/app/site/entry-browser.tsx",
          output: {
            codeSplitting: { groups: [{ name: "frame", test: FRAME }] },
            postBanner: ({ isEntry }) => (isEntry ? COMPILE_AHEAD : ""),
          },
        },
      },
}));
