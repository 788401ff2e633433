import type { APIRequestContext } from '@playwright/test';
import { startMailServer } from '../support/mail-server.ts';
import { expect, samplePassword } from '../support/test.ts';
import type { Visitor } from './expected-routes.ts';

/** The workspace whose staff access the test changes; the sample client belongs only to another one. */
const teamName = 'Team 3';

/** Session tokens of all visitors, and the records in the URLs. */
export interface Team {
  readonly brand: string;
  readonly workspaceId: string;
  readonly tokens: Readonly<Record<Visitor, string | null>>;
  /** The replacements of `{…}` in a URL. */
  readonly ids: Readonly<Record<string, string>>;
  /** The heading of each record. */
  readonly records: Readonly<
    Record<'customer' | 'business' | 'post', { title: string; description: string }>
  >;
  /** Opens these areas to staff and closes all others; returns the areas that were open before. */
  openToStaff(areas: readonly string[]): Promise<string[]>;
}

// oxlint-disable-next-line typescript/no-explicit-any -- answers are read freely by tests
type Ask = (method: 'GET' | 'POST' | 'PATCH', path: string, body?: unknown) => Promise<any>;

/**
 * Signs in all visitors. The one without a role is invited and deactivated immediately, which leaves a login without a
 * workspace.
 */
export async function signInTeam(request: APIRequestContext): Promise<Team> {
  const signIn = async (role: string) =>
    createAsk(request, {})('POST', '/auth/login', {
      email: `${role}@handover.test`,
      password: samplePassword,
    });
  const admin = await signIn('admin');
  const workspaceId = admin.user.workspaces.find(({ name }: { name: string }) => name === teamName).id;
  const ask = createAsk(request, { authorization: `Bearer ${admin.token}`, 'x-workspace': workspaceId });
  const staff = (await signIn('staff')).token;
  return {
    brand: (await ask('GET', '/installation')).installation.name,
    workspaceId,
    tokens: {
      guest: null,
      'unknown role': await makeStranger(request, ask),
      client: (await signIn('client')).token,
      'staff without policy': staff,
      staff,
      admin: admin.token,
      superadmin: (await signIn('superadmin')).token,
    },
    ...(await findRecords(ask)),
    openToStaff: async (staffAccess) => {
      const { workspace } = await ask('GET', '/workspace');
      await ask('PATCH', '/workspace', { version: workspace.version, staffAccess });
      return workspace.staffAccess;
    },
  };
}

function createAsk(request: APIRequestContext, headers: Record<string, string>): Ask {
  return async (method, path, body) => {
    const answer = await request.fetch(`/api${path}`, {
      method,
      headers,
      ...(body !== undefined && { data: body }),
    });
    expect(answer.ok(), `${method} ${path}: ${await answer.text()}`).toBe(true);
    return answer.json();
  };
}

/** The token of a login that is no longer a member of any workspace. */
async function makeStranger(request: APIRequestContext, ask: Ask): Promise<string> {
  const mail = await startMailServer(Number(process.env['E2E_SMTP_PORT']));
  const email = `stranger-${String(Date.now())}@people.test`;
  await ask('POST', '/invitations', { email, role: 'STAFF' });
  const invitation = () => mail.all().find(({ to }) => to.includes(email))?.raw;
  await expect.poll(invitation).toBeDefined();
  await mail.close();
  const text = invitation()?.replaceAll('=\r\n', '').replaceAll('=3D', '=') ?? '';
  const { token, user } = await createAsk(request, {})('POST', '/auth/accept-invite', {
    token: /accept-invite#(?:token=)?(\S+)/.exec(text)?.[1],
    displayName: 'Sol Stranger',
    password: 'a long enough password',
  });
  const { people } = await ask('GET', '/people');
  const { version } = people.find(({ id }: { id: string }) => id === user.id);
  await ask('POST', `/people/${String(user.id)}/deactivate`, { version, handOverTo: null });
  return token;
}

async function findRecords(ask: Ask): Promise<Pick<Team, 'ids' | 'records'>> {
  const [customer, other] = (await ask('GET', '/users?limit=25')).users;
  const [business] = (await ask('GET', '/businesses?limit=25')).businesses;
  const [post] = (await ask('GET', '/blog/posts')).posts;
  return {
    ids: { customer: customer.id, 'other customer': other.id, business: business.id, post: post.slug },
    records: {
      customer: { title: customer.name, description: customer.company ?? customer.accountType },
      business: { title: business.name, description: business.publicTitle ?? 'No public title yet' },
      post: { title: post.title, description: `${post.author.name} · ${formatDay(post.postedAt)}` },
    },
  };
}

/** Formats a date in the browser's time zone, which is the same as this process's. */
function formatDay(time: string): string {
  return new Date(time).toLocaleDateString('en', { day: 'numeric', month: 'short', year: 'numeric' });
}
