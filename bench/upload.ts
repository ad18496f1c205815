/**
 * Uploads pictures at once from a separate process, so that sending them does not hold up whoever measures. Arguments:
 * the address, the `Authorization` header, and the files.
 */
import { openAsBlob } from "node:fs";

const [url = "", authorization = "", ...files] = process.argv.slice(2);

await Promise.all(
  files.map(async (file) => {
    const body = new FormData();
    body.append("file", await openAsBlob(file), "noise.jpg");
    const response = await fetch(url, { method: "POST", headers: { authorization }, body });
    if (response.status !== 201) throw new Error(`An upload answered ${response.status}: ${await response.text()}`);
  }),
);
