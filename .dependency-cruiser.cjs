/**
 * The boundaries between the parts (docs/architecture.md): arrows point one way. An import of a type is an arrow like
 * any other; what a browser loads, where types are erased, is judged by .dependency-cruiser.browser.cjs.
 */

const { readdirSync } = require("node:fs");
const { join } = require("node:path");

const { FEATURES } = require("./src/shared/features.ts");

const LAYERS = Object.keys(FEATURES);
const unlisted = readdirSync(join(__dirname, "src/features")).filter((name) => !LAYERS.includes(name));
if (unlisted.length > 0) throw new Error(`Add ${unlisted.join(" and ")} to FEATURES in src/shared/features.ts.`);

const feature = (names) => `^src/features/(${names.join("|")})/`;
const upwards = LAYERS.map((layer, index) => ({
  name: `${layer}-only-downwards`,
  severity: "error",
  comment: "Among features arrows point downwards.",
  from: { path: feature([layer]) },
  to: { path: feature(LAYERS.slice(0, index)) },
}));

module.exports = {
  forbidden: [
    { name: "no-cycles", severity: "error", from: {}, to: { circular: true } },
    {
      name: "shared-stands-alone",
      severity: "error",
      from: { path: "^src/shared/" },
      to: { path: "^src/(?!shared/|features/[^/]+/declaration\\.ts$)" },
    },
    {
      name: "declarations-are-data",
      severity: "error",
      comment: "Whatever reads the registry of features gets every declaration, in a browser too.",
      from: { path: "^src/features/[^/]+/declaration\\.ts$" },
      to: { pathNot: "^src/shared/(declaration|urls)\\.ts$" },
    },
    {
      name: "declarations-by-the-registry",
      severity: "error",
      from: { pathNot: "^src/shared/features\\.ts$" },
      to: { path: "^src/features/[^/]+/declaration\\.ts$" },
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
      to: { path: "^src/(app|features|ui|main|env)" },
    },
    {
      name: "features-below-app",
      severity: "error",
      from: { path: "^src/features/" },
      to: { path: "^src/(app|main|env)" },
    },
    ...upwards,
    {
      name: "internal-is-private-to-its-feature",
      severity: "error",
      comment: "What a feature keeps in internal/ is imported by this feature alone, not even by tests of others.",
      from: { path: "^src/features/([^/]+)/" },
      to: { path: "^src/features/.+/internal/", pathNot: "^src/features/$1/" },
    },
    {
      name: "editor-by-its-component",
      severity: "error",
      comment:
        "The editor is heavy: all but its rules on addresses and typed signs, where links lead, and the blocks of pages, which their room loads, is loaded by its component, with the first form.",
      from: { path: "^src/(?!features/editor/)", pathNot: "\\.test\\.tsx?$" },
      to: {
        path: "^src/features/editor/",
        pathNot:
          "^src/features/editor/admin/(rich-text(-editor)?|safe-address|link-targets|page-blocks|typed-signs)\\.tsx?$",
      },
    },
    {
      name: "internal-is-private-to-features",
      severity: "error",
      from: { pathNot: "^src/features/" },
      to: { path: "^src/features/.+/internal/" },
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
    {
      name: "client-stands-alone",
      severity: "error",
      comment: "The client is a package of its own, without dependencies, for every platform that has fetch.",
      from: { path: "^clients/typescript/src/", pathNot: "\\.test\\.ts$" },
      to: { pathNot: "^clients/typescript/src/" },
    },
    {
      name: "nothing-of-the-client-in-the-program",
      severity: "error",
      from: { path: "^(src|migrations)/" },
      to: { path: "^(clients|examples)/" },
    },
    {
      name: "servers-packages-are-dependencies",
      severity: "error",
      comment: "devDependencies are for building, for the browser and for testing (decision 105).",
      from: { path: "^(src|migrations)/.*\\.ts$", pathNot: "\\.test\\.|/(admin|site)/|^src/app/development\\.ts$" },
      to: { dependencyTypes: ["npm-dev"], dependencyTypesNot: ["type-only"], pathNot: "node_modules/pino-pretty/" },
    },
    { name: "resolvable", severity: "error", from: {}, to: { couldNotResolve: true } },
  ],
  options: {
    doNotFollow: { path: "node_modules" },
    exclude: { path: "\\.woff2$|/dist/" },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: "tsconfig.json" },
    detectProcessBuiltinModuleCalls: true,
    enhancedResolveOptions: {
      exportsFields: ["exports"],
      conditionNames: ["import", "node", "default", "types"],
      extensions: [".ts", ".tsx", ".mjs", ".js", ".css"],
    },
  },
};
