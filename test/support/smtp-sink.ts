import type { AddressInfo, Socket } from "node:net";
import { SMTPServer } from "smtp-server";
import { CERTIFICATE, CERTIFICATE_KEY } from "./smtp-certificate.ts";

/**
 * What the server does with one attempt to deliver a mail: accept it, reject it at a step with a reply, break the
 * connection (before the text, or after it), or be silent for some milliseconds or until something has happened, after
 * the text or after the recipient's name.
 */
export type SinkAnswer =
  | "take"
  | { at: "recipient" | "text"; code: number; text?: string }
  | { break: "before-text" | "after-text" }
  | { silentFor: number }
  | { silentUntil: Promise<unknown>; after?: "recipient" };

/** A mail server on loopback that delivers nothing. */
export type SmtpSink = {
  url: string;
  /** What it has accepted, in order. */
  mails: { to: string; raw: Buffer }[];
  /** How often each recipient was named, accepted or not. */
  tries: Map<string, number>;
  /** The most connections that were open at once. */
  mostConnections: () => number;
  /** Every password it received, and whether the connection was encrypted. */
  logins: { password: string; encrypted: boolean }[];
  /** Ends as if the machine went away; `restart` opens the same port again. */
  stop: () => Promise<void>;
  restart: () => Promise<void>;
};

type Login = { user: string; pass: string };
type Settings = {
  answer?: (to: string, nthTry: number) => SinkAnswer;
  /** Who may send; anybody by default. Logins are accepted on an unencrypted connection too. */
  login?: Login;
  /** Encrypted from the first byte (`smtps`), or by STARTTLS; with a certificate that is not trusted by default. */
  tls?: "from-start" | "by-starttls";
};

/** Starts a mail server. The caller stops it. */
export async function startSmtpSink({ answer = () => "take", login, tls }: Settings = {}): Promise<SmtpSink> {
  const mails: SmtpSink["mails"] = [];
  const tries = new Map<string, number>();
  const logins: SmtpSink["logins"] = [];
  const sockets = new Map<number, Socket>();
  let most = 0;
  let server: SMTPServer;
  const reply = (code: number, text = "as the test wants it") => Object.assign(new Error(text), { responseCode: code });

  const listen = (port: number) =>
    new Promise<number>((resolve, reject) => {
      server = new SMTPServer({
        secure: tls === "from-start",
        cert: CERTIFICATE,
        key: CERTIFICATE_KEY,
        authOptional: login === undefined,
        disabledCommands: [...(tls ? [] : ["STARTTLS"]), ...(login ? [] : ["AUTH"])],
        allowInsecureAuth: true,
        disableReverseLookup: true,
        logger: false,
        onAuth({ username, password }, { secure }, done) {
          logins.push({ password: password ?? "", encrypted: secure });
          if (username === login?.user && password === login?.pass) done(null, { user: username });
          else done(reply(535, `no such login for ${username}`));
        },
        onMailFrom: (_address, _session, done) => done(),
        onRcptTo({ address }, session, done) {
          const nth = (tries.get(address) ?? 0) + 1;
          tries.set(address, nth);
          const plan = answer(address, nth);
          if (typeof plan === "object" && "at" in plan && plan.at !== "text") return done(reply(plan.code, plan.text));
          if (typeof plan === "object" && "break" in plan && plan.break === "before-text")
            return void sockets.get(session.remotePort)?.destroy();
          if (typeof plan === "object" && "after" in plan) return void plan.silentUntil.then(() => done());
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
            if (plan === "take" || "after" in plan) done();
            else if ("silentFor" in plan) setTimeout(done, plan.silentFor).unref();
            else void plan.silentUntil.then(() => done());
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
  const credentials = login ? `${encodeURIComponent(login.user)}:${encodeURIComponent(login.pass)}@` : "";
  return {
    url: `smtp${tls === "from-start" ? "s" : ""}://${credentials}127.0.0.1:${port}`,
    mails,
    tries,
    logins,
    mostConnections: () => most,
    stop: () =>
      new Promise((resolve) => {
        // First, as it ends the TLS layer from above: from below that crashes Node.
        server.close(() => resolve());
        for (const socket of sockets.values()) socket.destroy();
      }),
    restart: async () => {
      await listen(port);
    },
  };
}
