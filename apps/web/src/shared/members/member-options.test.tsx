import { act, screen } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { BrokerOptions, MemberOptions } from './member-options.tsx';

const kim = { id: anId(7), displayName: 'Kim Park', email: 'kim@x.test', photoURL: null, role: 'STAFF' };
const me = aProfile();
const select = () => screen.getByRole<HTMLSelectElement>('combobox', { name: 'Assigned to' });
const listOptions = () => [...select().options].map(({ text }) => text);
const getSelected = () => select().selectedOptions[0]?.text;

/** Stubs members that load only when the test resolves them. */
function createDeferred() {
  let come: () => void = () => undefined;
  const members = new Promise<object>((resolve) => {
    come = () => resolve({ members: [{ ...kim, id: me.id, displayName: me.displayName }, kim] });
  });
  return { answers: { 'GET /members': () => members }, come: () => act(async () => Promise.resolve(come())) };
}
const ignore = (): void => undefined;

describe('the members as options', () => {
  it.each([
    ['of whom one is named already', { current: { id: kim.id, displayName: 'Kim Park' } }, 'Kim Park'],
    ['of whom one is known by id alone', {}, '…'],
  ])('keep what is chosen until they come, %s', async (_title, props, meanwhile) => {
    const { answers, come } = createDeferred();
    stubApi(answers);
    await openWork(
      <select aria-label="Assigned to" value={kim.id} onChange={ignore}>
        <option value="none">Nobody</option>
        <MemberOptions value={kim.id} {...props} />
      </select>,
    );
    expect(getSelected()).toBe(meanwhile);
    await come();
    expect(await screen.findByRole('option', { name: 'Kim Park' })).toBeVisible();
    expect(getSelected()).toBe('Kim Park');
    expect(listOptions()).toEqual(['Nobody', `${me.displayName} (you)`, 'Kim Park']);
  });

  it('keep the broker that a list is narrowed to as well', async () => {
    const { answers, come } = createDeferred();
    stubApi(answers);
    await openWork(
      <select aria-label="Assigned to" value={kim.id} onChange={ignore}>
        <option value="">Any</option>
        <BrokerOptions mine="me" value={kim.id} />
      </select>,
    );
    expect(getSelected()).toBe('…');
    await come();
    await screen.findByRole('option', { name: 'Kim Park' });
    expect([getSelected(), listOptions().length]).toEqual(['Kim Park', 4]);
  });

  it('leave out a superadmin who only visits the workspace', async () => {
    stubApi(
      { 'GET /members': () => ({ members: [kim] }) },
      aProfile({ role: 'SUPERADMIN', isMember: false }),
    );
    await openWork(
      <select aria-label="Assigned to" value="none" onChange={ignore}>
        <option value="none">Nobody</option>
        <MemberOptions value="none" />
      </select>,
    );
    await screen.findByRole('option', { name: 'Kim Park' });
    expect(listOptions()).toEqual(['Nobody', 'Kim Park']);
  });

  it('show that a selected person is not a member', async () => {
    stubApi({ 'GET /members': () => ({ members: [kim] }) });
    await openWork(
      <select aria-label="Assigned to" value={anId(9)} onChange={ignore}>
        <option value="none">Nobody</option>
        <MemberOptions value={anId(9)} />
      </select>,
    );
    expect(await screen.findByRole('option', { name: 'Not a member' })).toBeVisible();
    expect(getSelected()).toBe('Not a member');
  });
});
