import { expect, test } from "vitest";
import { withNodes } from "../internal/content-parts.ts";
import { issueMail } from "../mail.tsx";
import { collectLinks } from "./links.ts";
import { countedTarget, targetUrl } from "./rules.ts";

const SITE = "https://news.example";

test.each([
  ["https://other.example/a?b=1#c", "A story", "https://other.example/a?b=1#c"],
  [`${SITE}/article/12`, "A story", "/article/12"],
  [`${SITE}/newsletter/3`, "Last week", "/newsletter/3"],
  [`${SITE}//evil.example/x`, "A story", "//evil.example/x"],
  // Mail programs warn of a link that leads elsewhere than its words say.
  ["https://other.example/", "https://other.example/", undefined],
  ["https://other.example/", "www.other.example", undefined],
  ["https://other.example/a", "other.example/a", undefined],
  ["https://other.example/", "U.S. ports reopen", "https://other.example/"],
  ["mailto:desk@news.example", "Write", undefined],
  ["javascript:alert(1)", "Run", undefined],
  [`${SITE}/unsubscribe`, "Leave", undefined],
  [`${SITE}/Unsubscribe?token=1.x`, "Leave", undefined],
  [`${SITE}/%75nsubscribe`, "Leave", undefined],
  [`${SITE}/newsletter/confirm?token=1.x`, "Confirm", undefined],
  [`${SITE}/api/newsletter/one-click/?token=1.x`, "Leave", undefined],
  [`${SITE}/admin`, "Desk", undefined],
  [`${SITE}/go/1`, "An ad", undefined],
  [`${SITE}/r/abc`, "Counted already", undefined],
])("a link to %s, called %j, is stored as %j", (url, label, stored) => {
  expect(countedTarget(SITE, url, label)).toBe(stored);
});

test("a stored path never leads to another host", () => {
  expect(new URL(targetUrl(SITE, "//evil.example/x")).host).toBe("news.example");
  expect(targetUrl(SITE, "https://other.example/")).toBe("https://other.example/");
});

test("both parts of a mail share one address for each target, and the link to leave stays as it is", () => {
  const body =
    '<p><a href="https://other.example/a">Other</a> <a href="/about">About <b>us</b></a> <a href="/unsubscribe">Leave</a></p>' +
    '<p class="button"><a href="https://other.example/a">Read it</a></p><ul><li><p class="button"><a href="/about">More</a></p></li></ul>';
  const { linkTo, all } = collectLinks(SITE);
  const content = withNodes({ subject: "The week", preview: "", introduction: "", body });
  const mail = issueMail({ name: "Jarida", url: SITE, postalAddress: "" }, content, [], { linkTo });
  const links = all();
  expect(links.map(({ url, label }) => [url, label])).toEqual([
    ["https://other.example/a", "Other"],
    ["/about", "About us"],
  ]);
  const inHtml = [...mail.html.matchAll(/href="([^"]*)"/g)].map(([, href]) => href);
  const [other, about] = links.map(({ code }) => `${SITE}/r/${code}`);
  for (const address of [other, about]) expect(inHtml.filter((href) => href === address)).toHaveLength(2);
  expect(mail.text.split(String(other))).toHaveLength(3);
  expect(mail.text.split(String(about))).toHaveLength(3);
  expect(inHtml).toContain(`${SITE}/unsubscribe`);
  expect(inHtml.join(" ") + mail.text).not.toContain("other.example");
});
