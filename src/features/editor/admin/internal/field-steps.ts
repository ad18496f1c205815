import type { Editor } from "@tiptap/core";
import type { Node } from "@tiptap/pm/model";
import { Step, StepResult } from "@tiptap/pm/transform";
import { useEffect, useEffectEvent } from "react";
import type { FoundField } from "../rich-text.ts";

/** A change of a field above the text as a step of a text transaction, so that one undo reverts both. */
export class FieldStep extends Step {
  readonly field: string;
  readonly before: string;
  readonly after: string;

  constructor(field: string, before: string, after: string) {
    super();
    this.field = field;
    this.before = before;
    this.after = after;
  }

  override apply(doc: Node) {
    return StepResult.ok(doc);
  }

  override invert() {
    return new FieldStep(this.field, this.after, this.before);
  }

  override map() {
    return this;
  }

  override toJSON() {
    const { field, before, after } = this;
    return { stepType: "field", field, before, after };
  }
}

/** Applies field steps of transactions, including undo and redo, unless the field was edited since. */
export function useFieldSteps(editor: Editor, fields: readonly FoundField[]): void {
  const apply = useEffectEvent((step: FieldStep) => {
    const field = fields.find(({ name }) => name === step.field);
    if (field?.text === step.before) field.onChange(step.after);
  });
  useEffect(() => {
    const onTransaction = ({ transaction }: { transaction: { steps: readonly Step[] } }) => {
      for (const step of transaction.steps) if (step instanceof FieldStep) apply(step);
    };
    editor.on("transaction", onTransaction);
    return () => void editor.off("transaction", onTransaction);
  }, [editor]);
}
