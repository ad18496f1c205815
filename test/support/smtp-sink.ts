import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";

/**
 * What the server does with one try to deliver a mail: take it, refuse it at a step with a reply, break the
 * connection (when it should take the text, or when it has it), or be silent after the text for some milliseconds.
 */
export type SinkAnswer =
  | "take"
  | { at: "sender" | "recipient" | "text"; code: number; text?: string }
  | { break: "before-text" | "after-text" }
  | { silentFor: number };

/** A mail server on loopback that delivers nowhere. */
export type SmtpSink = {
  url: string;
  /** What it has taken, in order. */
  mails: { to: string; raw: Buffer }[];
  /** How often each recipient was named, taken or not. */
  tries: Map<string, number>;
  /** The most connections that were open at once. */
  mostConnections: () => number;
  /** Ends as if the machine went away; `restart` opens the same port again. */
  stop: () => Promise<void>;
  restart: () => Promise<void>;
};

type Login = { user: string; pass: string };
type Settings = { answer?: (to: string, nthTry: number) => SinkAnswer; login?: Login; secure?: boolean };

/** Starts a mail server. The caller stops it. */
export async function startSmtpSink({
  answer = () => "take",
  login,
  secure = false,
}: Settings = {}): Promise<SmtpSink> {
  const mails: SmtpSink["mails"] = [];
  const tries = new Map<string, number>();
  const sockets = new Map<number, Socket>();
  let most = 0;
  let server: SMTPServer;
  const reply = (code: number, text = "as the test wants it") => Object.assign(new Error(text), { responseCode: code });

  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server = new SMTPServer({
        secure,
        authOptional: login === undefined,
        disabledCommands: login || secure ? [] : ["STARTTLS"],
        allowInsecureAuth: true,
        disableReverseLookup: true,
        logger: false,
        onAuth: ({ username, password }, _session, done) =>
          username === login?.user && password === login?.pass
            ? done(null, { user: username })
            : done(reply(535, "no")),
        onMailFrom: (_address, _session, done) => done(),
        onRcptTo({ address }, session, done) {
          const nth = (tries.get(address) ?? 0) + 1;
          tries.set(address, nth);
          const plan = answer(address, nth);
          if (typeof plan === "object" && "at" in plan && plan.at !== "text") return done(reply(plan.code, plan.text));
          if (typeof plan === "object" && "break" in plan && plan.break === "before-text")
            return void sockets.get(session.remotePort)?.destroy();
          done();
        },
        onData(stream, session, done) {
          const chunks: Buffer[] = [];
          stream.on("data", (chunk: Buffer) => chunks.push(chunk));
          stream.once("end", () => {
            const to = session.envelope.rcptTo[0]?.address ?? "";
            const plan = answer(to, tries.get(to) ?? 1);
            if (typeof plan === "object" && "at" in plan) return done(reply(plan.code, plan.text));
            mails.push({ to, raw: Buffer.concat(chunks) });
            if (typeof plan === "object" && "break" in plan) return void sockets.get(session.remotePort)?.destroy();
            if (typeof plan === "object") setTimeout(done, plan.silentFor).unref();
            else done();
          });
        },
      });
      server.on("error", () => undefined);
      server.server.on("connection", (socket: Socket) => {
        const { remotePort = 0 } = socket;
        sockets.set(remotePort, socket);
        most = Math.max(most, sockets.size);
        socket.once("close", () => sockets.delete(remotePort));
      });
      server.server.once("error", reject);
      server.listen(port, "127.0.0.1", () => resolve((server.server.address() as AddressInfo).port));
    });

  const port = await listen(0);
  const credentials = login ? `${login.user}:${login.pass}@` : "";
  return {
    url: `smtp${secure ? "s" : ""}://${credentials}127.0.0.1:${port}`,
    mails,
    tries,
    mostConnections: () => most,
    stop: () =>
      new Promise((resolve) => {
        for (const socket of sockets.values()) socket.destroy();
        server.close(() => resolve());
      }),
    restart: async () => {
      await listen(port);
    },
  };
}
