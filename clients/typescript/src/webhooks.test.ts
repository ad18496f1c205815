import { createHmac } from "node:crypto";
import { expect, test } from "vitest";
import { verifyWebhook, WebhookError } from "./webhooks.ts";

const SECRET = "whsec_a-secret";
const FORMER = "whsec_the-former-one";
const NOW = 1_795_003_200_000;
const AT = NOW / 1000;
const BODY = JSON.stringify({
  id: "0b6c",
  event: "article.removed",
  created: "2026-11-20T12:00:00.000Z",
  data: { id: 12 },
});
const sign = (secret: string, at = AT, body = BODY) =>
  createHmac("sha256", secret).update(`${at}.${body}`).digest("hex");
const HEADER = `t=${AT},v1=${sign(SECRET)}`;

const reasonOf = async (...given: Parameters<typeof verifyWebhook>) => {
  const error = await verifyWebhook(...given).catch((reason: unknown) => reason);
  return error instanceof WebhookError ? error.reason : error;
};

test("a genuine webhook returns its event, from text, bytes or a buffer", async () => {
  const bytes = new TextEncoder().encode(BODY);
  for (const body of [BODY, bytes, bytes.buffer, Buffer.from(BODY)])
    expect(await verifyWebhook(body, HEADER, SECRET, { now: NOW })).toEqual(JSON.parse(BODY));
  const text = JSON.stringify({ id: "1", event: "webhook.test", created: "", data: { title: "Habari 📰 ١٢" } });
  const header = `t=${AT}, v1=${sign(SECRET, AT, text).toUpperCase()}`;
  expect(await verifyWebhook(text, header, SECRET, { now: NOW })).toEqual(JSON.parse(text));
});

test("a webhook signed with two secrets is genuine for who knows either", async () => {
  const both = `t=${AT},v1=${sign(SECRET)},v1=${sign(FORMER)}`;
  for (const secrets of [SECRET, FORMER, [FORMER, SECRET], ["whsec_unknown", FORMER]])
    expect(await verifyWebhook(BODY, both, secrets, { now: NOW })).toMatchObject({ event: "article.removed" });
});

test("a changed body, time or signature is rejected", async () => {
  const options = { now: NOW };
  expect(await reasonOf(BODY.replace("12}", "13}"), HEADER, SECRET, options)).toBe("wrong_signature");
  expect(await reasonOf(`${BODY} `, HEADER, SECRET, options)).toBe("wrong_signature");
  expect(await reasonOf(BODY, HEADER.replace(`t=${AT}`, `t=${AT + 1}`), SECRET, options)).toBe("wrong_signature");
  expect(await reasonOf(BODY, HEADER, FORMER, options)).toBe("wrong_signature");
  expect(await reasonOf(BODY, `t=${AT},v1=${"0".repeat(64)}`, SECRET, options)).toBe("wrong_signature");
  // An attacker's own time before the signed one.
  expect(await reasonOf(BODY, `t=${AT},t=${AT - 9},v1=${sign(SECRET, AT - 9)}`, SECRET, options)).toBe(
    "wrong_signature",
  );
  const many = Array.from({ length: 1000 }, () => `v1=${"0".repeat(64)}`);
  expect(await reasonOf(BODY, [`t=${AT}`, ...many, `v1=${sign(SECRET)}`].join(), SECRET, options)).toBe(
    "wrong_signature",
  );
});

test("a header without a time and a signature is malformed", async () => {
  const short = HEADER.slice(0, -1);
  for (const header of [null, undefined, "", "t=1", `v1=${sign(SECRET)}`, short, `t=now,v1=${sign(SECRET)}`, "v1=,t="])
    expect(await reasonOf(BODY, header, SECRET, { now: NOW }), String(header)).toBe("malformed");
});

test("an old signature, or one of the future, is rejected", async () => {
  const at = (seconds: number) => ({ now: NOW + seconds * 1000 });
  expect(await reasonOf(BODY, HEADER, SECRET, at(301))).toBe("expired");
  expect(await reasonOf(BODY, HEADER, SECRET, at(-301))).toBe("expired");
  expect(await reasonOf(BODY, HEADER, SECRET, { ...at(301), tolerance: 10 })).toBe("expired");
  expect(await verifyWebhook(BODY, HEADER, SECRET, at(299))).toMatchObject({ id: "0b6c" });
  expect(await verifyWebhook(BODY, HEADER, SECRET, { ...at(3000), tolerance: 3600 })).toMatchObject({ id: "0b6c" });
  expect(await reasonOf(BODY, HEADER, SECRET)).toBe("expired");
});

test("nothing is verified without a secret", async () => {
  for (const secrets of ["", [], [SECRET, ""]])
    await expect(verifyWebhook(BODY, `t=${AT},v1=${sign("")}`, secrets, { now: NOW })).rejects.toThrow(TypeError);
});
