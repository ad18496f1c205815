import { QueryObserver } from "@tanstack/react-query";
import { expect, test } from "vitest";
import { queryClientConfig } from "../site/query-client.ts";
import { EditorQueryClient } from "./admin-app.tsx";

/** A screen that has opened `list` in a cache, each of whose reads is answered by hand. */
function openList() {
  const reads: PromiseWithResolvers<string>[] = [];
  const client = new EditorQueryClient(
    queryClientConfig(async () => {
      const read = Promise.withResolvers<string>();
      reads.push(read);
      return read.promise;
    }, "browser"),
  );
  const shown = new QueryObserver<unknown>(client, { queryKey: ["list", "body"] });
  const close = shown.subscribe(() => {});
  return { client, reads, shown, close };
}

test("what is read for the first time while it is changed is read again, and the older answer is not shown", async () => {
  const { client, reads, shown, close } = openList();
  expect(reads).toHaveLength(1);
  const changed = client.invalidateQueries({ queryKey: ["list"] });
  expect(reads).toHaveLength(2);
  reads[0]?.resolve("before");
  reads[1]?.resolve("after");
  await changed;
  expect(shown.getCurrentResult()).toMatchObject({ data: "after", fetchStatus: "idle" });
  close();
});

test("whoever waits for the first read gets the newer answer", async () => {
  const { client, reads, close } = openList();
  const first = client.fetchQuery({ queryKey: ["list", "body"] });
  void client.invalidateQueries({ queryKey: ["list"] });
  reads[1]?.resolve("after");
  expect(await first).toBe("after");
  close();
});

test("where nothing is to be read again, the first read goes on", async () => {
  const { client, reads, shown, close } = openList();
  void client.invalidateQueries({ queryKey: ["list"], refetchType: "none" });
  reads[0]?.resolve("before");
  await expect.poll(() => shown.getCurrentResult().data).toBe("before");
  close();
});
