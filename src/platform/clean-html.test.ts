import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanHtml } from "./clean-html.ts";

/** What may be left of anything, written down once more and independently: each element with its attributes. */
const ALLOWED: Record<string, string[]> = {
  a: ["href"],
  img: ["src", "alt", "title", "width", "height"],
  ol: ["start"],
  ...Object.fromEntries(["h1", "h2", "h3", "p"].map((name) => [name, ["class"]])),
  ...Object.fromEntries(
    ["br", "hr", "strong", "b", "em", "i", "u", "s", "code", "pre", "blockquote", "ul", "li"].map((name) => [name, []]),
  ),
};
const CLASSES =
  /^(align-(left|center|right|justify)|indent-[1-8])( (align-(left|center|right|justify)|indent-[1-8]))*$/;
const ADDRESSES: Record<string, RegExp> = { href: /^(https?|mailto|tel):/i, src: /^https?:/i };
const ENTITIES: Record<string, string> = { amp: "&", quot: '"', lt: "<", gt: ">" };

/** As a browser reads it: entities decoded, then everything dropped that it passes over in an address. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: those are what browsers pass over.
const address = (value: string) => decode(value).replace(/[\u0000-\u0020\u007f-\u00a0\u2028\u2029]/g, "");
const decode = (value: string) => value.replace(/&(amp|quot|lt|gt);/g, (_, name: string) => ENTITIES[name] ?? "");

/** What is wrong with HTML that should be clean; nothing where every sign of it is accounted for. */
function faultsOf(html: string): string[] {
  const faults: string[] = [];
  const text = html.replace(/<\/?([a-z0-9]+)((?: [a-z]+="[^"<>]*")*)(?: \/)?>/g, (_tag, name: string, rest: string) => {
    const attributes = ALLOWED[name];
    if (!attributes) faults.push(`element ${name}`);
    for (const [, attribute = "", value = ""] of rest.matchAll(/ ([a-z]+)="([^"]*)"/g)) {
      if (!attributes?.includes(attribute)) faults.push(`attribute ${attribute} of ${name}`);
      if (attribute === "class" && !CLASSES.test(value)) faults.push(`class ${value}`);
      const schemes = ADDRESSES[attribute];
      if (schemes && /^([a-z][a-z0-9+.-]*:|\/\/)/i.test(address(value)) && !schemes.test(address(value)))
        faults.push(`address ${value}`);
    }
    return "";
  });
  if (/[<>]/.test(text)) faults.push("a sign that begins or ends an element");
  return faults;
}

const VECTORS = [
  "<script>alert(1)</script>",
  "<ScRiPt/src=//evil.example>",
  '<img src=x onerror="alert(1)">',
  "<img/src=x/onerror=alert(1)//",
  '<img src="javascript:alert(1)">',
  '<img src="data:image/svg+xml;base64,PHN2Zz4=">',
  '<a href="&#106;avascript:alert(1)">x</a>',
  '<a href="&#x6A&#x61&#x76&#x61&#x73&#x63&#x72&#x69&#x70&#x74&#x3A;alert(1)">x</a>',
  '<a href="java\tscript:alert(1)">x</a>',
  '<a href="java&NewLine;script&colon;alert(1)">x</a>',
  '<a href=" \u0001javascript:alert(1)">x</a>',
  '<a href="vbscript:x">x</a>',
  '<a href="data:text/html,<script>alert(1)</script>">x</a>',
  '<a href="//evil.example" target="_blank" id="x" name="x" ping="//evil.example">x</a>',
  '<a href="blob:x" onclick="alert(1)" style="position:fixed">x</a>',
  "<iframe srcdoc='<script>alert(1)</script>'></iframe>",
  '<p style="background:url(javascript:alert(1))" id="x" onclick="alert(1)" class="fixed inset-0">x</p>',
  "<svg><script>alert(1)</script></svg>",
  '<svg><a xlink:href="javascript:alert(1)"><text>x</text></a></svg>',
  "<math><mtext><style><img src=x onerror=alert(1)></style></mtext></math>",
  "<math><mi//xlink:href='data:x,<script>alert(4)</script>'>",
  '<noscript><p title="</noscript><img src=x onerror=alert(1)>">',
  "<textarea><img title='</textarea><img src=x onerror=alert(1)>'></textarea>",
  "<title><a title='</title><img src=x onerror=alert(1)>'>",
  "<!--><img src=x onerror=alert(1)>-->",
  "<!--[if IE]><script>alert(1)</script><![endif]-->",
  "<![CDATA[<img src=x onerror=alert(1)>]]>",
  "<template><img src=x onerror=alert(1)></template>",
  '<form action="javascript:alert(1)"><input type=submit><button formaction="javascript:alert(1)">x</button></form>',
  '<object data="javascript:alert(1)"></object><embed src="x"><base href="//evil.example/"><link rel=stylesheet href=x>',
  '<meta http-equiv="refresh" content="0;url=javascript:alert(1)"><style>@import "//evil.example"</style>',
  '<img alt="</p><script>alert(1)</script>" src="/x">',
  "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>",
  "<<script>script>alert(1)<</script>/script>",
  '<img src="x` `<script>alert(1)</script>"` `>',
  "<xmp><p title='</xmp><img src=x onerror=alert(1)>'></xmp><plaintext><script>alert(1)",
  "<video src=x onerror=alert(1)><audio autoplay><source onerror=alert(1)></audio><details open ontoggle=alert(1)>",
];

test.each(VECTORS)("leaves only what is allowed of %s", (vector) => {
  expect(faultsOf(cleanHtml(vector))).toEqual([]);
});

test("leaves only what is allowed of whatever is put together of hostile pieces", () => {
  const piece = fc.oneof(
    fc.constantFrom(...VECTORS),
    // Parts of them, cut anywhere, so that quotes, comments and elements run into each other.
    fc
      .tuple(fc.constantFrom(...VECTORS), fc.nat(40), fc.nat(40))
      .map(([vector, from, length]) => vector.slice(from, from + length)),
    fc.stringMatching(/^[<>"'=/&;#! \t\n\0a-]{1,6}$/),
    fc.constantFrom('<a href="', "<img src='", "<p class=", "</p>", "<!--", "-->", "<pre>", "</pre>", "<ol start="),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 8 }), (pieces) => {
      expect(faultsOf(cleanHtml(pieces.join("")))).toEqual([]);
    }),
    { numRuns: 1_000 },
  );
});

test("takes elements inside each other a hundred deep, and no deeper", () => {
  expect(cleanHtml("<ul>".repeat(100))).toContain("<ul>");
  expect(() => cleanHtml("<ul>".repeat(101))).toThrow("The content is nested too deeply.");
});
