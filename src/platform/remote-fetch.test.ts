import type { RequestListener } from "node:http";
import { createServer as createSecureServer } from "node:https";
import type { AddressInfo } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, onTestFinished, test } from "vitest";
import { serves, startOtherHosts } from "#test/support/other-host.ts";
import { patient } from "#test/support/slowness.ts";
import { CERTIFICATE, CERTIFICATE_KEY } from "#test/support/smtp-certificate.ts";
import { RemoteError, remoteFetch, remotePost } from "./remote-fetch.ts";

const ASK = { accept: "image/*", types: ["image/"], maxBytes: 1000 };
const to =
  (location: string): RequestListener =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();

const refusalOf = async (answer: Promise<unknown>): Promise<RemoteError> => {
  const error = await answer.then(
    () => new Error("It was fetched."),
    (thrown) => thrown,
  );
  if (!(error instanceof RemoteError)) throw error;
  return error;
};

test.each([
  ["ftp://pictures.example/a.png", "http or https"],
  ["file:///etc/passwd", "http or https"],
  ["data:image/png;base64,AA", "http or https"],
  ["/a.png", "http or https"],
  ["http://", "http or https"],
  ["http://user:secret@pictures.example/a.png", "password"],
  ["http://pictures.example:8080/a.png", "port"],
  ["https://pictures.example:80/a.png", "port"],
  ["http://127.0.0.1/a.png", "private"],
  ["http://2130706433/a.png", "private"],
  ["http://0x7f.1/a.png", "private"],
  ["http://[::1]/a.png", "private"],
  ["http://[::ffff:10.0.0.1]/a.png", "private"],
  ["http://[64:ff9b::a00:1]/a.png", "private"],
  // A name, which is judged by what it resolves to.
  ["http://localhost/a.png", "private"],
])("%s is refused for good", async (address, reason) => {
  const error = await refusalOf(remoteFetch()(address, ASK));
  expect(error.message).toContain(reason);
  expect(error.isFinal).toBe(true);
});

test("a file comes with its type and the address that it was found at in the end", async () => {
  const hosts = await startOtherHosts({
    "a.example/1": to("http://b.example/2"),
    "b.example/2": to("/3"),
    "b.example/3": to("https://c.example/4?x=1"),
    "c.example/4?x=1": serves("bytes", "image/png"),
  });
  const file = await hosts.fetchRemote("http://a.example/1#part", ASK);
  expect(file).toEqual({ bytes: Buffer.from("bytes"), type: "image/png", address: "https://c.example/4?x=1" });
});

test("a redirect leads nowhere that could not have been asked for, and there are at most three", async () => {
  const hosts = await startOtherHosts({
    "a.example/inner": to("http://169.254.169.254/latest/meta-data"),
    "a.example/port": to("http://a.example:8080/"),
    "a.example/file": to("file:///etc/passwd"),
    "a.example/loop": to("/loop"),
  });
  const sentences = { inner: "private", port: "port", file: "http or https", loop: "redirects" };
  for (const [path, reason] of Object.entries(sentences))
    expect((await refusalOf(hosts.fetchRemote(`http://a.example/${path}`, ASK))).message).toContain(reason);
  expect(hosts.asked.filter((address) => address === "a.example/loop")).toHaveLength(4);
});

test("what is too large is cut off, whether it says so or not; of a page the beginning may do", async () => {
  let sent = 0;
  const endless: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "image/png" });
    const more = () => {
      sent += 1000;
      if (!response.destroyed) response.write(Buffer.alloc(1000), () => setImmediate(more));
    };
    more();
  };
  const hosts = await startOtherHosts({
    "a.example/says": (_request, response) =>
      void response.writeHead(200, { "content-type": "image/png", "content-length": 50_000_000 }).flushHeaders(),
    "a.example/endless": endless,
  });
  for (const path of ["says", "endless"]) {
    const error = await refusalOf(hosts.fetchRemote(`http://a.example/${path}`, ASK));
    expect(error).toMatchObject({ message: "It is too large.", isFinal: true });
  }
  const beginning = await hosts.fetchRemote("http://a.example/endless", { ...ASK, isBeginningEnough: true });
  expect(beginning.bytes).toHaveLength(1000);
  expect(sent).toBeLessThan(50_000_000);
});

test("a slow host is given up, and it may be asked again", async () => {
  const silent: RequestListener = () => {};
  const slow: RequestListener = (_request, response) => {
    response.writeHead(200, { "content-type": "image/png" }).write("b");
  };
  const hosts = await startOtherHosts({ "a.example/1": silent, "a.example/2": slow }, { timeoutMs: 50 });
  for (const path of [1, 2])
    expect(await refusalOf(hosts.fetchRemote(`http://a.example/${path}`, ASK))).toMatchObject({
      message: "Its host took too long.",
      isFinal: false,
    });
});

test.each([
  [404, true],
  [403, true],
  [204, true],
  [429, false],
  [500, false],
  [503, false],
])("an answer of %i is final: %s", async (status, isFinal) => {
  const hosts = await startOtherHosts({ "a.example/1": (_request, response) => void response.writeHead(status).end() });
  expect(await refusalOf(hosts.fetchRemote("http://a.example/1", ASK))).toMatchObject({ isFinal });
});

test("another type, a packed answer and a host that hangs up are refused", async () => {
  const hosts = await startOtherHosts({
    "a.example/type": serves("<p>", "text/html"),
    "a.example/packed": (_request, response) =>
      void response.writeHead(200, { "content-type": "image/png", "content-encoding": "gzip" }).end("x"),
    "a.example/gone": (request) => void request.socket.destroy(),
  });
  expect((await refusalOf(hosts.fetchRemote("http://a.example/type", ASK))).message).toBe("It is of another kind.");
  expect((await refusalOf(hosts.fetchRemote("http://a.example/packed", ASK))).message).toBe(
    "Its host sent a compressed response, which is not supported.",
  );
  expect(await refusalOf(hosts.fetchRemote("http://a.example/gone", ASK))).toMatchObject({
    message: "Its host could not be reached.",
    isFinal: false,
  });
});

const MESSAGE = { headers: { "content-type": "application/json" }, body: '{"a":1}' };

test("a message is sent once, with its headers, and the start of the response comes back", async () => {
  let received: unknown;
  const hosts = await startOtherHosts({
    "a.example/hook": async (request, response) => {
      const body = Buffer.concat(await request.toArray()).toString();
      received = { method: request.method, type: request.headers["content-type"], body };
      response.writeHead(202, { "content-type": "text/plain" }).end("thanks".padEnd(5_000, "!"));
    },
    "a.example/away": to("http://a.example/hook"),
    "a.example/gone": (_request, response) => void response.writeHead(410).end(),
  });
  const { status, text } = await hosts.postRemote("https://a.example/hook", MESSAGE);
  expect([status, text.length, text.slice(0, 7)]).toEqual([202, 2_000, "thanks!"]);
  expect(received).toEqual({ method: "POST", type: "application/json", body: MESSAGE.body });
  received = undefined;
  expect(await hosts.postRemote("https://a.example/away", MESSAGE)).toMatchObject({ status: 302 });
  expect(received, "a redirect is not followed").toBeUndefined();
  expect(await hosts.postRemote("https://a.example/gone", MESSAGE)).toEqual({ status: 410, text: "" });
});

test("a receiver that never ends, never starts, hangs up or sends compressed bytes costs no more than its limits", async () => {
  let sent = 0;
  const bomb = gzipSync(Buffer.alloc(50_000_000));
  const hosts = await startOtherHosts(
    {
      "a.example/silent": () => {},
      "a.example/hangs-up": (_request, response) => void response.destroy(),
      "a.example/half": (_request, response) => void response.writeHead(200).write("half"),
      "a.example/endless": (_request, response) => {
        response.writeHead(200);
        const more = () => {
          sent += 1000;
          if (!response.destroyed) response.write(Buffer.alloc(1000, "x"), () => setImmediate(more));
        };
        more();
      },
      "a.example/bomb": (_request, response) => void response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    },
    { timeoutMs: patient(500) },
  );
  const post = (path: string) => hosts.postRemote(`https://a.example/${path}`, MESSAGE);
  expect(await refusalOf(post("silent"))).toMatchObject({ message: "Its host took too long.", isFinal: false });
  expect(await refusalOf(post("hangs-up"))).toMatchObject({ message: "Its host could not be reached." });
  expect(await post("half")).toEqual({ status: 200, text: "half" });
  expect((await post("endless")).text).toHaveLength(2_000);
  expect(sent).toBeLessThan(50_000_000);
  expect(await post("bomb")).toEqual({ status: 200, text: "" });
  const stopped = AbortSignal.abort();
  await expect(hosts.postRemote("https://a.example/silent", { ...MESSAGE, signal: stopped })).rejects.toThrow(
    RemoteError,
  );
});

test("a message goes to no private network and to no host with a wrong certificate", async () => {
  for (const address of ["http://127.0.0.1/", "http://localhost/", "https://[::1]/", "http://169.254.169.254/"])
    expect((await refusalOf(remotePost()(address, MESSAGE))).message, address).toContain("private");
  for (const address of ["https://a.example:8443/", "https://u:p@a.example/", "ftp://a.example/"])
    expect((await refusalOf(remotePost()(address, MESSAGE))).isFinal, address).toBe(true);
  let isReached = false;
  const server = createSecureServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, (_request, response) => {
    isReached = true;
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  const post = remotePost({ standIn: () => ({ host: "127.0.0.1", port, isSecure: true }) });
  expect(await refusalOf(post("https://a.example/", MESSAGE))).toMatchObject({
    message: "Its certificate is not valid.",
    isFinal: false,
  });
  expect(isReached).toBe(false);
});
