import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { embedOf, hostOf } from "./rules.ts";

describe("an address is known as a post or a video", () => {
  test.each([
    ["https://www.youtube.com/watch?v=dQw4w9WgXcQ", "YouTube", true],
    ["https://m.youtube.com/shorts/dQw4w9WgXcQ", "YouTube", true],
    ["HTTPS://YOUTUBE.COM/live/dQw4w9WgXcQ", "YouTube", true],
    ["https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "YouTube", true],
    ["https://youtu.be/dQw4w9WgXcQ?t=42", "YouTube", true],
    ["https://vimeo.com/76979871", "Vimeo", true],
    ["https://vimeo.com/76979871/a1b2c3", "Vimeo", true],
    ["https://player.vimeo.com/video/76979871?h=1", "Vimeo", true],
    ["https://x.com/jarida/status/1234567890123456789", "X", false],
    ["http://mobile.twitter.com/jarida/status/12/photo/1", "X", false],
    ["https://bsky.app/profile/jarida.bsky.social/post/3kabc", "Bluesky", false],
    ["https://mastodon.social/@jarida/110000000000000000", "mastodon.social", false],
    ["https://www.example.social/@jarida@other.example/110000000000000000/", null, false],
    ["https://www.example.social/@jarida@other.example/110000000000000000", "example.social", false],
  ])("%s: %s", (address, source, isVideo) => {
    expect(embedOf(address) && [embedOf(address)?.source, embedOf(address)?.isVideo]).toEqual(
      source === null ? null : [source, isVideo],
    );
  });

  test.each([
    ["the page of a channel", "https://www.youtube.com/@jarida"],
    ["the beginning of a site", "https://youtu.be/"],
    ["a number too long for the host", "https://vimeo.com/1234567890123"],
    ["an account, not a post", "https://x.com/jarida"],
    ["a name that only ends like a known host", "https://notyoutube.com/watch?v=dQw4w9WgXcQ"],
    ["a known host as a part of another one's name", "https://youtube.com.evil.example/watch?v=dQw4w9WgXcQ"],
    ["a known host as a user", "https://youtube.com@evil.example/@a/123456"],
    ["a password", "https://:secret@youtu.be/dQw4w9WgXcQ"],
    ["a port", "https://youtube.com:8443/watch?v=dQw4w9WgXcQ"],
    ["an address with text after it", "https://youtu.be/dQw4w9WgXcQ is worth it"],
    ["an address on two lines", "https://youtu.be/dQw4\nw9WgXcQ"],
    ["a scheme that is none of the web's", "ftp://youtu.be/dQw4w9WgXcQ"],
    ["a script", "javascript:location='https://youtu.be/dQw4w9WgXcQ'"],
    ["no address", "youtu.be/dQw4w9WgXcQ"],
    ["a broken address", "https://[youtu.be/dQw4w9WgXcQ"],
    ["a Mastodon account that is far too long", `https://mastodon.social/@${"a".repeat(61)}/123456`],
    ["nothing", ""],
  ])("but not %s", (_what, address) => {
    expect(embedOf(address)).toBeNull();
  });

  test("the default port is none", () => {
    expect(embedOf("https://youtu.be:443/dQw4w9WgXcQ")?.source).toBe("YouTube");
  });

  test("its host is asked about the whole address, which stays one parameter", () => {
    const address = "https://www.youtube.com/watch?v=dQw4w9WgXcQ&t=1&url=https://evil.example/#x";
    const asked = new URL(embedOf(address)?.oembed ?? "");
    expect([asked.origin, asked.pathname]).toEqual(["https://www.youtube.com", "/oembed"]);
    expect(asked.searchParams.getAll("url")).toEqual([address]);
    expect(asked.hash).toBe("");
  });

  test("a Mastodon host is not asked in another way than by its page", () => {
    expect(embedOf("https://mastodon.social/@jarida/123456")).not.toHaveProperty("oembed");
  });

  test("whatever is asked about goes to a host that is known, whatever the address is", () => {
    const hosts = ["www.youtube.com", "vimeo.com", "publish.x.com", "embed.bsky.app"];
    const parts = fc.constantFrom(
      ...["https://", "http://", "youtu.be", "youtube.com", "x.com", "vimeo.com", "/watch", "/status/", "/12345678"],
      ...["@", ":", "#", "?", "\\", "/", ".", "%2f", "evil.example", "\u202e", "\t"],
    );
    const address = fc.array(parts, { maxLength: 8 }).map((all) => all.join(""));
    fc.assert(
      fc.property(fc.oneof(address, fc.string()), (given) => {
        const oembed = embedOf(given)?.oembed;
        if (oembed !== undefined) expect(hosts).toContain(new URL(oembed).host);
      }),
    );
  });
});

test.each([
  ["https://www.example.com/a?b#c", "example.com"],
  ["https://EXAMPLE.com:8443/", "example.com"],
  ["https://user:secret@example.com/", "example.com"],
  ["https://wwwexample.com/", "wwwexample.com"],
  ["https://мир.example/", "xn--h1ahn.example"],
  ["https://[2001:db8::1]/", "[2001:db8::1]"],
  ["half typed", "half typed"],
  ["", ""],
])("an editor is told the host of %j as %j", (address, host) => {
  expect(hostOf(address)).toBe(host);
});
