import { createHmac } from "node:crypto";
import type { RemotePost, RemoteResponse } from "#platform/remote-fetch.ts";
import { startDesk } from "./desk.ts";
import type { OpenTestDatabase } from "./engines.ts";
import type { startTestApp } from "./test-app.ts";

type Received = { url: string; signature: string; raw: string; body: { id: string; event: string; data: object } };

/** Receivers by their addresses: what they got, and what they answer, 204 by default. */
export function startReceivers() {
  const received: Received[] = [];
  const answers = new Map<string, () => RemoteResponse | Promise<RemoteResponse>>();
  const postRemote: RemotePost = async (url, { headers, body }) => {
    received.push({ url, raw: body, body: JSON.parse(body), signature: headers["jarida-signature"] ?? "" });
    return answers.get(url)?.() ?? { status: 204, text: "" };
  };
  /** Takes what came since the last call: events with their data. */
  const taken = () => received.splice(0).map(({ body }) => [body.event, body.data]);
  return { received, answers, postRemote, taken };
}

export const hmacOf = (secret: string, signed: string) => createHmac("sha256", secret).update(signed).digest("hex");

/** A server with an editor who adds webhooks, and with their receivers. */
export async function startWebhooks(open: OpenTestDatabase, settings: Parameters<typeof startTestApp>[1] = {}) {
  const receivers = startReceivers();
  const desk = await startDesk(open, { postRemote: receivers.postRemote, ...settings });
  const { call, deliverWebhooks } = desk;
  const add = async (events: string[], url = "https://receiver.example/hook") =>
    (await call({ method: "POST", url: "/api/webhooks/", payload: { url, events } })).body;
  const deliveries = async (id: number, query = "") =>
    (await call({ method: "GET", url: `/api/webhooks/${id}/deliveries/${query}` })).body;
  const find = async (id: number) => (await call({ method: "GET", url: `/api/webhooks/${id}/` })).body;
  const sent = async () => {
    await deliverWebhooks();
    return receivers.taken();
  };
  return { ...desk, ...receivers, add, find, deliveries, sent };
}
