import * as z from 'zod/mini';
import { id, idParams, multiline, page, paging, timestamp, version } from '../http/common.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';

/** `with_owner`: forwarded to the owner. `answered`: the owner has answered, and staff have yet to publish. */
export const questionStates = ['open', 'with_owner', 'answered', 'published'] as const;
export type QuestionState = (typeof questionStates)[number];
export const questionStateNames: Readonly<Record<QuestionState, string>> = {
  open: 'Open',
  with_owner: 'With the owner',
  answered: 'Answered by the owner',
  published: 'Published',
};

export const questionEventTypes = [
  'asked',
  'assigned',
  'owner_asked',
  'answered',
  'published',
  'answer_changed',
  'audience_changed',
] as const;
export type QuestionEventType = (typeof questionEventTypes)[number];

const person = z.object({ id, displayName: z.string() });

/** A buyer's question about a data room, as shown to staff. */
export const roomQuestion = z.object({
  id,
  dealId: id,
  text: z.string(),
  state: z.enum(questionStates),
  author: person,
  createdAt: timestamp,
  assignee: z.nullable(person),
  ownerAnswer: z.nullable(z.string()),
  /** The answer as shown to buyers. */
  answer: z.nullable(z.string()),
  /** Whether the question is visible to every buyer of the data room, without the name of the person who asked. */
  isForAll: z.boolean(),
  /** Oldest first. */
  history: z.array(
    z.object({
      id,
      type: z.enum(questionEventTypes),
      actor: person,
      /** The person it was assigned to. */
      assignee: z.nullable(person),
      at: timestamp,
    }),
  ),
  version,
});
export type RoomQuestion = z.infer<typeof roomQuestion>;

/** A question as shown to clients, without names: a buyer's question, or one forwarded to the owner. */
export const ownQuestion = z.object({
  id,
  roomId: id,
  side: z.enum(['seller', 'buyer']),
  /** `team`: asked by the client’s buyer or advisor. `other`: asked by another buyer, or for a seller by any buyer. */
  asker: z.enum(['you', 'team', 'other']),
  text: z.string(),
  createdAt: timestamp,
  /** The published answer for buyers; their own answer for owners. */
  answer: z.nullable(z.string()),
  /** Set for owners while the broker has not published the answer; null otherwise. */
  answerableVersion: z.nullable(version),
});
export type OwnQuestion = z.infer<typeof ownQuestion>;

const staff = member('STAFF', 'documents');
const client = member('CLIENT', 'documents');
const one = z.object({ question: roomQuestion });
const ownOne = z.object({ question: ownQuestion });

export const questionBody = z.strictObject({ text: multiline(4000) });
export const answerQuestionBody = z.strictObject({ version, answer: multiline(10_000) });
export const publishAnswerBody = z.strictObject({
  version,
  answer: multiline(10_000),
  isForAll: z.boolean(),
});

export const listRoomQuestions = defineEndpoint({
  method: 'GET',
  path: '/data-rooms/{id}/questions',
  summary: 'Questions from buyers about a data room, newest first, with the history of each question',
  access: staff,
  status: 200,
  params: idParams,
  query: z.strictObject({ ...paging }),
  response: z.object({ questions: z.array(roomQuestion), ...page }),
});
export const assignQuestion = defineEndpoint({
  method: 'PATCH',
  path: '/room-questions/{id}',
  summary: 'Assign a question to a member with access to the business, or to no one',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ version, assigneeId: z.nullable(id) }),
  response: one,
});
export const askOwnerQuestion = defineEndpoint({
  method: 'POST',
  path: '/room-questions/{id}/ask-owner',
  summary: 'Forward a question to the owner of the business, without the name of the buyer',
  access: staff,
  status: 200,
  params: idParams,
  body: z.strictObject({ version }),
  response: one,
});
export const publishAnswer = defineEndpoint({
  method: 'POST',
  path: '/room-questions/{id}/publish',
  summary: 'Publish the answer to the buyer who asked or to every buyer of the data room, or change it',
  access: staff,
  status: 200,
  params: idParams,
  body: publishAnswerBody,
  response: one,
});
export const listOwnQuestions = defineEndpoint({
  method: 'GET',
  path: '/own-questions',
  summary:
    'Get the latest 200 questions of the client as a buyer, and those forwarded to the client as an owner',
  access: client,
  status: 200,
  response: z.object({ questions: z.array(ownQuestion) }),
});
export const askQuestion = defineEndpoint({
  method: 'POST',
  path: '/own-rooms/{id}/questions',
  summary: 'Ask the broker a question about a data room, as a buyer with access',
  access: client,
  status: 201,
  params: idParams,
  body: questionBody,
  response: ownOne,
});
export const answerQuestion = defineEndpoint({
  method: 'POST',
  path: '/own-questions/{id}/answer',
  summary: 'Answer a question as the owner; the broker publishes the answer',
  access: client,
  status: 200,
  params: idParams,
  body: answerQuestionBody,
  response: ownOne,
});
