import { InvalidError } from "#shared/errors.ts";

/** An import cannot go on; its message is shown, and its task is not retried. */
export class ImportFailure extends InvalidError {
  constructor(sentence: string) {
    super("invalid_input", sentence);
  }
}
