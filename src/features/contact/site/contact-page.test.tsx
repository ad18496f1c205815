import { describe, expect, test } from "vitest";
import { readPublication } from "#features/settings/publication/parse.ts";
import { publicationTexts } from "#features/settings/publication/site/with-texts.tsx";
import { clientOfAnswers } from "#test/support/answers.ts";
import { readerMarkup, SITE, wordsOf } from "#test/support/reader-markup.tsx";
import { ContactFields } from "./contact-fields.tsx";
import { head, Page } from "./contact-page.tsx";

const TEXTS = readPublication("Jarida");

function pageAt(to: string, contact: Partial<typeof TEXTS.contact> = {}) {
  const { client, has } = clientOfAnswers();
  has(publicationTexts(), { ...TEXTS, contact: { ...TEXTS.contact, ...contact } });
  return readerMarkup(<Page />, { client, to });
}
const fieldIn = (html: string, name: string) =>
  html.match(new RegExp(`<(?:input|textarea) [^>]*name="${name}"[^>]*>`))?.[0] ?? "";

describe("the contact page", () => {
  test("takes the subject from its address, as text and no longer than the field", () => {
    expect(fieldIn(pageAt("/contact?subject=Advertising%20%22now%22%3E"), "subject")).toContain(
      'value="Advertising &quot;now&quot;&gt;"',
    );
    const long = fieldIn(pageAt(`/contact?subject=${"x".repeat(300)}`), "subject");
    expect(long).toContain(`value="${"x".repeat(200)}"`);
    expect(fieldIn(pageAt("/contact"), "subject")).toContain('value=""');
  });

  test("cuts a long subject between characters: half of one could not be stored", () => {
    const subject = encodeURIComponent(`${"x".repeat(199)}😀`);
    expect(fieldIn(pageAt(`/contact?subject=${subject}`), "subject")).toContain(`value="${"x".repeat(199)}\ufffd"`);
  });

  test("is a form that works without any script, and begins without an error", () => {
    const html = pageAt("/contact");
    expect(html).toMatch(/<form (?=[^>]*method="post")(?=[^>]*action="\/contact")/);
    expect(html).not.toContain('role="alert"');
    for (const name of ["firstName", "lastName", "email", "subject", "message"])
      expect(fieldIn(html, name), name).toMatch(/required/);
  });

  test("says where and when the newsroom is, in its own words, as text", () => {
    const words = wordsOf(pageAt("/contact", { office: "<Nairobi>", hours: [{ days: "Mon & Tue", time: "9–5" }] }));
    expect(words).toContain("Office <Nairobi>");
    expect(words).toContain("Mon & Tue 9–5");
    expect(words).toContain("contact@news.example");
  });

  test("names the office to search engines once it is known", () => {
    const { client, has } = clientOfAnswers();
    const place = { site: SITE } as Parameters<typeof head>[0];
    expect(head(place, client).description).toBe("Write to the newsroom of Jarida: tips, corrections, questions.");
    has(publicationTexts(), { ...TEXTS, contact: { ...TEXTS.contact, office: "Nairobi" } });
    expect(head(place, client).description).toMatch(/questions\. Our office is in Nairobi\.$/);
  });
});

describe("the fields of a message that was refused", () => {
  const html = readerMarkup(
    <ContactFields
      values={{ firstName: "Amina", message: "</textarea><script>" }}
      errors={{ email: "Please enter a valid email address." }}
    />,
  );

  test("keep what was written, as text", () => {
    expect(fieldIn(html, "firstName")).toContain('value="Amina"');
    expect(html).toContain("&lt;/textarea&gt;&lt;script&gt;");
    expect(fieldIn(html, "lastName")).toContain('value=""');
  });

  test("say what is wrong at the field that is wrong, and at no other", () => {
    const email = fieldIn(html, "email");
    expect(email).toContain('aria-invalid="true"');
    const id = email.match(/aria-describedby="([^" ]+)/)?.[1];
    expect(html).toMatch(new RegExp(`id="${id}"[^>]*>[^<]*Please enter a valid email address\\.`));
    expect(html.match(/aria-invalid="true"/g)).toHaveLength(1);
  });
});
