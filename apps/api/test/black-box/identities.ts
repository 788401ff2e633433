import { z } from 'zod';
import { call, type Identity, type Reply, type Request } from './http.ts';

const password = 'seventeen green lanterns';
const session = z.object({
  token: z.string(),
  user: z.looseObject({ id: z.string(), workspaceId: z.nullable(z.string()) }),
});
const withId = z.looseObject({ id: z.string() });

export type Cast = {
  readonly identities: readonly Identity[];
  /** Reads everything of the workspace under attack, and of another one. */
  readonly explorers: { readonly here: Identity; readonly elsewhere: Identity };
  /** Two similar workspaces, in which staff see only their own records, or nothing. */
  readonly scoped: readonly { readonly reader: Identity; readonly explorer: Identity }[];
};

/** Creates people through the product's own invitations; the workspace under attack is the sample's second. */
export async function createPersonas(address: string, samplePassword: string): Promise<Cast> {
  const send = async <T>(who: Pick<Identity, 'token' | 'workspaceId'>, request: Request, of: z.ZodType<T>) =>
    of.parse(expectDone(request, await call(address, who, request)).body);
  const guest = { token: null, workspaceId: null };
  const logIn = (email: string, word: string) =>
    send(guest, { method: 'POST', path: '/auth/login', body: { email, password: word } }, session);
  const boss = await logIn('superadmin@handover.test', samplePassword);
  const { workspaces } = z
    .looseObject({ workspaces: z.array(z.looseObject({ id: z.string(), name: z.string() })) })
    .parse(
      (
        await call(
          address,
          { token: boss.token, workspaceId: null },
          { method: 'GET', path: '/installation/workspaces' },
        )
      ).body,
    );
  const idOf = (name: string): string => workspaces.find((one) => one.name === name)?.id ?? '';
  const bossIn = (workspaceId: string): Identity => ({
    name: 'superadmin',
    kind: 'superadmin',
    token: boss.token,
    workspaceId,
  });
  const [here, elsewhere] = [bossIn(idOf('Team 2')), bossIn(idOf('Team 3'))];

  let people = 0;
  const accept = async (link: string, by: Identity, name: string, kind: Identity['kind']) => {
    const body = {
      token: link.slice(link.indexOf('#') + 1).replace(/^token=/, ''),
      displayName: name,
      password,
    };
    const { token, user } = await send(guest, { method: 'POST', path: '/auth/accept-invite', body }, session);
    return { name, kind, token, workspaceId: by.workspaceId, userId: user.id };
  };
  const linked = z.looseObject({ link: z.string() });
  const staff = async (by: Identity, name: string, role: 'STAFF' | 'ADMIN', kind: Identity['kind']) => {
    people += 1;
    const body = { email: `outside-${String(people)}-${Date.now().toString(36)}@people.test`, role };
    const { link } = await send(by, { method: 'POST', path: '/invitations', body }, linked);
    return accept(link, by, name, kind);
  };
  const client = async (by: Identity, name: string) => {
    people += 1;
    const email = `outside-${String(people)}-${Date.now().toString(36)}@people.test`;
    const { user } = await send(
      by,
      { method: 'POST', path: '/users', body: { name, email } },
      z.looseObject({ user: withId }),
    );
    const { invite } = await send(
      by,
      { method: 'POST', path: `/users/${user.id}/invite` },
      z.looseObject({ invite: linked }),
    );
    return { ...(await accept(invite.link, by, name, 'client')), customerId: user.id, customers: [user.id] };
  };
  const share = async (recordId: string, userId: string): Promise<string> => {
    const body = { recordType: 'customer', recordId, userId };
    const { accessGrant } = await send(
      here,
      { method: 'POST', path: '/access-grants', body },
      z.looseObject({ accessGrant: withId }),
    );
    return accessGrant.id;
  };

  const owner = await client(here, 'Client Of Team Two');
  const advisor = await client(here, 'Advisor Of The Client');
  const former = await client(here, 'Former Advisor');
  await share(owner.customerId, advisor.userId);
  await call(address, here, {
    method: 'DELETE',
    path: `/access-grants/${await share(owner.customerId, former.userId)}`,
  });
  const banned = await client(here, 'Banned Client');
  const ban = { version: 1, reason: 'Outside test' };
  expectDone(
    { method: 'POST', path: 'ban' },
    await call(address, here, { method: 'POST', path: `/users/${banned.customerId}/ban`, body: ban }),
  );
  const leaver = await staff(here, 'Signed Out', 'STAFF', 'nobody');
  await call(address, leaver, { method: 'POST', path: '/auth/logout' });
  const scoped = [];
  for (const [name, settings] of [
    ['Own records', { recordScope: 'own' }],
    ['Closed areas', { staffAccess: [] }],
  ] as const) {
    const body = {
      name: `${name} ${Date.now().toString(36)}`,
      timeZone: 'UTC',
      currency: 'USD',
      plan: 'Pro',
    };
    const { workspace } = await send(
      here,
      { method: 'POST', path: '/installation/workspaces', body },
      z.looseObject({ workspace: withId }),
    );
    const explorer = bossIn(workspace.id);
    expectDone(
      { method: 'PATCH', path: 'policies' },
      await call(address, explorer, {
        method: 'PATCH',
        path: '/workspace',
        body: { version: 1, ...settings },
      }),
    );
    await fill(send, explorer);
    scoped.push({
      reader: await staff(explorer, `Staff, ${name.toLowerCase()}`, 'STAFF', 'stranger'),
      explorer,
    });
  }
  return {
    explorers: { here, elsewhere },
    scoped,
    identities: [
      { name: 'guest', kind: 'nobody', ...guest },
      { name: 'made-up token', kind: 'nobody', token: 'x'.repeat(43), workspaceId: here.workspaceId },
      leaver,
      { ...banned, kind: 'nobody' },
      owner,
      { ...advisor, customers: [advisor.customerId, owner.customerId] },
      former,
      await client(here, 'Another Client'),
      await client(elsewhere, 'Client Elsewhere'),
      await staff(elsewhere, 'Staff Elsewhere', 'STAFF', 'stranger'),
      await staff(elsewhere, 'Admin Elsewhere', 'ADMIN', 'stranger'),
      await staff(here, 'Staff Of Team Two', 'STAFF', 'staff'),
      await staff(here, 'Admin Of Team Two', 'ADMIN', 'admin'),
      here,
    ],
  };
}

type Send = <T>(who: Identity, request: Request, of: z.ZodType<T>) => Promise<T>;

/** A customer with related records. */
async function fill(send: Send, by: Identity): Promise<void> {
  const post = async (path: string, body: unknown, key: string): Promise<string> => {
    const answer = await send(by, { method: 'POST', path, body }, z.looseObject({ [key]: withId }));
    return withId.parse(answer[key]).id;
  };
  const owner = await post('/users', { name: 'Quentin Zebrafish' }, 'user');
  const buyer = await post('/users', { name: 'Beatrix Zebrafish' }, 'user');
  await post(`/users/${owner}/notes`, { body: 'Zebrafish note' }, 'note');
  await post(`/users/${owner}/tasks`, { title: 'Zebrafish task' }, 'task');
  const business = await post(
    '/businesses',
    { name: 'Zebrafish Dental', type: 'dental', ownerId: owner },
    'business',
  );
  await post('/deals', { businessId: business, buyerId: buyer }, 'deal');
  await post(`/businesses/${business}/data-room`, undefined, 'room');
}

function expectDone({ method, path }: Request, reply: Reply): Reply {
  if (reply.status >= 300)
    throw new Error(`${method} ${path} answered ${String(reply.status)}: ${reply.text}`);
  return reply;
}
