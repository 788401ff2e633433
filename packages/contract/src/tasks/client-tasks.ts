import * as z from 'zod/mini';
import { idParams, multiline, version } from '../http/common.ts';
import { document, uploadName } from '../documents/documents.ts';
import { defineEndpoint, member } from '../http/endpoint.ts';
import { task } from './tasks.ts';

export const answerClientTask = defineEndpoint({
  method: 'PATCH',
  path: '/asked-tasks/{id}',
  summary: 'A client marks a task as done, or open again',
  access: member('CLIENT'),
  status: 200,
  params: idParams,
  body: z.strictObject({ version, isDone: z.boolean() }),
  response: z.object({ task }),
});
export const sendTaskFile = defineEndpoint({
  method: 'POST',
  path: '/asked-tasks/{id}/files',
  summary: 'A client uploads a file requested by a task; the task then waits on the broker',
  access: member('CLIENT'),
  transfer: 'upload',
  status: 201,
  params: idParams,
  query: z.strictObject({ name: uploadName }),
  response: z.object({ document }),
});
export const sendTaskReply = defineEndpoint({
  method: 'POST',
  path: '/asked-tasks/{id}/reply',
  summary:
    'A client messages the broker about a task that requests documents; the task then waits on the broker',
  access: member('CLIENT'),
  status: 201,
  params: idParams,
  body: z.strictObject({ text: multiline(10_000) }),
  response: z.object({ task }),
});
