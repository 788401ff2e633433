import { parseTemplate } from '@handover/domain/mail-template.ts';
import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import type { MailTemplate } from '@handover/contract/conversations/mail-templates.ts';
import { aProfile } from '#test-setup/profile.ts';
import { aCustomer, anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import TemplateManager from './template-manager.tsx';
import TemplatePicker from './template-picker.tsx';

const aTemplate = (changes: Partial<MailTemplate> = {}): MailTemplate => ({
  id: anId(1),
  name: 'Welcome',
  subject: 'Hello {{customer.firstName|there}}',
  html: '<p>Hello</p>',
  isShared: false,
  useCount: 2,
  updatedAt: '2026-11-20T15:00:00.000Z',
  version: 1,
  abilities: { canUpdate: true },
  ...changes,
});

function stubTemplates(
  templates: readonly MailTemplate[],
  more: Record<string, (call: Call) => unknown> = {},
): Call[] {
  return stubApi({ 'GET /mail-templates': () => ({ mailTemplates: templates }), ...more });
}

it('lists templates with their use, and offers changes only with permission', async () => {
  stubTemplates([
    aTemplate(),
    aTemplate({
      id: anId(2),
      name: 'Of the house',
      isShared: true,
      useCount: 0,
      abilities: { canUpdate: false },
    }),
  ]);
  await openWork(<TemplateManager />);
  expect(await screen.findByText('Used 2 times')).toBeVisible();
  expect(screen.getByText('Not used yet')).toBeVisible();
  expect(screen.getByRole('button', { name: 'Actions for Welcome' })).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Actions for Of the house' })).toBeNull();
  expect(screen.getByText('Shared', { exact: true })).toBeVisible();
});

it('explains templates when there are none, and shows an error when they cannot be loaded', async () => {
  stubTemplates([]);
  const { unmount } = await openWork(<TemplateManager />);
  expect(await screen.findByText('No templates yet')).toBeVisible();
  unmount();
  stubApi({ 'GET /mail-templates': () => errorResponse(503, 'UNAVAILABLE') });
  await openWork(<TemplateManager />);
  expect(await screen.findByText('The templates could not be loaded')).toBeVisible();
});

it('shows the server’s error at its field, and keeps typed text', async () => {
  const user = userEvent.setup();
  const calls = stubTemplates([aTemplate()], {
    'PATCH /mail-templates/{id}': () =>
      errorResponse(400, 'INVALID_INPUT', {
        errors: [{ path: 'subject', message: 'There is no field {{x}}.' }],
      }),
  });
  await openWork(<TemplateManager />, { address: `/?edit=${anId(1)}` });
  const subject = await screen.findByLabelText('Subject');
  await user.clear(subject);
  await user.type(subject, 'Hi {{{{x}}');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('There is no field {{x}}.')).toBeVisible();
  expect(subject).toHaveValue('Hi {{x}}');
  expect(calls.find(({ method }) => method === 'PATCH')?.body).toMatchObject({ version: 1 });
});

it('reports what somebody else has saved, and replaces it when saved again', async () => {
  const user = userEvent.setup();
  const calls = stubTemplates([aTemplate()], {
    'PATCH /mail-templates/{id}': ({ body }) =>
      (body as { version: number }).version === 1
        ? errorResponse(409, 'STALE_VERSION', { current: aTemplate({ subject: 'Theirs', version: 5 }) })
        : { mailTemplate: aTemplate({ version: 6 }) },
  });
  await openWork(<TemplateManager />, { address: `/?edit=${anId(1)}` });
  await user.type(await screen.findByLabelText('Subject'), '!');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByRole('alert')).toHaveTextContent('Save again to overwrite it.');
  await user.click(screen.getByRole('button', { name: 'Save' }));
  expect(await screen.findByText('Used 2 times')).toBeVisible();
  expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toMatchObject([
    { version: 1, subject: 'Hello {{customer.firstName|there}}!' },
    { version: 5, subject: 'Hello {{customer.firstName|there}}!' },
  ]);
});

it('offers to share to administrators alone', async () => {
  stubTemplates([]);
  const { unmount } = await openWork(<TemplateManager />, { address: '/?edit=new' });
  expect(await screen.findByLabelText('Share with everyone in this workspace')).not.toBeChecked();
  unmount();
  stubApi({ 'GET /mail-templates': () => ({ mailTemplates: [] }) }, aProfile({ role: 'STAFF' }));
  await openWork(<TemplateManager />, { address: '/?edit=new' });
  await screen.findByLabelText('Subject');
  expect(screen.queryByLabelText('Share with everyone in this workspace')).toBeNull();
});

it('previews the template as a customer would get it', async () => {
  const user = userEvent.setup();
  const calls = stubTemplates([aTemplate()], {
    'GET /users': () => ({ users: [aCustomer(9, { name: 'Ann Abbott' })], total: 1, nextCursor: null }),
    'POST /mail-templates/preview': () => ({
      preview: {
        customer: { id: anId(9), name: 'Ann Abbott' },
        subject: 'Hello Ann',
        missing: [],
        url: '/api/tickets/a',
      },
    }),
  });
  await openWork(<TemplateManager />, { address: `/?edit=${anId(1)}` });
  await user.type(await screen.findByLabelText('Preview for'), 'Ann');
  await user.click(await screen.findByRole('option', { name: /Ann Abbott/ }));
  expect(await screen.findByTitle('Preview: Hello Ann')).toHaveAttribute('src', '/api/tickets/a');
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    subject: 'Hello {{customer.firstName|there}}',
    html: '<p>Hello</p>',
    customerId: anId(9),
  });
});

it('adds missing starter templates with one click by an administrator, and undoes it', async () => {
  const user = userEvent.setup();
  let templates = [aTemplate({ name: 'Checking in' })];
  const calls = stubTemplates([], {
    'GET /mail-templates': () => ({ mailTemplates: templates }),
    'POST /mail-templates': ({ body }) => {
      const mailTemplate = aTemplate({ ...(body as object), id: anId(50 + templates.length) });
      templates = [...templates, mailTemplate];
      return { mailTemplate };
    },
    'DELETE /mail-templates/{id}': ({ path }) => {
      templates = templates.filter(({ id }) => !path.endsWith(id));
      return undefined;
    },
  });
  await openWork(<TemplateManager />);
  await user.click(await screen.findByRole('button', { name: 'Add starter templates' }));
  expect(await screen.findByText('Documents we need')).toBeVisible();
  expect(screen.queryByRole('button', { name: 'Add starter templates' })).toBeNull();
  const sent = calls.filter(({ method }) => method === 'POST').map(({ body }) => body);
  expect(sent).toHaveLength(3);
  for (const body of sent) {
    const { subject, html, isShared } = body as MailTemplate;
    expect(isShared).toBe(true);
    expect(parseTemplate(subject, 'line').problem).toBeNull();
    expect(parseTemplate(html, 'html').problem).toBeNull();
  }
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() => expect(screen.queryByText('Documents we need')).toBeNull());
});

it('offers no starter templates to staff', async () => {
  stubApi({ 'GET /mail-templates': () => ({ mailTemplates: [] }) }, aProfile({ role: 'STAFF' }));
  await openWork(<TemplateManager />);
  await screen.findByText('No templates yet');
  expect(screen.queryByRole('button', { name: 'Add starter templates' })).toBeNull();
});

it('deletes one after asking', async () => {
  const user = userEvent.setup();
  const calls = stubTemplates([aTemplate()], { 'DELETE /mail-templates/{id}': () => undefined });
  await openWork(<TemplateManager />);
  await user.click(await screen.findByRole('button', { name: 'Actions for Welcome' }));
  await user.click(screen.getByRole('menuitem', { name: 'Delete' }));
  await user.click(await screen.findByRole('button', { name: 'Delete' }));
  await waitFor(() => expect(calls.some(({ method }) => method === 'DELETE')).toBe(true));
});

it('picks one by the keyboard, with the fields filled in by the server', async () => {
  const user = userEvent.setup();
  const picked = vi.fn();
  const calls = stubTemplates([aTemplate(), aTemplate({ id: anId(2), name: 'Valuation' })], {
    'POST /mail-templates/{id}/use': () => ({
      mail: { subject: 'Hello Ann', html: '<p>{{customer.company}}</p>', missing: ['customer.company'] },
    }),
  });
  await openWork(<TemplatePicker customerId={anId(9)} onPick={picked} />);
  await user.click(screen.getByRole('button', { name: 'Template' }));
  await user.type(await screen.findByLabelText('Search templates'), 'there valu');
  expect(screen.queryByRole('button', { name: /Welcome/ })).toBeNull();
  await user.tab();
  await user.keyboard('{Enter}');
  await waitFor(() =>
    expect(picked).toHaveBeenCalledWith({ subject: 'Hello Ann', html: '<p>{{customer.company}}</p>' }),
  );
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ customerId: anId(9) });
  expect(await screen.findByText('Fill in: customer’s company')).toBeVisible();
});

it('is not inserted if the list was closed while it was loading', async () => {
  const user = userEvent.setup();
  const picked = vi.fn();
  const { promise, resolve } = Promise.withResolvers<unknown>();
  const mail = { subject: 'Hello Ann', html: '<p>Hello</p>', missing: [] };
  const calls = stubTemplates([aTemplate()], { 'POST /mail-templates/{id}/use': () => promise });
  const countLists = () => calls.filter(({ path }) => path === '/mail-templates').length;
  await openWork(
    <>
      <TemplateManager />
      <TemplatePicker customerId={anId(9)} onPick={picked} />
    </>,
  );
  await user.click(await screen.findByRole('button', { name: 'Template' }));
  await user.click(await screen.findByRole('button', { name: /Welcome/ }));
  await user.type(screen.getByLabelText('Search templates'), '{Escape}');
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  const before = countLists();
  resolve({ mail });
  // The list is refreshed once the response has been processed.
  await waitFor(() => expect(countLists()).toBeGreaterThan(before));
  expect(picked).not.toHaveBeenCalled();
});

it('links to the templates if there are none', async () => {
  const user = userEvent.setup();
  stubTemplates([]);
  await openWork(<TemplatePicker customerId={anId(9)} onPick={vi.fn()} />);
  await user.click(screen.getByRole('button', { name: 'Template' }));
  expect(await screen.findByRole('link', { name: 'New template' })).toHaveAttribute(
    'href',
    '/admin/users/templates?edit=new',
  );
});
