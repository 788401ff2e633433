import type { LiveNotice } from '@handover/contract/http/events.ts';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAudience } from '#platform/live/audience.ts';
import { deliver } from '#platform/live/hub.ts';
import { findMember } from '#platform/session/find-member.ts';
import type { Member } from '#platform/session/actor.ts';
import type { Caller } from '#test/caller.ts';
import { startApi, type TestApi } from '#test/harness.ts';
import { findAuditSubjects } from './audit-subjects.queries.ts';
import type { RecordDescriptor } from './record.ts';
import { findHits, recordSources } from './search/search.queries.ts';

let api: TestApi;
let workspaceId: string;
let staff: Member;
let openId: string;
let closedId: string;
beforeAll(async () => {
  api = await startApi();
  workspaceId = await api.makeWorkspace({ recordScope: 'own' });
  const admin = await api.signIn({ role: 'ADMIN', workspaceId });
  openId = await makeTag(admin, 'Open house');
  closedId = await makeTag(admin, 'Closed house');
  const { userId } = await api.signIn({ role: 'STAFF', workspaceId });
  const member = await findMember(api.db, { workspaceId, userId, now: new Date() });
  if (member === null) throw new Error('Not a member');
  staff = member;
});
afterAll(() => api.close());

async function makeTag(admin: Caller, name: string): Promise<string> {
  return (await admin.post('/tags', { name })).body.tag.id;
}

/** Tags as a separate record type; staff see those whose name begins with “Open”. */
const described: RecordDescriptor = {
  type: 'task',
  labels: { one: 'label', many: 'labels' },
  table: 'tags',
  from: () => sql`(SELECT *, NULL::timestamptz AS deleted_at FROM tags) AS tags`,
  scope: (member) => sql<boolean>`(tags.workspace_id = ${member.workspaceId} AND tags.name LIKE 'Open%')`,
  filter: { conditions: {}, trash: () => null },
};

/** The notices that reach the member, of one tag in their scope and one outside of it. */
async function listNotices(record: RecordDescriptor): Promise<LiveNotice[]> {
  const sent: LiveNotice[] = [];
  await deliver({
    db: api.db,
    audience: createAudience([record], []),
    subscriber: {
      member: staff,
      hasSameRights: () => Promise.resolve(true),
      deliver: (_event, notice) => void (notice === null ? undefined : sent.push(notice)),
      end: () => undefined,
    },
    notices: [openId, closedId].map((id) => ({ workspaceId, noun: 'task', id })),
  });
  return sent;
}

function findMatches(record: RecordDescriptor, member = staff) {
  return findHits(recordSources([record]), api.db, { member, q: 'hou', now: new Date() });
}

it('is neither found nor sent to anybody without these parts of its descriptor', async () => {
  expect(await listNotices(described)).toEqual([]);
  expect(await findMatches(described)).toEqual([]);
});

it('is sent to members who may read it, by its descriptor alone', async () => {
  const sent = await listNotices({ ...described, live: { audience: 'record' } });
  expect(sent.map(({ id }) => id)).toEqual([openId]);
});

it('is named in the audit log to members who may read it, by its descriptor alone', async () => {
  const subjects = (record: RecordDescriptor) =>
    findAuditSubjects(api.db, [record], { member: staff, ids: [openId, closedId, 'a-slug'] });
  expect([...(await subjects(described))]).toEqual([]);
  expect([...(await subjects({ ...described, auditName: sql.ref('tags.name') }))]).toEqual([
    [openId, { type: 'task', name: 'Open house' }],
  ]);
});

it('is found by members with access to it and its area, by its descriptor alone', async () => {
  await sql`INSERT INTO search_entries (workspace_id, kind, record_id, text)
    SELECT workspace_id, 'task', id, name_key FROM tags WHERE workspace_id = ${workspaceId}`.execute(api.db);
  const searchable: RecordDescriptor = {
    ...described,
    search: { title: sql.ref('tags.name'), detail: sql`NULL` },
  };
  const hits = await findMatches(searchable);
  expect(hits.map(({ kind, title }) => `${kind} ${title}`)).toEqual(['task Open house']);
  expect(await findMatches(searchable, { ...staff, areas: [] })).toEqual([]);
});
