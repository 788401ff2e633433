import { sql } from 'kysely';
import { newId } from '#lib/ids.ts';
import type { Caller } from '../caller.ts';
import type { TestApi } from '../harness.ts';
import { createRawMail } from '../mail/mail-fixture.ts';
import { settingsMakers } from './settings-records.ts';
import { emailDraft } from './requests.ts';
import { recordRows } from './record-rows.ts';
import { marker, picture, type NounFixtureKey, type Sent, type Fixture } from './fixture.ts';

/** Workspace A, its customer, and Ada Admin, who creates every record. */
export type Scene = { readonly admin: Caller; readonly workspaceId: string; readonly customerId: string };
type Maker = (api: TestApi, scene: Scene) => Promise<Partial<Fixture>>;

/**
 * Creates each record that a request may name, always with the marker in it. The version is last, after all changes.
 */
const makers: Readonly<Record<Exclude<keyof Fixture, NounFixtureKey>, Maker>> = {
  ...createNounMakers(),
  customerId: (_, { customerId }) => Promise.resolve({ customerId }),
  twinId: makeTwin,
  twinVersion: makeTwin,
  mergeId: makeTwin,
  accountId: makeAccount,
  noteId: makeNote,
  grantId: makeGrant,
  invitedGrantId: makeInvitedGrant,
  endedGrantId: endGrant,
  taskId: makeTask,
  clientTaskId: makeClientTask,
  emailId: makeEmail,
  sentEmailId: makeSentEmail,
  draftedCustomerId: makeEmailDraft,
  businessId: makeBusiness,
  valuedBusinessId: makeValuation,
  draftId: makePosts,
  draftSlug: makePosts,
  draftCoverId: makePosts,
  postSlug: makePosts,
  commentId: makePosts,
  triageId: receiveUnknownSender,
  documentId: makeDocument,
  sharedDocumentId: makeSharedDocument,
  fileId: makeFile,
  importId: makeImport,
  savedViewId: makeSavedView,
  templateId: makeTemplate,
  bulkRunId: makeBulkRun,
  invitationId: makeInvitation,
  ...settingsMakers,
  notificationId: makeNotification,
  adminSessionId: findAdminSession,
  adminPasskeyId: makePasskey,
  customerVersion: findCustomerVersion,
};

/** The records of other nouns belong to the business. */
function createNounMakers(): Record<string, Maker> {
  return Object.fromEntries(
    Object.entries(recordRows.makers).map(([key, make]) => [
      key,
      async (api: TestApi, scene: Scene) => {
        const { businessId = '' } = await makeBusiness(api, scene);
        return {
          businessId,
          [key]: await make({ admin: scene.admin, businessId, customerId: scene.customerId }),
        };
      },
    ]),
  );
}

/** The records that a request names, or all of them. */
export async function makeRecords(
  api: TestApi,
  { request, ...scene }: Scene & { request?: (fixture: Fixture) => Sent },
): Promise<Fixture> {
  const named = request === undefined ? new Set(Object.keys(makers)) : listNames(request);
  const needed = Object.entries(makers).filter(([key]) => named.has(key));
  const fixture = {};
  for (const make of new Set(needed.map(([, maker]) => maker))) {
    Object.assign(fixture, await make(api, scene));
  }
  return fixture as Fixture;
}

function listNames(request: (fixture: Fixture) => Sent): Set<string> {
  const named = new Set<string>();
  const recorder = new Proxy({} as Fixture, { get: (_, key) => (named.add(String(key)), '') });
  request(recorder);
  return named;
}

async function makeGrant(api: TestApi, { admin, workspaceId, customerId }: Scene): Promise<Partial<Fixture>> {
  const { userId } = await api.signIn({ role: 'STAFF', workspaceId });
  const grant = { recordType: 'customer', recordId: customerId, userId };
  const { body } = await admin.post('/access-grants', grant);
  return { grantId: body.accessGrant.id };
}

async function makeInvitedGrant(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  const grant = { recordType: 'customer', recordId: customerId, email: `${newId()}@example.com` };
  const { body } = await admin.post('/access-grants', grant);
  return { invitedGrantId: body.accessGrant.id };
}

async function endGrant(api: TestApi, scene: Scene): Promise<Partial<Fixture>> {
  const { grantId = '' } = await makeGrant(api, scene);
  await scene.admin.delete(`/access-grants/${grantId}`);
  return { endedGrantId: grantId };
}

async function makeNote(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post(`/users/${customerId}/notes`, { body: `${marker} said so` });
  return { noteId: body.note.id };
}

async function makeTask(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post(`/users/${customerId}/tasks`, { title: `Ask ${marker}` });
  return { taskId: body.task.id };
}

async function makeClientTask(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  const asked = { title: `Please send ${marker}`, audience: 'client' };
  const { body } = await admin.post(`/users/${customerId}/tasks`, asked);
  return { clientTaskId: body.task.id };
}

async function makeEmail(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post(`/users/${customerId}/send-email`, {
    subject: `To ${marker}`,
    text: 'Text',
    html: '<p>Text</p>',
    scheduledAt: new Date(Date.now() + 3_600_000).toISOString(),
  });
  return { emailId: body.email.id };
}

async function makeSentEmail(api: TestApi, scene: Scene): Promise<Partial<Fixture>> {
  const { emailId = '' } = await makeEmail(api, scene);
  await api.db
    .updateTable('messages')
    .set({ status: 'sent' })
    .where('workspace_id', '=', scene.workspaceId)
    .where('id', '=', emailId)
    .execute();
  return { sentEmailId: emailId };
}

async function makeEmailDraft(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  await admin.put(`/users/${customerId}/email-draft`, { version: 0, content: emailDraft });
  return { draftedCustomerId: customerId };
}

async function makeBusiness(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post('/businesses', {
    name: `${marker} Dental`,
    type: 'dental',
    ownerId: customerId,
    brokerId: admin.userId,
    sdeCents: 42_000_000,
  });
  return { businessId: body.business.id };
}

async function makeValuation(api: TestApi, scene: Scene): Promise<Partial<Fixture>> {
  const { businessId } = await makeBusiness(api, scene);
  const valuation = { version: 1, note: `${marker} is worth it` };
  await scene.admin.post(`/businesses/${String(businessId)}/valuations`, valuation);
  return { valuedBusinessId: businessId };
}

async function makeDocument(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  const path = `/documents?recordType=customer&recordId=${customerId}&name=${encodeURIComponent(`${marker}.txt`)}`;
  const { body } = await admin.upload(path, marker);
  return { documentId: body.document.id };
}

async function makeSharedDocument(api: TestApi, scene: Scene): Promise<Partial<Fixture>> {
  const { documentId } = await makeDocument(api, scene);
  await scene.admin.patch(`/documents/${String(documentId)}`, { version: 1, audience: 'client' });
  return { sharedDocumentId: documentId };
}

async function makeFile(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.upload('/files?name=zebra.txt', marker);
  return { fileId: body.file.id };
}

async function makeImport(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.upload('/imports?name=zebra.csv', `Name,Email\n${marker},z@example.com\n`);
  return { importId: body.import.id };
}

async function makeSavedView(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post('/saved-views', {
    name: `View of ${marker}`,
    settings: { filter: { q: marker }, sort: null, columns: null, density: null },
  });
  return { savedViewId: body.savedView.id };
}

async function makeTemplate(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post('/mail-templates', {
    name: `Template of ${marker}`,
    subject: 'Hello',
    html: `<p>${marker}</p>`,
  });
  return { templateId: body.mailTemplate.id };
}

/** A copy that no worker picks up, so that it is still queued whenever it is canceled. */
async function makeBulkRun(
  api: TestApi,
  { admin, workspaceId, customerId }: Scene,
): Promise<Partial<Fixture>> {
  const { body } = await admin.post('/bulk-runs', {
    selection: { filter: {}, ids: [customerId] },
    input: { action: 'email', subject: 'Hello', text: 'What cannot be taken back' },
  });
  const bulkRunId = newId();
  const queued = JSON.stringify({ id: bulkRunId, status: 'queued', finished_at: null });
  await sql`INSERT INTO bulk_runs SELECT (jsonb_populate_record(bulk_runs, ${queued}::jsonb)).* FROM bulk_runs
    WHERE workspace_id = ${workspaceId} AND id = ${body.bulkRun.id}`.execute(api.db);
  return { bulkRunId };
}

async function makeInvitation(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const { body } = await admin.post('/invitations', {
    email: `invited-${newId()}@people.test`,
    role: 'STAFF',
  });
  return { invitationId: body.invitation.id };
}

async function makeNotification(api: TestApi, { admin, workspaceId }: Scene): Promise<Partial<Fixture>> {
  const notificationId = newId();
  await api.db
    .insertInto('notifications')
    .values({
      workspace_id: workspaceId,
      id: notificationId,
      user_id: admin.userId,
      type: 'announcement',
      title: marker,
      created_at: new Date(),
    })
    .execute();
  return { notificationId };
}

async function makePasskey(api: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const id = newId();
  await api.db
    .insertInto('passkeys')
    .values({
      id,
      user_id: admin.userId,
      credential_id: id,
      public_key: Buffer.alloc(1),
      counter: 0,
      transports: [],
      name: marker,
      created_at: new Date(),
      last_used_at: null,
    })
    .execute();
  return { adminPasskeyId: id };
}

async function findAdminSession(api: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const { id } = await api.db
    .selectFrom('sessions')
    .select('id')
    .where('user_id', '=', admin.userId)
    .executeTakeFirstOrThrow();
  return { adminSessionId: id };
}

async function findCustomerVersion(
  api: TestApi,
  { workspaceId, customerId }: Scene,
): Promise<Partial<Fixture>> {
  const { version } = await api.db
    .selectFrom('customers')
    .select('version')
    .where('workspace_id', '=', workspaceId)
    .where('id', '=', customerId)
    .executeTakeFirstOrThrow();
  return { customerVersion: version };
}

/** A published post with a comment, and a draft with the marker; the workspace becomes the public one. */
async function makePosts(api: TestApi, { admin, workspaceId }: Scene): Promise<Partial<Fixture>> {
  await api.db.updateTable('installation').set({ leads_workspace_id: workspaceId }).execute();
  const text = { description: 'What it is about', bodyHtml: '<p>What it says</p>' };
  const { body: open } = await admin.post('/posts', { title: 'Selling well', ...text });
  await admin.post(`/posts/${String(open.post.id)}/status`, { version: 1, status: 'published' });
  const comment = await admin.post(`/blog/posts/${String(open.post.slug)}/comments`, { body: 'First' });
  const { body: upload } = await admin.upload('/posts/covers?name=cover.webp', picture);
  const cover = { kind: 'file', fileId: upload.file.id };
  const draft = await admin.post('/posts', { title: `On ${marker}`, ...text, cover });
  return {
    draftId: draft.body.post.id,
    draftSlug: draft.body.post.slug,
    draftCoverId: upload.file.id,
    postSlug: open.post.slug,
    commentId: comment.body.comment.id,
  };
}

/** An email from a sender who matches no customer. */
async function receiveUnknownSender(api: TestApi, { admin, workspaceId }: Scene): Promise<Partial<Fixture>> {
  const { url } = (await admin.post('/mailboxes/inbound-token')).body.inbound;
  const raw = createRawMail({ From: `${marker} <stranger-${newId()}@x.test>`, Subject: marker });
  const headers = { 'content-type': 'message/rfc822' };
  await api.guest.upload(new URL(url).pathname.replace('/api', ''), raw, { headers });
  const { id } = await api.db
    .selectFrom('messages')
    .select('id')
    .where('workspace_id', '=', workspaceId)
    .where('is_triage', '=', true)
    .executeTakeFirstOrThrow();
  return { triageId: id };
}

async function makeAccount(_: TestApi, { admin, customerId }: Scene): Promise<Partial<Fixture>> {
  const account = { name: `${marker} Group`, accountType: 'Corporate', brokerId: admin.userId };
  const { body } = await admin.post('/users', account);
  await admin.put(`/users/${body.user.id}/members/${customerId}`, { title: marker });
  return { accountId: body.user.id };
}

/** A second customer with the marker in the name, into which a third customer has been merged. */
async function makeTwin(_: TestApi, { admin }: Scene): Promise<Partial<Fixture>> {
  const make = async (name: string): Promise<string> => {
    const { body } = await admin.post('/users', { name, brokerId: admin.userId });
    return body.user.id;
  };
  const [twinId, otherId] = [await make(`${marker} Twin`), await make(`${marker} Double`)];
  const { body } = await admin.post(`/users/${twinId}/merge`, { version: 1, otherId, otherVersion: 1 });
  return { twinId, twinVersion: 2, mergeId: body.merge.id };
}
