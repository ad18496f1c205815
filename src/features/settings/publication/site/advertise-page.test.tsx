import { describe, expect, test } from "vitest";
import { NetworkError } from "#shared/api-client.ts";
import type { PageContext, SiteInfo } from "#shared/page.ts";
import { cacheOf } from "#test/support/answers.ts";
import { readerMarkup, SITE, wordsOf } from "#test/support/reader-markup.tsx";
import { readPublication } from "../parse.ts";
import { head, Page } from "./advertise-page.tsx";
import { publicationTexts } from "./with-texts.tsx";

const TEXTS = readPublication("The Ledger");
const LEDGER: SiteInfo = { ...SITE, name: "The Ledger", url: "https://ledger.example" };

/** A browser that has fetched the texts, could not, or waits for them. */
const clientWith = (answer?: object) => cacheOf(answer ? [[publicationTexts(), answer]] : []);
const page = (answer?: object) =>
  readerMarkup(<Page />, { client: clientWith(answer), to: "/advertise", site: LEDGER });

describe("the page for advertisers", () => {
  test("says all that the publication says of itself, and leads to the form with its subject", () => {
    const html = page(TEXTS);
    const words = wordsOf(html);
    const { stats, packages, reasons, closing } = TEXTS.advertise;
    const said = [
      ...stats.flatMap(({ figure, label }) => [figure, label]),
      ...reasons.map(({ name }) => name),
      closing,
    ];
    for (const text of [...said, ...packages.flatMap(({ name, features }) => [name, ...features])])
      expect(words).toContain(text);
    expect(html).toContain('href="/contact?subject=Advertising%20enquiry"');
    expect(html.match(/<h1/g)).toHaveLength(1);
  });

  test("shows an operator's texts as text", () => {
    const advertise = { ...TEXTS.advertise, title: "<script>alert(1)</script> & more", closing: "\u202eTalk 🦊" };
    const html = page({ ...TEXTS, advertise });
    expect(html).not.toContain("<script");
    expect(html).toContain("&lt;script&gt;alert(1)&lt;/script&gt; &amp; more");
    expect(html).toContain("\u202eTalk 🦊");
  });

  test("is loading or could not be loaded, and never both", () => {
    expect(page()).toMatch(/role="status"[^>]*>Loading\.\.\.</);
    const failed = page(new NetworkError());
    expect(failed).toMatch(/role="alert"/);
    expect(wordsOf(failed)).toContain("Try again");
    expect(failed).not.toContain("Loading");
  });

  test("is described for search engines also where its texts are missing", () => {
    const context: PageContext = { params: {}, search: new URLSearchParams(), now: 0, site: LEDGER };
    expect(head(context, clientWith(TEXTS)).description).toBe(TEXTS.advertise.description);
    expect(head(context, clientWith())).toMatchObject({
      description: "Advertise with The Ledger.",
      canonical: "/advertise",
    });
  });
});
