/**
 * What a browser loads: nothing of the server, and nothing of the editors' for readers. Types are erased here, as a
 * bundler does; the boundaries between the parts, where they count, are in .dependency-cruiser.cjs.
 */
const { options } = require("./.dependency-cruiser.cjs");

/** What runs in a browser. */
const BROWSER = "^src/(ui|app/site|app/admin|features/.+/(site|admin))/";
/** What must not: databases, files, HTTP, and the validator's weight. */
const SERVER =
  "^src/(db|platform|main|env)|^src/features/.+/(feature|changes|drafts|endpoints|routes|queries|commands|present|jobs|tasks|counters|policy|mail|parse|serialize|derive|worker)\\.|^src/features/.+/internal/|^migrations/|^src/app/(?!site/|admin/)";
/** Files of features that are named like those of the server, and run in a browser. */
const FOR_BROWSERS = "^src/features/.+/(site|admin)/";

module.exports = {
  forbidden: [
    {
      name: "browser-without-server-files",
      severity: "error",
      from: { path: BROWSER, pathNot: "\\.test\\.tsx?$" },
      to: { path: SERVER, pathNot: FOR_BROWSERS },
    },
    {
      name: "nothing-of-the-server-reachable-from-a-browser-entry",
      severity: "error",
      from: { path: "^src/app/(site|admin)/entry-browser\\.tsx$" },
      to: {
        path: `${SERVER}|^src/.*/schema\\.ts$|^src/shared/(schema|email|address-schema)\\.ts$|node_modules/zod/`,
        pathNot: FOR_BROWSERS,
        reachable: true,
      },
    },
    {
      name: "admin-out-of-readers-reach",
      severity: "error",
      from: { path: "^src/app/site/entry-browser\\.tsx$" },
      // The registry holds what only the newsroom sees, and cannot be shaken out of a bundle.
      to: { path: "^src/(app/admin|ui/admin|features/.+/admin)/|^src/shared/features\\.ts$", reachable: true },
    },
    {
      name: "no-node-in-browser",
      severity: "error",
      from: { path: BROWSER, pathNot: "\\.test\\.tsx?$|entry-server" },
      to: { dependencyTypes: ["core"] },
    },
  ],
  options: { ...options, tsPreCompilationDeps: false },
};
