import { describe, expect, it } from "vitest";
import { itemsOf, readAll, sourceFiles, textsOf } from "#test/support/source-files.ts";
import { beehiivSource } from "./source.ts";

const cell = (text: string) => `"${text.replaceAll('"', '""')}"`;
const table = (given: Record<string, string> = {}) => {
  const row = {
    id: "1",
    web_title: "T",
    status: "confirmed",
    audience: "free",
    url: "https://a.beehiiv.com/p/t",
    content_html: "<p>Text</p>",
    created_at: "2020-01-02 03:04:05",
    ...given,
  };
  return `${Object.keys(row).join(",")}\n${Object.values(row).map(cell).join(",")}\n`;
};
const post = async (given: Record<string, string>) => (await textsOf(beehiivSource, { "posts.csv": table(given) }))[0];

describe("an export of beehiiv", () => {
  it("yields posts with their facts", async () => {
    const all = await readAll(
      beehiivSource,
      sourceFiles({
        "posts.csv": table({
          content_tags: "Bitcoin; Layer 2",
          authors: "Ann Lee",
          web_subtitle: "S",
          thumbnail_url: "uploads/a.png",
          platform: "both",
        }),
      }),
    );
    expect(itemsOf(all, "site")).toMatchObject([{ address: "https://a.beehiiv.com/" }]);
    expect(itemsOf(all, "post")).toMatchObject([
      {
        key: "1",
        slug: "t",
        title: "T",
        excerpt: "S",
        html: "<p>Text</p>",
        state: "published",
        publishedAt: Date.UTC(2020, 0, 2, 3, 4, 5),
        addresses: ["https://a.beehiiv.com/p/t"],
        authors: ["ann lee"],
        topics: ["bitcoin", "layer 2"],
        picture: { address: "https://media.beehiiv.com/uploads/a.png" },
        findings: [],
      },
    ]);
  });

  it("reads other headings and delimiters", async () => {
    const [text] = await textsOf(beehiivSource, {
      "export.csv":
        'Post ID;Title;Status;Web URL;Content;Publish Date\n7;"A; b";Published;https://a.example/p/x;<p>x</p>;1577934245\n',
    });
    expect(text).toMatchObject({
      key: "7",
      title: "A; b",
      state: "published",
      publishedAt: 1577934245000,
      html: "<p>x</p>",
    });
  });

  it.each([
    [{ status: "draft" }, "", 0],
    [{ status: "geplant" }, "", 1],
    [{ status: "" }, "", 1],
    [{ audience: "premium" }, "It was for the audience “premium”.", 0],
    [{ audience: "gold" }, "It was for the audience “gold”.", 0],
    [{ platform: "email" }, "It was published by “email”, not on the web.", 0],
    [{ hidden_from_feed: "TRUE" }, "The feed of the site did not show it.", 0],
    [{ created_at: "soon" }, "", 1],
  ])("makes a draft of %j", async (given, restriction, findings) => {
    const text = await post(given as Record<string, string>);
    expect(text).toMatchObject({ state: "draft", restriction });
    expect(text?.findings).toHaveLength(findings);
  });

  it("takes texts out of the tables that lay out mails", async () => {
    expect(
      (
        await post({
          content_html:
            '<table role="presentation"><tr><td><p>A</p><table><tr><td>1</td></tr></table></td></tr></table>',
        })
      )?.html,
    ).toBe("<p>A</p><table><tbody><tr><td>1</td></tr></tbody></table>".replace("<tbody>", "").replace("</tbody>", ""));
  });

  it("reads its subscribers, and names rows twice", async () => {
    const all = await readAll(
      beehiivSource,
      sourceFiles({
        "posts.csv": `${table()}1,x,confirmed,free,,x,\n`,
        "subs.csv": "email,status,created_at\na@example.com,active,2020-01-02\nb@example.com,inactive,2020-01-02\n",
      }),
    );
    expect(itemsOf(all, "subscriber").map(({ email }) => email)).toEqual(["a@example.com"]);
    expect(itemsOf(all, "finding").map(({ message }) => message)).toEqual([
      "It has no id, or one that another row has.",
      "1 people have left or cannot be reached, by the file, and get no mail.",
    ]);
  });
});
