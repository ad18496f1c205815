import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readMail } from "#test/support/mails.ts";
import { composeMail, encodeBody, type MailHead } from "./mail.ts";

const HEAD: MailHead = {
  messageId: "<1@news.example>",
  date: new Date(Date.UTC(2026, 10, 20, 12)),
  from: { name: "Jarida", address: "news@news.example" },
  to: "reader@example.com",
  replyTo: null,
  headers: {},
};

type Body = Parameters<typeof encodeBody>[0];

async function compose(body: Partial<Body>, values: Record<string, string> = {}, head: Partial<MailHead> = {}) {
  const encoded = encodeBody({ subject: "A subject", html: "", text: "", fieldKey: "", ...body }, Object.keys(values));
  return readMail(await composeMail({ ...HEAD, ...head }, encoded, values));
}
/** Readers of mail give text with a line break at its end. */
const textOf = ({ text = "" }: { text?: string | undefined }) => text.replace(/\n$/, "");
const linesOf = ({ raw }: { raw: string }) => raw.split("\r\n");

describe("a composed mail", () => {
  test("contains what it was given, in lines that every server accepts", async () => {
    const piece = fc.constantFrom("=", "=3D", ".", "..", " ", "\t", "\n", "a", "é", "漢", "🚀", "--", "x".repeat(90));
    const content = fc.string({ unit: piece, maxLength: 40 });
    await fc.assert(
      fc.asyncProperty(content, content, async (text, html) => {
        const mail = await compose({ text: `>${text}<`, html: `<p>${html}</p>` });
        expect(textOf(mail)).toBe(`>${text}<`);
        expect((mail.html ?? "").replace(/\n$/, "")).toBe(`<p>${html}</p>`);
        for (const line of linesOf(mail)) expect(line.length).toBeLessThanOrEqual(76);
        expect(mail.raw.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      }),
    );
  });

  test("has consistent line endings, whatever its parts had", async () => {
    expect(textOf(await compose({ text: "one\rtwo\r\nthree\nfour" }))).toBe("one\ntwo\nthree\nfour");
  });

  test("is filled in for its recipient, in both parts, wherever a field occurs", async () => {
    const url = `https://news.example/unsubscribe?token=1.${"é=".repeat(60)}`;
    const part = "{{url}}\nLeave: {{url}}.{{url}}";
    const mail = await compose({ text: part, html: part }, { url });
    expect(textOf(mail)).toBe(`${url}\nLeave: ${url}.${url}`);
    expect(linesOf(mail), "no line of nothing but a soft break").not.toContain("=");
    expect(mail.html?.trim()).toBe(`${url}\nLeave: ${url}.${url}`);
    for (const line of linesOf(mail)) expect(line.length).toBeLessThanOrEqual(76);
  });

  test("keeps braces that are not a field, so that people's text is unchanged", async () => {
    const text = "{{other}} {{ url }} {{URL}} {url} {{url";
    expect(textOf(await compose({ text }, { url: "filled in" }))).toBe(text);
  });

  test("fills in only the fields that have the key of its body", async () => {
    const link = "https://track.example/?u={{url}}";
    const mail = await compose(
      { text: `${link} {{k1.url}}`, html: `${link} {{k1.url}}`, fieldKey: "k1." },
      { url: "own" },
    );
    expect(textOf(mail)).toBe(`${link} own`);
    expect(mail.html?.trim()).toBe(`${link} own`);
  });

  test("keeps a field that this mail has no value for", async () => {
    const encoded = encodeBody({ subject: "x", html: "", text: "Leave: {{url}}", fieldKey: "" }, ["url"]);
    expect(textOf(await readMail(await composeMail(HEAD, encoded, {})))).toBe("Leave: {{url}}");
  });

  test.each(["\r\n", "\n", "\r", "\u2028", "\u0000", "\u0085"])(
    "accepts no header from a value that contains %j",
    async (end) => {
      const value = `x${end}Bcc: victim@example.com${end}${end}Body`;
      const mail = await compose(
        { subject: value, text: "Hello." },
        {},
        {
          from: { name: value, address: "news@news.example" },
          replyTo: { name: value, address: "reader@example.com" },
          headers: { "list-id": value },
        },
      );
      expect(mail.header("bcc")).toBeUndefined();
      expect(linesOf(mail).filter((line) => /^bcc:/i.test(line))).toEqual([]);
      expect(mail.subject).toBe("x Bcc: victim@example.com Body");
      expect(mail.replyTo).toEqual([{ name: "x Bcc: victim@example.com Body", address: "reader@example.com" }]);
      expect(textOf(mail)).toBe("Hello.");
    },
  );

  test("names people in any script, and does not fold links", async () => {
    const link = `<https://news.example/api/newsletter/one-click/?token=${"1".repeat(120)}>`;
    const mail = await compose(
      { subject: "Überblick 🚀" },
      {},
      {
        from: { name: 'Zeitung "Ä, Ö"', address: "news@news.example" },
        headers: { "list-unsubscribe": link },
      },
    );
    expect(mail.subject).toBe("Überblick 🚀");
    expect(mail.from?.name).toBe('Zeitung "Ä, Ö"');
    expect(linesOf(mail)).toContain(`List-Unsubscribe: ${link}`);
    expect(mail.header("reply-to")).toBeUndefined();
  });
});
