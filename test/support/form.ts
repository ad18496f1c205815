/** A multipart form as `app.inject` takes it: texts by name, and files of bytes by name. */
export async function formRequest(
  fields: Record<string, string>,
  files: Record<string, Uint8Array> = {},
  fileName = "picture.png",
): Promise<{ payload: Buffer; headers: Record<string, string> }> {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.append(name, value);
  for (const [name, bytes] of Object.entries(files)) form.append(name, new File([new Uint8Array(bytes)], fileName));
  const encoded = new Response(form);
  return {
    payload: Buffer.from(await encoded.arrayBuffer()),
    headers: { "content-type": encoded.headers.get("content-type") ?? "" },
  };
}
