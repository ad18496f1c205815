/** The walls of the house (docs/architecture.md): arrows point one way, and nothing of the server reaches a browser. */

/** Features from top to bottom; each may use those of later rows only. */
const LAYERS = [
  ["discovery"],
  ["search"],
  ["audience"],
  ["issues"],
  ["newsletter"],
  ["contact"],
  ["articles"],
  ["content"],
  ["desk"],
  ["ads"],
  ["categories"],
  ["media"],
  ["outbox"],
  ["tasks"],
  ["vocabulary"],
  ["accounts"],
];
const ALONE = ["market"];

const feature = (names) => `^src/features/(${names.join("|")})/`;
const upwards = LAYERS.map((layer, index) => ({
  name: `${layer[0]}-only-downwards`,
  severity: "error",
  comment: "Among features arrows point downwards.",
  from: { path: feature(layer) },
  to: { path: feature([...LAYERS.slice(0, index).flat(), ...ALONE]) },
}));

/** What runs in a browser. */
const BROWSER = "^src/(ui|app/site|app/admin|features/[^/]+/(site|admin))/";
/** What must not: databases, files, HTTP, and the validator's weight. Types are erased and do not count. */
const SERVER =
  "^src/(db|platform|main|env)|^src/features/[^/]+/(routes|queries|commands|present|jobs|policy|mail|parse|serialize|derive|worker|drafts|changes)\\.|^migrations/|^src/app/(?!site/|admin/)";

module.exports = {
  forbidden: [
    {
      name: "no-cycles",
      severity: "error",
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ["type-only"] } },
    },
    {
      name: "shared-stands-alone",
      severity: "error",
      from: { path: "^src/shared/" },
      to: { path: "^src/(?!shared/)" },
    },
    {
      name: "ui-uses-shared-only",
      severity: "error",
      from: { path: "^src/ui/" },
      to: { path: "^src/(?!ui/|shared/)" },
    },
    {
      name: "db-and-platform-below-features",
      severity: "error",
      from: { path: "^src/(db|platform)/" },
      to: { path: "^src/(app|features|ui|main)", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "features-below-app",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/(app|main|env)" },
    },
    ...upwards,
    {
      name: "stands-alone",
      severity: "error",
      from: { path: feature(ALONE) },
      to: { path: "^src/features/", pathNot: feature(ALONE) },
    },
    {
      name: "browser-without-server-files",
      severity: "error",
      from: { path: BROWSER, pathNot: "\\.test\\.tsx?$" },
      to: { path: SERVER, dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nothing-of-the-server-reachable-from-a-browser-entry",
      severity: "error",
      from: { path: "^src/app/(site|admin)/entry-browser\\.tsx$" },
      to: {
        path: `${SERVER}|^src/.*/schema\\.ts$|^src/shared/(schema|email|address-schema)\\.ts$|node_modules/zod/`,
        reachable: true,
      },
    },
    {
      name: "admin-out-of-readers-reach",
      severity: "error",
      from: { path: "^src/app/site/entry-browser\\.tsx$" },
      to: { path: "^src/(app/admin|ui/admin|features/[^/]+/admin)/", reachable: true },
    },
    {
      name: "no-node-in-browser",
      severity: "error",
      from: { path: BROWSER, pathNot: "\\.test\\.tsx?$|entry-server" },
      to: { dependencyTypes: ["core"] },
    },
    {
      name: "only-env-reads-the-environment",
      severity: "error",
      from: { path: "^src/(features|db|platform|ui|shared)/" },
      to: { path: "^src/env\\.ts$", dependencyTypesNot: ["type-only"] },
    },
    {
      name: "nothing-of-the-edition-in-the-program",
      severity: "error",
      comment:
        "The first edition's files are read at the first start; how its pictures are drawn is no part of a build.",
      from: { path: "^(src|migrations)/" },
      to: { path: "^demo/" },
    },
    {
      name: "migrations-import-nothing-that-changes",
      severity: "error",
      comment: "A database of any age goes through the same steps: what a migration needs is frozen beside it.",
      from: { path: "^migrations/" },
      to: { path: "^(src|demo|test|scripts)/" },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.woff2$" },
    tsPreCompilationDeps: false,
    tsConfig: { fileName: "tsconfig.json" },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".css"],
    },
  },
};
