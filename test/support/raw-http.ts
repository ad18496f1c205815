import { connect, type Socket } from "node:net";

/** A response as it came over the wire. Header names are in lower case; of a repeated one the last counts. */
export type RawAnswer = { status: number; headers: Record<string, string>; body: string };

/** The responses in what a server sent. Throws if it is not HTTP, or the last response was cut off. */
export function parseAnswers(wire: string, isHead = false): RawAnswer[] {
  const answers: RawAnswer[] = [];
  let rest = wire;
  while (rest !== "") {
    const end = rest.indexOf("\r\n\r\n");
    const [start = "", ...lines] = rest.slice(0, end).split("\r\n");
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(start)?.[1]);
    if (end === -1 || !status) throw new Error(`This is no whole answer: ${JSON.stringify(rest.slice(0, 200))}`);
    const headers = Object.fromEntries(
      lines.map((line) => [line.slice(0, line.indexOf(":")).toLowerCase(), line.slice(line.indexOf(":") + 1).trim()]),
    );
    const after = rest.slice(end + 4);
    const hasNoBody = isHead || status < 200 || status === 204 || status === 304;
    const { body, length } = hasNoBody ? { body: "", length: 0 } : bodyOf(after, headers);
    answers.push({ status, headers, body });
    rest = after.slice(length);
  }
  return answers;
}

function bodyOf(text: string, headers: Record<string, string>): { body: string; length: number } {
  if (headers["transfer-encoding"] === "chunked") {
    let body = "";
    let at = 0;
    for (;;) {
      const line = text.indexOf("\r\n", at);
      const size = Number.parseInt(text.slice(at, line), 16);
      if (line === -1 || Number.isNaN(size)) throw new Error("The last chunk is missing.");
      body += text.slice(line + 2, line + 2 + size);
      at = line + 2 + size + 2;
      if (size === 0) return { body, length: at };
    }
  }
  const length = Number(headers["content-length"] ?? Number.NaN);
  if (Number.isNaN(length)) throw new Error("The answer does not say how long it is.");
  if (text.length < length) throw new Error(`The answer ends after ${text.length} of ${length} bytes.`);
  return { body: text.slice(0, length), length };
}

/** A connection on which a test writes what it likes. Text represents bytes (latin1). */
export type RawConnection = {
  socket: Socket;
  write: (text: string) => void;
  /** What the server has sent so far. */
  received: () => string;
  /** Resolves with all of it when the server has closed the connection, in whatever way. */
  closed: Promise<string>;
};

export async function openConnection(port: number): Promise<RawConnection> {
  const socket = connect({ port, host: "127.0.0.1", noDelay: true });
  let received = "";
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  const closed = new Promise<string>((resolve) => {
    socket.once("end", () => resolve(received));
    socket.once("close", () => resolve(received));
  });
  await new Promise<void>((resolve, reject) => {
    socket.once("connect", resolve);
    socket.once("error", reject);
  });
  // From here on the server may end the connection as it likes; what it sent before counts.
  socket.on("error", () => undefined);
  return { socket, write: (text) => void socket.write(text, "latin1"), received: () => received, closed };
}

/** Sends bytes on a new connection and returns all that came back until the server closed it. */
export async function sendRaw(port: number, text: string): Promise<string> {
  const { write, closed, socket } = await openConnection(port);
  write(text);
  const received = await closed;
  socket.destroy();
  return received;
}

/** One request whose connection ends with its response. `lines` are more headers. */
export async function requestRaw(port: number, method: string, target: string, lines: string[] = [], body = "") {
  const head = [`${method} ${target} HTTP/1.1`, "Host: x", "Connection: close", ...lines, "", ""].join("\r\n");
  const wire = await sendRaw(port, head + body);
  const answers = parseAnswers(wire, method === "HEAD").filter(({ status }) => status >= 200);
  const [answer] = answers;
  if (!answer || answers.length > 1) throw new Error(`${answers.length} answers to ${JSON.stringify(head)}`);
  return answer;
}
