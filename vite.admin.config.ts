import tailwindcss from "@tailwindcss/vite";
import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

/**
 * The admin area's own bundle, beside the site's: nothing that an editor needs can change what a reader downloads, nor
 * how it is parted into files.
 */
export default defineConfig({
  plugins: [react(), tailwindcss()],
  appType: "custom",
  build: {
    outDir: "dist/client",
    emptyOutDir: false,
    copyPublicDir: false,
    assetsDir: "assets/admin",
    manifest: ".vite/admin-manifest.json",
    cssCodeSplit: false,
    target: "es2022",
    // As in vite.config.ts: the policy allows no fonts in the stylesheet.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    // The editor is one part of 610 kB. A warning of the bundler would be printed to operators, who can't act on it.
    chunkSizeWarningLimit: 5_000,
    rolldownOptions: {
      input: "src/app/admin/entry-browser.tsx",
      output: {
        codeSplitting: {
          groups: [{ name: "frame", test: /node_modules.(react|react-dom|react-router|scheduler|@tanstack)[\\/]/ }],
        },
      },
    },
  },
});
