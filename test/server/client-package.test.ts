import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { build } from "vite";
import { expect, test } from "vitest";
import { PRODUCT_VERSION } from "#shared/product-version.ts";
import { publish } from "#test/support/articles.ts";
import { startWithClient } from "#test/support/client.ts";
import { emptyFolder, packClient, runOffline } from "#test/support/client-package.ts";

const ROOT = join(import.meta.dirname, "..", "..");
const CLIENT = join(ROOT, "clients/typescript");

/** What a stranger writes. */
const PROGRAM = `
import { createClient, isErrorOf, type Schemas } from "jarida-client";
import { verifyWebhook, WebhookError, type WebhookEvent } from "jarida-client/webhooks";

const jarida = createClient(process.env.JARIDA ?? "");
for await (const { title } of jarida.list("/articles/latest", { fields: ["title"] })) console.log(title);
try {
  const { data } = await jarida.get("/articles/{id}", { path: { id: 4711 } });
  const article: Schemas["Article"] = data;
  console.log(article.title);
} catch (error) {
  if (!isErrorOf(error, "GET /articles/{id}")) throw error;
  if (error.code === "article_not_found") console.log(error.status, error.code);
}
try {
  const event: WebhookEvent = await verifyWebhook(Buffer.from("{}"), "t=1,v1=${"0".repeat(64)}", "whsec_secret");
  console.log(event.id);
} catch (error) {
  if (error instanceof WebhookError) console.log(error.reason);
}
`;

const COMPILER = { strict: true, target: "ES2022", outDir: "out", noEmitOnError: true };
/** With the types of Node, and with those of browsers. */
const PLATFORMS = [
  {
    module: "NodeNext",
    lib: ["ES2022"],
    types: ["node"],
    typeRoots: [join(ROOT, "node_modules/@types")],
    skipLibCheck: true,
  },
  { module: "ESNext", moduleResolution: "Bundler", lib: ["ES2022", "DOM", "DOM.Iterable"], types: [] },
];

test("the packed client is installed without a registry, compiles with the examples of its README, and runs", async () => {
  const { store, address } = await startWithClient();
  await publish(store, { title: "First words" });
  const { archive, files } = await packClient();
  expect(files).toEqual(expect.arrayContaining(["LICENSE", "README.md", "dist/client.d.ts", "dist/client.js"]));
  expect(files.filter((path) => !/^(LICENSE|README\.md|package\.json|dist\/[a-z]+\.(js|d\.ts))$/.test(path))).toEqual(
    [],
  );
  const folder = emptyFolder();
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }');
  await runOffline(folder, "npm", ["install", archive]);
  writeFileSync(join(folder, "program.ts"), PROGRAM);
  const readme = readFileSync(join(CLIENT, "README.md"), "utf8");
  // Its examples are one program.
  const examples = [...readme.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code);
  writeFileSync(join(folder, "examples.ts"), examples.join("\n"));
  for (const platform of PLATFORMS) {
    const isNode = platform.module === "NodeNext";
    if (!isNode)
      writeFileSync(
        join(folder, "globals.d.ts"),
        "declare const process: { env: Record<string, string> }, Buffer: { from(text: string): Uint8Array };",
      );
    const config = { compilerOptions: { ...COMPILER, ...platform }, include: ["*.ts"] };
    writeFileSync(join(folder, "tsconfig.json"), JSON.stringify(config));
    await runOffline(folder, "tsc", []).catch(({ stdout }) => expect.fail(stdout));
    const printed = await runOffline(folder, process.execPath, ["out/program.js"], { JARIDA: address });
    expect(printed).toBe("First words\n404 article_not_found\nexpired\n");
  }
});

test("the client's package has the version and the licence of the project, and installs nothing", () => {
  const read = (path: string) => JSON.parse(readFileSync(join(CLIENT, path), "utf8"));
  const { version, license, dependencies, scripts } = read("package.json");
  expect([version, license, dependencies]).toEqual([PRODUCT_VERSION, "MIT", undefined]);
  expect(Object.keys(scripts)).toEqual(["build", "prepack"]);
  expect(readFileSync(join(CLIENT, "LICENSE"), "utf8")).toBe(readFileSync(join(ROOT, "LICENSE"), "utf8"));
});

test("a page that uses the client loads little, and verification alone less", async () => {
  const sizeOf = async (code: string) => {
    const output = await build({
      root: emptyFolder(),
      configFile: false,
      logLevel: "silent",
      plugins: [
        {
          name: "entry",
          resolveId: (id) => (id === "entry" ? id : null),
          load: (id) => (id === "entry" ? code : null),
        },
      ],
      build: { write: false, minify: true, rollupOptions: { input: "entry", preserveEntrySignatures: "strict" } },
    });
    const [bundle] = [output].flat();
    if (!bundle || !("output" in bundle)) throw new Error("Nothing was built.");
    return gzipSync(bundle.output.map((part) => ("code" in part ? part.code : "")).join(""), { level: 9 }).length;
  };
  const client = await sizeOf(`export { createClient } from "${CLIENT}/src/client.ts";`);
  const webhooks = await sizeOf(`export { verifyWebhook } from "${CLIENT}/src/webhooks.ts";`);
  const errors = await sizeOf(`export { isErrorOf } from "${CLIENT}/src/client.ts";`);
  expect(client).toBeLessThan(2_500);
  expect(webhooks).toBeLessThan(900);
  expect(errors).toBeLessThan(client / 2);
});
