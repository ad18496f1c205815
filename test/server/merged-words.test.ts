import { expect, test } from "vitest";
import { DOCUMENT_TYPES } from "#shared/document.ts";
import { MINUTE } from "#shared/time.ts";
import { startDocument } from "#test/support/document-contract.ts";
import { describeOnEngines } from "#test/support/engines.ts";

describeOnEngines("saves of several people", (open) => {
  test.each(DOCUMENT_TYPES)("merges the words of one paragraph and of titles: %s", async (type) => {
    const { type: write, clock } = await startDocument(open, type);
    const first = await write("editor", { title: "Kenya taxes miners", text: "<p>Prices rose 5 percent.</p>" });
    clock.advance(MINUTE);
    const mine = { title: "Kenya taxes all miners", text: "<p>Prices rose <strong>5</strong> percent today.</p>" };
    expect(await write("editor", mine, first.etag)).toMatchObject({ status: 200 });
    const theirs = { title: "Kenya now taxes miners", text: "<p>All prices rose 5 percent. Why?</p>" };
    expect(await write("another", theirs, first.etag)).toMatchObject({
      status: 200,
      body: {
        title: "Kenya now taxes all miners",
        text: "<p>All prices rose <strong>5</strong> percent today. Why?</p>",
      },
      isMerged: true,
    });
  });
});
