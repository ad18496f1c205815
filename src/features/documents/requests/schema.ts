import { z } from "zod";
import { idNumber, idText, storySchema, text } from "#shared/schema.ts";
import { MAX_ASKED, MAX_MESSAGE_LENGTH, REVIEW_ANSWERS, UNKNOWN_PERSON } from "../rules.ts";

export const requestParams = z.object({ id: idText });

const reviewer = z.object({ id: z.int().positive(), name: z.string() });

export const reviewerList = z.array(reviewer);

const isMe = z.boolean().describe("Whether the caller is asked");

const request = reviewer.extend({
  by: z.string().nullable().describe("The name of the requester; null for a deleted account"),
  at: z.iso.datetime(),
  is_me: isMe,
  message: z.string(),
  answer: z.enum(REVIEW_ANSWERS).nullable().describe("Null until the person has answered"),
  answer_message: z.string(),
  answered: z.iso.datetime().nullable(),
});

export const reviewRequest = z
  .object({
    asked: request.nullable().describe("The first person without an answer; null if everyone answered"),
    people: z.array(request).describe("All requests and answers, in order of the requests"),
  })
  .meta({ id: "ReviewRequest" });
export type ReviewRequest = z.infer<typeof reviewRequest>;

/** What is open before a document is published. */
export const openStory = storySchema
  .extend({
    owners: z.array(reviewer).describe("The document's authors with an account, by name"),
    reviews: z
      .array(reviewer.extend({ answer: z.enum(REVIEW_ANSWERS).nullable(), is_me: isMe }))
      .describe("Those who were asked for a review, with their answers; null until they answer"),
    open_notes: z.int().nonnegative().describe("Notes that are not resolved"),
    suggestions: z.int().nonnegative().describe("People whose suggestions are neither accepted nor rejected"),
  })
  .meta({ id: "OpenStory" });
export type OpenStory = z.infer<typeof openStory>;

const person = idNumber(UNKNOWN_PERSON).describe("An account id");
const message = text({ name: "The message", max: MAX_MESSAGE_LENGTH });

const ONE_OR_MORE = "Send person, or people as a list.";

/** `PUT …/asked/`: `person`, or several as `people`. */
export const requestBody = z
  .object(
    {
      person: person.optional(),
      people: z
        .array(person, { error: "People must be a list of account ids." })
        .min(1, { error: ONE_OR_MORE })
        .max(MAX_ASKED, { error: `At most ${MAX_ASKED} people can be asked at the same time.` })
        .optional(),
      message: message.optional(),
    },
    { error: "The body must be a JSON object with person or people." },
  )
  .refine(({ person, people }) => (person === undefined) !== (people === undefined), {
    error: ONE_OR_MORE,
    path: ["person"],
  });
export type RequestBody = z.infer<typeof requestBody>;

/** `POST …/asked/answer/`. A request for changes needs a message. */
export const answerBody = z
  .object(
    {
      answer: z.enum(REVIEW_ANSWERS, { error: "Answer must be approve or changes." }),
      message: message.default(""),
    },
    { error: "The body must be a JSON object with answer." },
  )
  .refine(({ answer, message }) => answer === "approve" || message !== "", {
    error: "Describe what should change.",
    path: ["message"],
  });
