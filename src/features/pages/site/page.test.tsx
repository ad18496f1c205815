import { beforeAll, describe, expect, test } from "vitest";
import { ContactFields } from "#features/contact/site/contact-form.tsx";
import type { PageView } from "#features/content/page-view.ts";
import { nameTexts, type Publication, readPublication } from "#features/settings/publication/endpoints.ts";
import { ApiError, NetworkError } from "#shared/api-client.ts";
import type { PageContext, SiteInfo } from "#shared/page.ts";
import { cacheOf } from "#test/support/answers.ts";
import { parseHtml } from "#test/support/parse-html.ts";
import { readerMarkup, wordsOf } from "#test/support/reader-markup.tsx";
import { firstViews } from "../first-pages.ts";
import { loadForm, pageAt, pageAtAddress } from "./page.tsx";

const LEDGER: SiteInfo = {
  name: "The Ledger",
  url: "https://ledger.example",
  contactEmail: "contact@news.example",
  title: "News",
  description: "What is new.",
  social: [],
};
const TEXTS = nameTexts(readPublication(), "The Ledger");

/** A browser that has fetched the page at an address, could not, or waits for it. */
const clientWith = (slug: string, answer?: object) => cacheOf(answer ? [[pageAtAddress(slug), answer]] : []);
const shown = (page: PageView) => ({ page, moved_to: null });
function pageOf(slug: string, texts: Publication = TEXTS) {
  const page = firstViews(texts, "The Ledger").find((one) => one.slug === slug);
  if (!page) throw new Error(`There is no first page ${slug}.`);
  return page;
}
const markup = (to: string, answer?: object) => {
  const slug = to.split(/[/?]/)[1] ?? "";
  const { Page } = pageAt(slug);
  return readerMarkup(<Page />, { client: clientWith(slug, answer), to, site: LEDGER });
};
const subjectIn = (html: string) => parseHtml(html).values("[name=subject]", "value")[0];

// As the server and the contact page do, so that nothing suspends.
beforeAll(async () => void (await loadForm()));

describe("the contact page", () => {
  const pageAtSubject = (to: string, contact: Partial<Publication["contact"]> = {}) =>
    markup(to, shown(pageOf("contact", { ...TEXTS, contact: { ...TEXTS.contact, ...contact } })));

  test("takes the subject from its address, as text and no longer than the field", () => {
    expect(subjectIn(pageAtSubject("/contact?subject=Advertising%20%22now%22%3E"))).toBe('Advertising "now">');
    expect(subjectIn(pageAtSubject(`/contact?subject=${"x".repeat(300)}`))).toBe("x".repeat(200));
    expect(subjectIn(pageAtSubject("/contact"))).toBe("");
  });

  test("cuts a long subject between characters: half of one could not be stored", () => {
    const subject = encodeURIComponent(`${"x".repeat(199)}😀`);
    expect(subjectIn(pageAtSubject(`/contact?subject=${subject}`))).toBe(`${"x".repeat(199)}\ufffd`);
  });

  test("is a form that works without any script, and begins without an error", () => {
    const page = parseHtml(pageAtSubject("/contact"));
    expect(page.values("form[method=post][action='/contact'] [required]", "name")).toEqual([
      "firstName",
      "lastName",
      "email",
      "subject",
      "message",
    ]);
    expect(page.role("alert")).toEqual([]);
  });

  test("says where and when the newsroom is, in its own words, as text", () => {
    const hours = [{ days: "Mon & Tue", time: "9–5" }];
    const words = wordsOf(pageAtSubject("/contact", { office: "<Nairobi>", hours }));
    expect(words).toContain("Office <Nairobi>");
    expect(words).toContain("Mon & Tue 9–5");
    expect(words).toContain("contact@news.example");
  });

  test("names the office to search engines", () => {
    const { head } = pageOf("contact", { ...TEXTS, contact: { ...TEXTS.contact, office: "Nairobi" } });
    expect(head.description).toBe(
      "Write to the newsroom of The Ledger: tips, corrections, questions. Our office is in Nairobi.",
    );
  });
});

describe("the page for advertisers", () => {
  test("says all that the publication says of itself, and leads to the form with its subject", () => {
    const html = markup("/advertise", shown(pageOf("advertise")));
    const words = wordsOf(html);
    const { stats, packages, reasons, closing } = TEXTS.advertise;
    const said = [
      ...stats.flatMap(({ figure, label }) => [figure, label]),
      ...reasons.map(({ name }) => name),
      closing,
    ];
    for (const text of [...said, ...packages.flatMap(({ name, features }) => [name, ...features])])
      expect(words).toContain(text);
    const page = parseHtml(html);
    expect(page.all("a[href='/contact?subject=Advertising%20enquiry']")).toHaveLength(1);
    expect(page.all("h1")).toHaveLength(1);
  });

  test("shows an operator's texts as text", () => {
    const advertise = { ...TEXTS.advertise, title: "<script>alert(1)</script> & more", closing: "\u202eTalk 🦊" };
    const html = markup("/advertise", shown(pageOf("advertise", { ...TEXTS, advertise })));
    const page = parseHtml(html);
    expect(page.all("script")).toEqual([]);
    expect(page.texts("h1")).toEqual([advertise.title]);
    expect(wordsOf(html)).toContain(advertise.closing);
  });

  test("is loading or could not be loaded, and never both", () => {
    const loading = parseHtml(markup("/advertise"));
    expect([loading.role("status"), loading.role("alert")]).toEqual([["Loading..."], []]);
    const failed = parseHtml(markup("/advertise", new NetworkError()));
    expect([failed.role("alert").length, failed.role("button", "Try again").length, failed.role("status")]).toEqual([
      1,
      1,
      [],
    ]);
  });

  test("is described for search engines also where its texts are missing", async () => {
    const context: PageContext = { params: {}, search: new URLSearchParams(), now: 0, site: LEDGER };
    const { head } = pageAt("advertise");
    expect((await head(context, clientWith("advertise", shown(pageOf("advertise"))))).description).toBe(
      TEXTS.advertise.description,
    );
    expect(await head(context, clientWith("advertise"))).toMatchObject({
      description: "What is new.",
      canonical: "/advertise",
    });
  });
});

describe("the page at an address", () => {
  test("is not found where nothing is published there, and leaves where it has moved", async () => {
    const missing = clientWith("about", new ApiError(404, { code: "page_not_found" }));
    const context: PageContext = { params: {}, search: new URLSearchParams(), now: 0, site: LEDGER };
    const { status, movedTo, head } = pageAt("about");
    expect(status?.(context, missing)).toBe(404);
    expect((await head(context, missing)).robots).toBe("noindex");
    expect(movedTo?.(context, clientWith("about", { page: null, moved_to: "/who" }))).toBe("/who");
    expect(wordsOf(markup("/about", new ApiError(404, { code: "page_not_found" })))).toContain("Oops! Page not found");
  });

  test("lists its sections where it has many, and says when it was last updated", () => {
    const page = pageOf("privacy-policy");
    const html = markup("/privacy-policy", shown({ ...page, updated: "2026-03-04T12:00:00.000Z" }));
    expect(parseHtml(html).role("navigation", "On this page")).toHaveLength(1);
    expect(wordsOf(html)).toContain("Last updated: March 4, 2026");
    expect(wordsOf(markup("/privacy-policy", shown(page)))).toContain("Last updated: January 1, 1970");
    expect(markup("/about", shown(pageOf("about")))).not.toContain("On this page");
  });
});

describe("the fields of a message that was refused", () => {
  const form = parseHtml(
    readerMarkup(
      <ContactFields
        values={{ firstName: "Amina", message: "</textarea><script>" }}
        errors={{ email: "Not an address." }}
      />,
    ),
  );

  test("keep what was written, as text", () => {
    expect(form.values("[name=firstName], [name=lastName]", "value")).toEqual(["Amina", ""]);
    expect(form.texts("textarea")).toEqual(["</textarea><script>"]);
  });

  test("say what is wrong at the field that is wrong, and at no other", () => {
    expect(form.values("[aria-invalid=true]", "name")).toEqual(["email"]);
    const [id = ""] = form.values("[name=email]", "aria-describedby");
    expect(form.texts(`[id="${id}"]`)).toEqual(["Not an address."]);
  });
});
