import { request } from "node:http";
import { text } from "node:stream/consumers";

export type Answer = { status: number; type: string | undefined; text: string };

/** A call over a connection of its own, which several workers or nodes share out among them. */
export function callOnce(
  url: string,
  { method = "GET", headers = {}, body }: { method?: string; headers?: Record<string, string>; body?: object } = {},
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const json = { "content-type": "application/json", ...headers };
    const sent = request(url, { method, headers: json, agent: false }, (response) => {
      const { statusCode = 0, headers: head } = response;
      text(response).then((read) => resolve({ status: statusCode, type: head["content-type"], text: read }), reject);
    });
    sent.once("error", reject);
    sent.end(body && JSON.stringify(body));
  });
}
