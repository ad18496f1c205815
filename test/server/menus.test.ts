import { expect, test } from "vitest";
import { pageUrl } from "#shared/urls.ts";
import { editorApiUrl } from "#test/support/api-url.ts";
import { publish } from "#test/support/articles.ts";
import { startDesk } from "#test/support/desk.ts";
import { describeOnEngines, describeOnSqlite } from "#test/support/engines.ts";
import { parseHtml } from "#test/support/parse-html.ts";

const url = editorApiUrl.menus();

const OWN = {
  header: [
    { label: "Ports <& docks>", url: "/category/blockchain", items: [{ label: "Mombasa", url: "/mombasa" }] },
    { label: "More", url: "", items: [{ label: "Partner", url: "https://partner.example/a?b=1&c=2" }] },
  ],
  footer: [{ label: "House", url: "/about", items: [{ label: "Write to us", url: "/contact" }] }],
};

describeOnEngines("the menus", (open) => {
  test("are the categories and the fixed footer at first, also with a category that is added later", async () => {
    const { call, app, store } = await startDesk(open);
    await publish(store, { category: "Blockchain" });
    const read = async () => (await app.inject(url)).json();
    const { header, footer } = await read();
    expect(header).toEqual([{ label: "Blockchain", url: "/category/blockchain", items: [] }]);
    expect(footer).toMatchObject([
      { label: "Quick Links", items: [{ label: "Home" }, {}, {}, {}, { label: "Privacy Policy" }] },
      { label: "Categories", items: [{ label: "Blockchain" }] },
    ]);
    // What equals the default is not stored, so that it follows what is new.
    await call({ method: "PUT", url, payload: { header, footer } });
    await publish(store, { category: "Ports" });
    expect((await read()).header.map(({ label }: { label: string }) => label)).toEqual(["Blockchain", "Ports"]);
    expect((await app.inject(pageUrl.home())).body).toContain('href="/category/ports"');
  });

  test("are what a chief sets, on the next page view, and the default again after a reset", async () => {
    const { call, app, store } = await startDesk(open);
    await publish(store);
    const page = async (path: string) => parseHtml((await app.inject(path)).body);
    const before = (await page(pageUrl.home())).texts("#site-menu a");
    expect(await call({ method: "PUT", url, payload: OWN })).toMatchObject({ status: 200, body: OWN });
    for (const path of [pageUrl.home(), "/corrections"]) {
      const shown = await page(path);
      expect(shown.texts("#site-menu a"), path).toEqual(["Ports <& docks>", "Mombasa", "Partner"]);
      expect(shown.texts("#site-menu button"), path).toEqual(["More"]);
      expect(shown.values("#site-menu a", "href").at(-1)).toBe("https://partner.example/a?b=1&c=2");
      expect(shown.texts("footer nav a"), path).toEqual(["House", "Write to us"]);
    }
    const reset = await call({ method: "PUT", url, payload: { header: null, footer: [] } });
    expect(reset.status).toBe(200);
    expect((await page(pageUrl.home())).texts("#site-menu a")).toEqual(before);
  });
});

describeOnSqlite("a menu that cannot be", (open) => {
  const entry = (part: object) => [{ label: "A", url: "/a", items: [], ...part }];
  test.each([
    ["header", Array.from({ length: 25 }, () => entry({})[0])],
    ["footer", "about"],
    ["header.0.label", entry({ label: " " })],
    ["header.0.label", entry({ label: "a\nb" })],
    ["header.0.url", entry({ url: "" })],
    ["header.0.url", entry({ url: "http://a.example/" })],
    ["header.0.url", entry({ url: "//a.example/" })],
    ["footer.0.url", entry({ url: "javascript:alert(1)" })],
    ["footer.0.items.0.url", entry({ items: [{ label: "B", url: "" }] })],
    ["footer.0.items", entry({ items: Array.from({ length: 21 }, () => ({ label: "B", url: "/b" })) })],
  ])("is a 400 that names %s", async (field, value) => {
    const { call } = await startDesk(open);
    const payload = { [field.split(".")[0] ?? ""]: value };
    const rejected = await call({ method: "PUT", url, payload });
    expect([rejected.status, Object.keys(rejected.body.errors ?? {})]).toEqual([400, [field]]);
  });
});
