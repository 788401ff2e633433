import type { AuditEntry } from '@handover/contract/settings/audit.ts';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { aPerson } from '#test-setup/settings.ts';
import { openWork, getUrl, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import { formatAction, formatDetail, formatEntry } from './entry-text.ts';
import AuditLog from './audit-log.tsx';

const entry: AuditEntry = {
  id: anId(1),
  time: '2026-11-20T15:00:00.000Z',
  actor: { id: anId(2), displayName: 'Avery' },
  action: 'createApiKey',
  subjectId: anId(3),
  subject: null,
  detail: { name: 'Sync', scopes: ['tasks:read'] },
  names: {},
  ipAddress: '127.0.0.1',
  isSealed: false,
};

function stubLog(check: object | null = null): Call[] {
  return stubApi({
    'GET /audit': ({ query }) => ({
      entries: query.has('action') ? [] : [entry],
      total: query.has('action') ? 0 : 1,
      nextCursor: null,
    }),
    'GET /audit/actions': () => ({ actions: ['createApiKey', 'mergeTag'] }),
    'GET /audit/checks/latest': () => ({ check }),
    'GET /people': () => ({ people: [aPerson(2, { displayName: 'Avery', status: 'deactivated' })] }),
  });
}

it('describes each change and keeps the filter in the URL', async () => {
  const calls = stubLog();
  await openWork(<AuditLog scope="workspace" />, { address: '/' });
  const row = within(await screen.findByRole('row', { name: /Created an API key/ }));
  expect(row.getByText('name: Sync · scopes: tasks:read')).toBeVisible();
  expect(row.getByText('Not yet verified')).toBeVisible();
  expect(await screen.findByRole('option', { name: 'Avery (deactivated)' })).toBeInTheDocument();
  await userEvent.selectOptions(screen.getByLabelText('Action'), 'mergeTag');
  await waitFor(() => expect(getUrl().search).toBe('?action=mergeTag'));
  await userEvent.click(await screen.findByRole('button', { name: 'Clear search and filters' }));
  expect(await screen.findByRole('row', { name: /Created an API key/ })).toBeVisible();
  expect(calls.filter(({ path }) => path === '/audit').map(({ query }) => query.get('action'))).toContain(
    'mergeTag',
  );
});

it('shows the whole entry in a dialog', async () => {
  stubLog();
  await openWork(<AuditLog scope="workspace" />, { address: '/admin/settings/audit' });
  const row = within(await screen.findByRole('row', { name: /Created an API key/ }));
  await userEvent.click(row.getByRole('button', { name: 'Actions for: Created an API key' }));
  await userEvent.click(await screen.findByRole('menuitem', { name: 'View details' }));
  const dialog = within(await screen.findByRole('dialog', { name: 'Created an API key' }));
  expect(dialog.getByText('name: Sync · scopes: tasks:read')).toBeVisible();
  expect(dialog.getByText('127.0.0.1')).toBeVisible();
});

it('links the record that a change is about', async () => {
  stubApi({
    'GET /audit': () => ({
      entries: [{ ...entry, action: 'updateBusiness', subject: { type: 'business', name: 'Smile Dental' } }],
      total: 1,
      nextCursor: null,
    }),
    'GET /audit/actions': () => ({ actions: ['updateBusiness'] }),
    'GET /audit/checks/latest': () => ({ check: null }),
    'GET /people': () => ({ people: [] }),
  });
  await openWork(<AuditLog scope="workspace" />, { address: '/admin/settings/audit' });
  expect(await screen.findByRole('link', { name: 'Smile Dental' })).toHaveAttribute(
    'href',
    `/admin/business-center/businesses/${anId(3)}`,
  );
});

it('shows a filter from a link, including values that the lists do not offer', async () => {
  stubLog();
  const address = `/admin/settings/audit?action=deleteTag&actorId=${anId(77)}`;
  await openWork(<AuditLog scope="workspace" />, { address });
  expect(await screen.findByRole('option', { name: 'Avery (deactivated)' })).toBeInTheDocument();
  expect(screen.getByLabelText('Action')).toHaveDisplayValue('Deleted a tag');
  expect(screen.getByLabelText('Person')).toHaveDisplayValue('Someone else');
});

it('shows the installation log and filters it by a person on the page', async () => {
  const found = { ...entry, action: 'createWorkspace', detail: { name: 'Harbor' } };
  const calls = stubApi({
    'GET /installation/audit': () => ({ entries: [found], total: 1, nextCursor: null }),
    'GET /installation/audit/actions': () => ({ actions: ['createWorkspace'] }),
    'GET /audit/checks/latest': () => ({ check: null }),
    'POST /installation/audit/export': () => errorResponse(403, 'FORBIDDEN', { detail: 'Not any more.' }),
  });
  await openWork(<AuditLog scope="installation" />, { address: '/admin/settings/installation-audit' });
  expect(await screen.findByRole('row', { name: /Created a workspace/ })).toBeVisible();
  await userEvent.click(screen.getByRole('link', { name: 'Avery' }));
  expect(getUrl().search).toBe(`?actorId=${anId(2)}`);
  expect(await screen.findByText('Selected person')).toBeVisible();
  await userEvent.click(screen.getByRole('button', { name: 'Export' }));
  expect(await screen.findByText('Not any more.')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ actorId: anId(2) });
  expect(calls.map(({ path }) => path)).not.toContain('/audit');
});

it.each([
  [{ status: 'intact' }, 'Intact', '30 entries checked. No changes found.'],
  [{ status: 'broken', firstBadSeal: 13 }, 'Tampered', /changed or removed \(seal 13\)/],
  [{ status: 'intact', copiedSeals: 12 }, 'Intact', /The copy outside the database matches/],
  [{ status: 'broken', missingEntries: 2 }, 'Tampered', /2 entries are missing/],
  [
    { status: 'broken', cutOff: { seal: 15, sealedAt: entry.time } },
    'Tampered',
    /^Entries up to .* are missing from the end of the log/,
  ],
  [{ status: 'running', finishedAt: null }, 'Checking', /so far/],
])('shows the result of the verification: %j', async (found, label, text) => {
  const done = { startedAt: entry.time, finishedAt: entry.time };
  const none = { firstBadSeal: null, missingEntries: 0, copiedSeals: 0, cutOff: null };
  stubLog({ id: anId(9), seals: 12, entries: 30, ...none, ...done, ...found });
  await openWork(<AuditLog scope="workspace" />, { address: '/admin/settings/audit' });
  expect(await screen.findByText(label)).toBeVisible();
  expect(screen.getByText(text)).toBeVisible();
});

describe('the text of an entry', () => {
  it.each([
    ['createApiKey', 'Created an API key'],
    ['openEmailHtml', 'Opened an email'],
    ['updateWorkspaceSettings', 'Changed workspace settings'],
    ['banCustomer', 'Banned a customer'],
    ['cancelImport', 'Canceled an import'],
    ['undoMerge', 'Undid a merge'],
    ['createMailTemplate', 'Created an email template'],
    ['login', 'Signed in'],
    ['sendSigningCode', 'Sent a signing code'],
    ['startSigningSession', 'Confirmed the email address of a signing link'],
    ['startSharedLinkSession', 'Confirmed the email address of a shared link'],
    ['signByLink', 'Signed an NDA by link'],
    ['sendAgreement', 'Sent an NDA'],
    ['createDocumentFolder', 'Created a file folder'],
    ['restoreDocument', 'Restored a file'],
  ])('read %s as “%s”', (action, text) => {
    expect(formatAction(action)).toBe(text);
  });

  it.each([
    ['moveBusiness', 'Changed the stage of Bright Dental'],
    ['updateBusiness', 'Changed Bright Dental'],
    ['createNote', 'Created a note for Bright Dental'],
  ])('names the record of %s: “%s”', (action, text) => {
    const subject = { type: 'business' as const, name: 'Bright Dental' };
    expect(formatEntry({ ...entry, action, subject })).toBe(text);
  });

  it.each([
    ['readDocument', 'Viewed a page of Lease.pdf'],
    ['unlinkDocument', 'Removed Lease.pdf from a record'],
    ['updateDocument', 'Changed Lease.pdf'],
  ])('names the file of %s: “%s”', (action, text) => {
    const subject = { type: 'document' as const, name: 'Lease.pdf' };
    expect(formatEntry({ ...entry, action, subject })).toBe(text);
  });

  it.each([
    [{ changed: ['postal_address', 'name'] }, 'changed: postal address, name'],
    [{ handedOver: { customers: 2 }, to: null }, 'handed over: 2 customers · to: none'],
    [{ number: 1, page: 2 }, 'version: 1 · page: 2'],
    [{ withImages: true, tags: [] }, 'with images: yes · tags: none'],
    [{ planLimits: { Free: { people: 2 } } }, 'plan limits: (free: 2 people)'],
  ])('read %j as “%s”', (detail, text) => {
    expect(formatDetail({ detail, names: {} })).toBe(text);
  });

  it('names the member, tag, or file that a change is about', () => {
    const names = { [anId(3)]: 'Ada Lee' };
    expect(formatEntry({ ...entry, action: 'deactivatePerson', names })).toBe(
      'Deactivated a member: Ada Lee',
    );
  });

  it('shows names for ids in the details', () => {
    const detail = { to: anId(4), changed: ['name', `custom.${anId(5)}`], bulkRunId: anId(6) };
    const names = { [anId(4)]: 'Ben Roe', [anId(5)]: 'Chairs' };
    expect(formatDetail({ detail, names })).toBe(
      `to: Ben Roe · changed: name, Chairs · bulk action: ${anId(6)}`,
    );
  });
});

it.each([
  ['answerByLink', 'Approved or declined a teaser or CIM by link'],
  ['malwareFound', 'Found malware in a file'],
  ['payCommission', 'Recorded a commission payout'],
  ['hideComment', 'Hid or unhid a comment'],
  ['skipImportRows', 'Skipped import rows'],
  ['createFreeTask', 'Created a task'],
  ['orderClientPlans', 'Reordered the subscription catalog'],
  ['revokeAgreement', 'Withdrew an NDA'],
])('describes %s as the screen does', (action, sentence) => {
  expect(formatAction(action)).toBe(sentence);
});
