import { describe, expect, it } from "vitest";
import {
  attachment,
  category,
  findings,
  firstText,
  item,
  meta,
  read,
  readItems,
  SITE,
  texts,
  wxr,
} from "#test/support/wordpress-export.ts";
import type { AuthorItem, PictureItem, TopicItem } from "../items.ts";

const termMeta = (key: string, value: string) => meta(key, value).replaceAll("wp:postmeta", "wp:termmeta");

describe("WordPress exports", () => {
  it("reads a post with all that it refers to", async () => {
    const all = await readItems(
      `<wp:author><wp:author_login>jo</wp:author_login><wp:author_email>jo@old.example</wp:author_email>
        <wp:author_display_name><![CDATA[Jo Doe]]></wp:author_display_name></wp:author>
      <wp:category><wp:term_id>3</wp:term_id><wp:category_nicename>news</wp:category_nicename><wp:cat_name>News</wp:cat_name></wp:category>
      <wp:category><wp:term_id>4</wp:term_id><wp:category_nicename>local</wp:category_nicename>
        <wp:category_parent>news</wp:category_parent><wp:cat_name><![CDATA[Local &amp; near]]></wp:cat_name></wp:category>
      ${item(
        {
          title: "A &amp; <em>B</em>",
          guid: "https://old.example/?p=1",
          "dc:creator": "jo",
          "excerpt:encoded": "<p>Short</p>",
          "wp:post_modified_gmt": "2020-02-01 00:00:00",
          "wp:is_sticky": "1",
        },
        category("post_tag", "mark", "Mark") +
          category("category", "news", "News") +
          category("category", "local", "Local") +
          meta("_thumbnail_id", "9") +
          meta("_yoast_wpseo_primary_category", "4") +
          meta("_wp_old_slug", "older"),
      )}${attachment("9", "a.jpg", { "excerpt:encoded": "<b>Caption</b>", "wp:post_parent": "1" })}`,
    );
    expect(all[0]).toEqual({ kind: "site", address: "https://old.example", name: "Site & Co", language: "en-GB" });
    expect(all.find((one): one is AuthorItem => one.kind === "author")).toEqual({
      kind: "author",
      key: "jo",
      name: "Jo Doe",
      slug: "jo",
      bio: "",
      picture: "",
    });
    expect(
      all.filter((one): one is TopicItem => one.kind === "topic").map(({ name, addresses }) => [name, addresses[0]]),
    ).toEqual([
      ["News", "https://old.example/category/news/"],
      ["Local & near", "https://old.example/category/news/local/"],
      ["Mark", undefined],
    ]);
    expect(texts(all)).toEqual([
      expect.objectContaining({
        kind: "post",
        key: "old.example#1",
        title: "A & B",
        slug: "title",
        excerpt: "Short",
        html: "<p>Text</p>",
        state: "published",
        restriction: "",
        publishedAt: Date.UTC(2020, 0, 2, 3, 4, 5),
        updatedAt: Date.UTC(2020, 1, 1),
        addresses: [
          "https://old.example/2020/title/",
          "https://old.example/2020/older/",
          "https://old.example/?p=1",
          "https://old.example/2020/title/9/",
        ],
        feedId: "https://old.example/?p=1",
        authors: ["jo"],
        topics: ["category:news", "category:local", "post_tag:mark"],
        section: "category:local",
        picture: { address: "https://old.example/wp-content/uploads/a.jpg", alt: "Alt 9", caption: "Caption" },
        isFeatured: true,
        findings: [],
      }),
    ]);
  });

  it.each([
    ["publish", "published", []],
    ["Publish", "published", []],
    ["draft", "draft", []],
    ["pending", "draft", ["It was waiting for a review; it comes along as a draft."]],
    ["future", "draft", ["It was scheduled; it comes along as a draft."]],
    ["veröffentlicht", "draft", ["Its status “veröffentlicht” is not known; it comes along as a draft."]],
    ["", "draft", ["It has no status; it comes along as a draft."]],
  ])("reads the status %j", async (status, state, messages) => {
    const text = await firstText(item({ "wp:status": status }));
    expect(text).toMatchObject({ state, restriction: "" });
    expect(text.findings.map(({ message }) => message)).toEqual(messages);
  });

  it.each([
    ["a private status", item({ "wp:status": "private" }), "log in"],
    ["a password", item({ "wp:post_password": "x" }), "password"],
    ["a role of Members", item({}, meta("_members_access_role", "subscriber")), "_members_access_role"],
    ["a level of Restrict Content Pro", item({}, meta("rcp_subscription_level", "any-paid")), "rcp_subscription_level"],
    ["a serialised setting", item({}, meta("memberful_acl", 'a:1:{i:0;s:1:"4";}')), "memberful_acl"],
    [
      "paid subscribers of Jetpack",
      item({}, meta("_jetpack_newsletter_access", "paid_subscribers")),
      "newsletter_access",
    ],
    ["a shortcode around a part", item({ "content:encoded": "A [members_only]B[/members_only]" }), "members_only"],
    [
      "a block around a part",
      item({
        "content:encoded": "<!-- wp:premium-content/container --><p>A</p><!-- /wp:premium-content/container -->",
      }),
      "premium-content",
    ],
    [
      "a block that is hidden",
      item({ "content:encoded": '<!-- wp:group {"blockVisibility":{"hideBlock":true}} --><p>A</p><!-- /wp:group -->' }),
      "shown to some",
    ],
    [
      "a field of its category",
      `<wp:category><wp:category_nicename>news</wp:category_nicename>${termMeta("order", "1")}${termMeta("rcp_restricted_meta", "a:1:{i:0;i:1;}")}</wp:category>${item({}, category("category", "news", "News"))}`,
      "rcp_restricted_meta",
    ],
    [
      "a rule of MemberPress about its category",
      `${item({ "wp:post_id": "7", "wp:post_type": "memberpressrule" }, meta("_mepr_rules_type", "category") + meta("_mepr_rules_content", "news"))}${item({}, category("category", "news", "News"))}`,
      "MemberPress",
    ],
    [
      "a rule of MemberPress of a kind that is not known",
      `${item({ "wp:post_id": "7", "wp:post_type": "memberpressrule" }, meta("_mepr_rules_type", "custom"))}${item()}`,
      "MemberPress",
    ],
    [
      "a plugin that stores its rules elsewhere",
      `${item()}${item({ "wp:post_id": "8", "wp:post_type": "page", "content:encoded": "[pmpro_levels]" })}`,
      "Paid Memberships Pro",
    ],
  ])("makes a draft because of %s", async (_title, items, reason) => {
    expect(await firstText(items)).toMatchObject({ state: "draft", restriction: expect.stringContaining(reason) });
  });

  it.each([
    [
      "open fields of plugins",
      meta("_jetpack_newsletter_access", "everybody") +
        meta("rcp_access_level", "None") +
        meta("_members_access_error", "Join"),
    ],
    ["serialised settings that limit nothing", meta("memberful_acl", "a:0:{}")],
  ])("leaves a text public with %s", async (_title, more) => {
    expect(await firstText(item({}, more))).toMatchObject({ state: "published", restriction: "" });
  });

  it("leaves a text public that a rule of MemberPress is not about", async () => {
    const rule = item(
      { "wp:post_id": "7", "wp:post_type": "memberpressrule" },
      meta("_mepr_rules_type", "single_post") + meta("_mepr_rules_content", "5"),
    );
    expect(await firstText(rule + item())).toMatchObject({ state: "published" });
  });

  it("skips what is not for readers, and says so", async () => {
    const all = await readItems(
      item({ "wp:status": "trash", title: "Old" }) +
        item({ "wp:status": "auto-draft", "wp:post_id": "2" }) +
        item({ "wp:post_type": "nav_menu_item", "wp:post_id": "3" }) +
        item({ "wp:post_type": "nav_menu_item", "wp:post_id": "4" }) +
        item({ "wp:post_type": "revision", "wp:post_id": "5" }) +
        item({ "wp:post_type": "feedback", "wp:post_id": "6", link: "https://old.example/?post_type=feedback&p=6" }) +
        item({ "wp:post_id": "10" }) +
        item({ "wp:post_id": "10" }),
    );
    expect(texts(all).map(({ key }) => key)).toEqual(["old.example#10"]);
    expect(findings(all).map(({ level, message }) => [level, message])).toEqual([
      ["error", "It is in the trash of the old site."],
      ["warning", "Items of the type “nav_menu_item” were left out: 2."],
      ["warning", "Items of the type “feedback” were left out: 1."],
      ["info", "Texts that are in the files more than once were taken once: 1."],
      ["info", "Drafts that WordPress has started by itself were left out: 1."],
    ]);
  });

  it("reads texts that have the number of another one, but not its address", async () => {
    const all = await readItems(item() + item({ title: "Other", link: "https://old.example/other/" }));
    expect(texts(all).map(({ key, title }) => [key, title])).toEqual([
      ["old.example#1", "Title"],
      ["old.example#1 https://old.example/other/", "Other"],
    ]);
  });

  it("takes texts of other types that have addresses as drafts", async () => {
    const text = await firstText(item({ "wp:post_type": "event", link: "https://old.example/event/a/" }));
    expect(text).toMatchObject({ kind: "post", state: "draft" });
    expect(text.findings).toEqual([{ level: "warning", message: expect.stringContaining("“event”") }]);
  });

  it.each([
    [
      "the clock of the site",
      { "wp:post_date": "2020-01-20 12:00:00", "wp:post_date_gmt": "0000-00-00 00:00:00" },
      Date.UTC(2020, 0, 20, 10),
    ],
    [
      "the date of RSS",
      { "wp:post_date": "", "wp:post_date_gmt": "", pubDate: "Thu, 02 Jan 2020 03:04:05 +0000" },
      Date.UTC(2020, 0, 2, 3, 4, 5),
    ],
    [
      "nothing",
      {
        "wp:post_date": "0000-00-00 00:00:00",
        "wp:post_date_gmt": "0000-00-00 00:00:00",
        pubDate: "Wed, 30 Nov -0001 00:00:00 +0000",
      },
      null,
    ],
    ["an impossible day", { "wp:post_date": "2020-02-31 00:00:00", "wp:post_date_gmt": "" }, null],
  ])("dates a text by %s", async (_title, fields, expected) => {
    const all = await readItems(item() + item({ ...fields, "wp:post_id": "2" }));
    expect(texts(all)[1]?.publishedAt).toBe(expected);
  });

  it("names authors of Co-Authors Plus, and shows no email address", async () => {
    const guest = item(
      { "wp:post_type": "guest-author", "wp:post_id": "20", "wp:post_name": "cap-kim", link: "" },
      meta("cap-display_name", "Kim Lee") +
        meta("cap-user_login", "kim") +
        meta("cap-description", "Writes.") +
        meta("_thumbnail_id", "9"),
    );
    const all = await readItems(
      item(
        { "dc:creator": "jo" },
        category("author", "cap-kim", "kim") + category("author", "cap-sam@mail.example", "sam@mail.example"),
      ) +
        guest +
        attachment("9", "kim.jpg"),
    );
    expect(all.filter((one) => one.kind === "author")).toEqual([
      {
        kind: "author",
        key: "kim",
        name: "Kim Lee",
        slug: "kim",
        bio: "Writes.",
        picture: "https://old.example/wp-content/uploads/kim.jpg",
      },
      { kind: "author", key: "sam@mail.example", name: "sam", slug: "sam", bio: "", picture: "" },
    ]);
    expect(texts(all)[0]?.authors).toEqual(["kim", "sam@mail.example"]);
  });

  it("reads what plugins for search engines add", async () => {
    const text = await firstText(
      item(
        {},
        meta("_yoast_wpseo_title", "%%title%% %%sep%% %%sitename%%") +
          meta("rank_math_title", "Search title") +
          meta("_yoast_wpseo_metadesc", "Search text") +
          meta("_yoast_wpseo_opengraph-title", "Social title") +
          meta("_yoast_wpseo_canonical", "https://other.example/a") +
          meta("rank_math_robots", 'a:1:{i:0;s:7:"noindex";}') +
          meta("_yoast_wpseo_redirect", "https://other.example/b"),
      ),
    );
    expect(text).toMatchObject({
      seoTitle: "Search title",
      seoDescription: "Search text",
      socialTitle: "Social title",
      canonicalUrl: "https://other.example/a",
      isNoindex: true,
    });
    expect(text.findings.map(({ message }) => message)).toEqual([
      "It led readers to another address: https://other.example/b",
      "A template for search engines was left out: %%title%% %%sep%% %%sitename%%",
    ]);
  });

  it("ignores a canonical address of the site itself", async () => {
    const text = await firstText(item({}, meta("_yoast_wpseo_canonical", "https://www.old.example/a")));
    expect(text.canonicalUrl).toBe("");
  });

  it("names comments, formats, custom fields and pictures that are missing", async () => {
    const comment = (type: string, approved: string) =>
      `<wp:comment><wp:comment_content>Hi</wp:comment_content><wp:comment_approved>${approved}</wp:comment_approved><wp:comment_type>${type}</wp:comment_type></wp:comment>`;
    const { findings: found } = await firstText(
      item(
        {},
        comment("", "1") +
          comment("pingback", "1") +
          comment("", "spam") +
          category("post_format", "post-format-video", "Video") +
          meta("rating", "5") +
          meta("_edit_last", "1") +
          meta("_thumbnail_id", "99"),
      ),
    );
    expect(found.map(({ message }) => message)).toEqual([
      "Comments were left out: 1.",
      "Its format was left out: Video.",
      "Custom fields were left out: rating.",
      "Its picture is not in the files.",
    ]);
  });

  it("finds attachments and reusable blocks in other files, and pictures next to them", async () => {
    const all = await read({
      "b/1.xml": wxr(
        item(
          { "content:encoded": '<!-- wp:block {"ref":30} /--><!-- wp:paragraph --><p>B</p><!-- /wp:paragraph -->' },
          meta("_thumbnail_id", "9"),
        ),
      ),
      "b/2.xml": wxr(
        attachment("9", "a.jpg") +
          item({
            "wp:post_type": "wp_block",
            "wp:post_id": "30",
            "content:encoded": "<!-- wp:paragraph --><p>A</p><!-- /wp:paragraph -->",
          }),
      ),
      "b/wp-content/uploads/2020/a.jpg": "picture",
      "b/readme.txt": "text",
    });
    expect(texts(all)[0]).toMatchObject({ html: "<p>A</p><p>B</p>", picture: { alt: "Alt 9" }, findings: [] });
    expect(all.find((one): one is PictureItem => one.kind === "picture")?.addresses).toEqual([
      "https://old.example/wp-content/uploads/2020/a.jpg",
      "http://old.example/wp-content/uploads/2020/a.jpg",
      "/wp-content/uploads/2020/a.jpg",
    ]);
  });

  it("keeps sites in one import apart", async () => {
    const other = SITE.replaceAll("old.example", "other.example");
    const all = await read({ "a.xml": wxr(item()) + wxr(item({ title: "Other" }), other) });
    expect(texts(all).map(({ key, title }) => [key, title])).toEqual([
      ["old.example#1", "Title"],
      ["other.example#1", "Other"],
    ]);
  });
});
