import { describe, expect, test } from "vitest";
import { newSeed } from "#platform/keys.ts";
import { emailLinks, emailToken, resetLinks, resetToken } from "./rules.ts";

const SECRET = "a secret of at least thirty-two bytes, for tests";
const FORMER = "a former secret that is long enough for everything";
const SITE = "https://news.example";

describe("the token of a link", () => {
  test("that sets a password confirms no address, though both are made of one seed", () => {
    const seed = newSeed(SECRET);
    expect(resetToken({ secretKey: SECRET }, seed)).not.toBe(emailToken({ secretKey: SECRET }, seed));
  });

  test("is the same whenever its mail is sent again, and another one for another seed", () => {
    const [one, other] = [newSeed(SECRET), newSeed(SECRET)];
    expect(resetToken({ secretKey: SECRET }, one)).toBe(resetToken({ secretKey: SECRET }, one));
    expect(resetToken({ secretKey: SECRET }, one)).not.toBe(resetToken({ secretKey: SECRET }, other));
  });

  test("stays the same once the secret is a former one, for mails that wait meanwhile", () => {
    const seed = newSeed(FORMER);
    const rotated = { secretKey: SECRET, previousKeys: [FORMER] };
    expect(resetToken(rotated, seed)).toBe(resetToken({ secretKey: FORMER }, seed));
    expect(emailToken(rotated, seed)).toBe(emailToken({ secretKey: FORMER }, seed));
  });

  test("cannot be made from the seed alone", () => {
    const seed = newSeed(SECRET);
    expect(resetToken({ secretKey: FORMER }, seed)).not.toBe(resetToken({ secretKey: SECRET }, seed));
  });
});

test("links lead to the site that is set up, with a token that needs no escaping", () => {
  for (let seeds = 0; seeds < 20; seeds += 1) {
    const seed = newSeed(SECRET);
    const { reset_url } = resetLinks({ secretKey: SECRET }, SITE)(seed);
    const { confirm_email_url } = emailLinks({ secretKey: SECRET }, SITE)(seed);
    for (const [link, path, token] of [
      [reset_url, "/admin/reset", resetToken({ secretKey: SECRET }, seed)],
      [confirm_email_url, "/admin/confirm-email", emailToken({ secretKey: SECRET }, seed)],
    ] as const) {
      const url = new URL(link);
      expect([url.origin, url.pathname, url.searchParams.get("token")]).toEqual([SITE, path, token]);
      expect(link).not.toContain("%");
    }
  }
});
