import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { expectLinear } from "#test/support/growth.ts";
import { waitingFile } from "#ui/admin/session/waiting-pictures.ts";
import { fileHandlers } from "./paste.ts";
import { missingPictures, picturesInRtf } from "./pasted-pictures.ts";

beforeEach(() => void vi.stubGlobal("window", globalThis));
afterEach(() => vi.unstubAllGlobals());

const WORD =
  '<p class=MsoNormal>Before.</p><p><![if !vml]><img width=400 src="file:///C:/Temp/image001.png" alt="Chart"><![endif]></p><p>After.</p>';
const PNG = "89504e470d0a1a0a";
const rtfPicture = (kind: string, digits: string) =>
  `{\\*\\shppict{\\pict{\\*\\picprop\\shplid1025{\\sp{\\sn x}}}\\picscalex100\\${kind}\\bliptag-12{\\*\\blipuid 0badf00d}\n${digits}}}{\\nonshppict{\\pict\\wmetafile8 0100}}`;
const file = (name: string) => new File([name], name, { type: "image/png" });

type Clip = { html: string; files?: File[]; rtf?: string };

/** What a paste puts into the text, the pictures it brings along, and how many pictures are reported as missing. */
function paste({ html, files = [], rtf = "" }: Clip) {
  const reportMissing = vi.fn();
  const handlers = fileHandlers(() => ({ uploadAll: async () => {}, reportMissing, reportPlain: () => {} }));
  const data: Record<string, string> = { "text/html": html, "text/rtf": rtf };
  const event = { clipboardData: { files, getData: (type: string) => data[type] ?? "" } } as unknown as ClipboardEvent;
  const state = { selection: { to: 1, $from: { parent: { type: { spec: {} } } } } };
  const view = { state, someProp: () => true } as never;
  handlers.handleDOMEvents?.paste?.call({} as never, view, event);
  const clean = handlers.transformPastedHTML?.call({} as never, html, view) ?? "";
  handlers.handlePaste?.call({} as never, view, event, {} as never);
  const brought = [...clean.matchAll(/src="(pending:[^"]+)"/g)].map(([, address = ""]) => waitingFile(address));
  return { clean, brought, missing: reportMissing.mock.calls.flat() };
}

test.each([
  ["a file of Word", WORD, 1],
  ["a file of Pages", '<p>a</p><img src="file:///private/var/pasted.tiff"><img src="blob:https://x.example/1">', 2],
  ["a picture of a mail, and one without an address", '<p>a</p><img src="cid:1"><img>', 2],
  ["a path of another site", '<p>a</p><figure><img src="/a.png"><figcaption>b</figcaption></figure>', 1],
  ["drawings as data", '<p>a</p><img src="data:image/svg+xml;base64,AAAA">', 1],
  [
    "nothing: pictures at addresses, and tracking pixels",
    '<p>a</p><img src="https://x.example/a.png"><img src="x" width="1">',
    0,
  ],
])("the editor is told of pictures that cannot be pasted: %s", (_what, html, count) => {
  expect(paste({ html }).missing).toEqual(count === 0 ? [] : [count]);
});

test("says how many pictures are missing", () => {
  expect(missingPictures(1).title).toBe("A picture was not pasted");
  expect(missingPictures(3).title).toBe("3 pictures were not pasted");
});

test("pictures on the clipboard take the places of those without an address", () => {
  const { clean, brought, missing } = paste({ html: WORD, files: [file("a.png")] });
  expect(clean).toMatch(/^<p>Before\.<\/p><p><img src="pending:[^"]+" alt="Chart"><\/p><p>After\.<\/p>$/);
  expect(brought.map((one) => one?.name)).toEqual(["a.png"]);
  expect(missing).toEqual([]);
});

test("Word's pictures come from its rich text, as the file beside it is a picture of the text", async () => {
  const text = file("text.png");
  const { brought } = paste({ html: WORD, files: [text], rtf: `{\\rtf1 Before.${rtfPicture("pngblip", PNG)}}` });
  expect(brought.map((one) => one?.name)).toEqual(["Pasted picture.png"]);
  expect(Buffer.from(await (brought[0] as File).arrayBuffer()).toString("hex")).toBe(PNG);
  expect(paste({ html: WORD, files: [text], rtf: "{\\rtf1 Before.}" })).toMatchObject({ brought: [], missing: [1] });
});

test("reads PNG and JPEG from rich text, and nothing else", () => {
  const rtf = `{\\rtf1 ${rtfPicture("pngblip", PNG)}${rtfPicture("jpegblip", "ffd8")}${rtfPicture("emfblip", "0100")}{\\pict\\pngblip xyz}`;
  expect(picturesInRtf(rtf).map(({ type }) => type)).toEqual(["image/png", "image/jpeg"]);
});

test("rich text of many pictures that never end takes time in proportion to it", () =>
  expectLinear((size) => "{\\pict".repeat(24_000 * size), picturesInRtf));

test("pictures that are pasted as data are uploaded, whatever accepted format they have", () => {
  const html = `<p>a</p>${["png", "webp", "avif"].map((type) => `<img src="data:image/${type};base64,QUJD">`).join("")}`;
  const { brought, missing } = paste({ html });
  expect(brought.map((one) => one?.type)).toEqual(["image/png", "image/webp", "image/avif"]);
  expect(missing).toEqual([]);
});
