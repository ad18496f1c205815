import { builtinModules } from "node:module";
import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/** One tool for both bundles: `vite build` makes the browser's, `vite build --ssr` the server's with its commands. */
export default defineConfig(({ isSsrBuild }) => ({
  plugins: [react(), tailwindcss()],
  appType: "custom",
  build: isSsrBuild
    ? {
        ssr: true,
        outDir: "dist/server",
        copyPublicDir: false,
        target: "node24",
        rolldownOptions: {
          input: { main: "src/main.ts", cli: "src/app/cli.ts", "image-worker": "src/platform/image-worker.ts" },
          output: { entryFileNames: "[name].js", chunkFileNames: "chunks/[name]-[hash].js" },
          external: [...builtinModules, /^node:/],
        },
      }
    : {
        outDir: "dist/client",
        manifest: true,
        cssCodeSplit: false,
        target: "es2022",
        modulePreload: { polyfill: false },
        rolldownOptions: { input: "src/app/site/entry-browser.tsx" },
      },
}));
