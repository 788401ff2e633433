import type { BulkPreview } from '@handover/contract/records/bulk.ts';
import type { MailTemplate } from '@handover/contract/conversations/mail-templates.ts';
import { act, cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { aProfile } from '#test-setup/profile.ts';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi, type Call } from '#test-setup/work.tsx';
import BulkEmailDialog from './bulk-email-dialog.tsx';

// The editor is tested separately; here it is a field of HTML.
vi.mock('@handover/ui/editor/lazy-rich-editor.tsx', () => ({
  RichEditor: (props: { label: string; value: string; error?: string; onChange: (v: string) => void }) => (
    <>
      <textarea
        aria-label={props.label}
        value={props.value}
        onChange={(event) => props.onChange(event.target.value)}
      />
      {props.error}
    </>
  ),
}));

const template: MailTemplate = {
  id: anId(1),
  name: 'News',
  subject: 'News for {{customer.name}}',
  html: '<p>Hello</p>',
  isShared: false,
  useCount: 2,
  updatedAt: '2026-11-20T15:00:00.000Z',
  version: 1,
  abilities: { canUpdate: true },
};
const aPreview = (number: number, changes: Partial<BulkPreview> = {}): BulkPreview => ({
  customer: { id: anId(number), name: `Customer ${String(number)}` },
  subject: `Hi Customer ${String(number)}`,
  missing: [],
  url: `/api/tickets/${String(number)}`,
  refusal: null,
  ...changes,
});
const selection = { filter: {}, ids: [anId(1), anId(2)] };

/** Renders the dialog for two customers, and records its calls to the opener. */
async function open(answers: Parameters<typeof stubApi>[0] = {}) {
  const calls: Call[] = stubApi({ 'GET /mail-templates': () => ({ mailTemplates: [template] }), ...answers });
  const heard = { start: vi.fn(), close: vi.fn() };
  await openWork(
    <BulkEmailDialog
      selection={selection}
      count={2}
      isPending={false}
      onStart={heard.start}
      onClose={heard.close}
    />,
  );
  const dialog = await screen.findByRole('dialog', { name: 'Email 2 customers' });
  return { calls, heard, dialog: within(dialog), user: userEvent.setup() };
}

it('sends nothing without a subject and a text, and says what is missing at its field', async () => {
  const { heard, dialog, user } = await open();
  await user.click(dialog.getByRole('button', { name: /^Send to/ }));
  expect(dialog.getByLabelText('Subject')).toBeInvalid();
  expect(dialog.getAllByText('Required')).toHaveLength(2);
  expect(heard.start).not.toHaveBeenCalled();
});

it('sends an edited template', async () => {
  const { heard, dialog, user } = await open();
  await user.selectOptions(await dialog.findByLabelText('Template'), 'News');
  expect(screen.queryByText('Template applied')).toBeNull();
  await user.type(dialog.getByLabelText('Message'), '!');
  await user.click(dialog.getByRole('button', { name: /^Send to/ }));
  expect(heard.start).toHaveBeenCalledWith(
    {
      action: 'email',
      subject: 'News for {{customer.name}}',
      html: '<p>Hello</p>!',
      templateId: anId(1),
    },
    expect.any(Function),
  );
});

it('replaces written text with a template on request only, and restores it', async () => {
  const { dialog, user } = await open();
  await user.type(dialog.getByLabelText('Subject'), 'My own');
  await user.selectOptions(await dialog.findByLabelText('Template'), 'News');
  expect(dialog.getByLabelText('Subject')).toHaveValue('My own');
  await user.click(dialog.getByRole('button', { name: 'Replace text with template' }));
  expect(dialog.getByLabelText('Subject')).toHaveValue('News for {{customer.name}}');
  // The toast is outside of the dialog, so screen readers cannot reach it while the dialog is open.
  await user.click(await screen.findByRole('button', { name: 'Undo', hidden: true }));
  expect(dialog.getByLabelText('Subject')).toHaveValue('My own');
  expect(dialog.getByLabelText('Template')).toHaveValue('');
});

it('asks before it is closed with text', async () => {
  const { heard, dialog, user } = await open();
  await user.type(dialog.getByLabelText('Subject'), 'My own');
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  const question = within(await screen.findByRole('dialog', { name: 'Close without sending?' }));
  expect(heard.close).not.toHaveBeenCalled();
  await user.click(question.getByRole('button', { name: 'Close' }));
  expect(heard.close).toHaveBeenCalledOnce();
});

it('closes at once while nothing is written', async () => {
  const { heard, dialog, user } = await open();
  await user.click(dialog.getByRole('button', { name: 'Cancel' }));
  expect(heard.close).toHaveBeenCalledOnce();
});

it('previews each copy, says why a customer is skipped, and goes back to the text', async () => {
  const { calls, dialog, user } = await open({
    'POST /bulk-runs/preview': () => ({
      previews: [
        aPreview(1),
        aPreview(2, { refusal: 'Banned.' }),
        aPreview(3, { refusal: 'Nothing to put in.', missing: ['customer.company'] }),
      ],
    }),
  });
  await user.selectOptions(await dialog.findByLabelText('Template'), 'News');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  const frame = await dialog.findByTitle('Preview: Hi Customer 1');
  expect(frame).toHaveAttribute('src', '/api/tickets/1');
  expect(frame.getAttribute('sandbox')).not.toMatch(/allow-(scripts|same-origin|forms)/);
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({
    selection,
    subject: 'News for {{customer.name}}',
    html: '<p>Hello</p>',
  });
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(dialog.getByRole('status')).toHaveTextContent('Customer 2, 2 of the first 3 out of 2');
  expect(dialog.getByText('Skipped: Banned.')).toBeVisible();
  await user.click(dialog.getByRole('button', { name: 'Next' }));
  expect(dialog.getByText(/No value for the customer’s company/)).toBeVisible();
  expect(dialog.queryByText(/Left out/)).toBeNull();
  await user.click(dialog.getByRole('button', { name: 'Edit' }));
  expect(dialog.getByLabelText('Message')).toHaveValue('<p>Hello</p>');
});

it('says why there is no preview', async () => {
  const { dialog, user } = await open({
    'POST /bulk-runs/preview': () =>
      errorResponse(400, 'INVALID_INPUT', { detail: 'There is no field {{x}}.' }),
  });
  await user.selectOptions(await dialog.findByLabelText('Template'), 'News');
  await user.click(dialog.getByRole('button', { name: 'Preview' }));
  await waitFor(() => expect(dialog.getByText('There is no field {{x}}.')).toBeVisible());
});

it('cannot be sent before the workspace has a postal address, and links to it', async () => {
  stubApi({ 'GET /mail-templates': () => ({ mailTemplates: [] }) }, aProfile({ hasPostalAddress: false }));
  await openWork(
    <BulkEmailDialog selection={selection} count={2} isPending={false} onStart={vi.fn()} onClose={vi.fn()} />,
  );
  expect(screen.getByRole('link', { name: 'Add it in the settings' })).toHaveAttribute(
    'href',
    '/admin/settings/workspace',
  );
  expect(screen.getByRole('button', { name: /^Send to/ })).toBeDisabled();
});

it('warns before writing that the workspace cannot send email', async () => {
  stubApi({ 'GET /mail-templates': () => ({ mailTemplates: [] }) }, aProfile({ deliversEmail: false }));
  await openWork(
    <BulkEmailDialog selection={selection} count={2} isPending={false} onStart={vi.fn()} onClose={vi.fn()} />,
  );
  expect(screen.getByText(/Email from this workspace is not delivered/)).toBeVisible();
  expect(screen.getByRole('link', { name: 'Set up a mail server' })).toHaveAttribute(
    'href',
    '/admin/settings/mail',
  );
});

it('keeps typed text until the email is sent', async () => {
  const { user, dialog } = await open();
  await user.type(dialog.getByRole('textbox', { name: 'Subject' }), 'Holiday hours');
  cleanup();
  const restored = await open();
  expect(restored.dialog.getByRole('textbox', { name: 'Subject' })).toHaveValue('Holiday hours');
  await user.type(restored.dialog.getByRole('textbox', { name: 'Message' }), '<p>Closed</p>');
  await user.click(restored.dialog.getByRole('button', { name: /^Send to/ }));
  act(() => void restored.heard.start.mock.lastCall?.[1]());
  cleanup();
  const { dialog: fresh } = await open();
  expect(fresh.getByRole('textbox', { name: 'Subject' })).toHaveValue('');
});
