import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, errorResponse, stubApi } from '#test-setup/work.tsx';
import { ClientTasks } from './client-tasks.tsx';

const upload = vi.hoisted(() => vi.fn());
vi.mock('#shared/api/upload-with-progress.ts', () => ({ uploadWithProgress: upload }));

const customerId = anId(7);
const task = {
  id: anId(1),
  title: 'Send the lease',
  description: 'With all amendments',
  dueDate: '2026-11-19',
  business: null,
  status: 'open',
  requestsFiles: false,
  requests: [],
  version: 3,
};
const taskListStub = (...tasks: unknown[]) => ({
  'GET /users/{id}/tasks': () => ({ tasks, total: tasks.length, nextCursor: null }),
});

it('is ticked off with one click and back with another', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...taskListStub(task),
    'PATCH /asked-tasks/{id}': () => ({ task: { ...task, version: 4 } }),
  });
  await openWork(<ClientTasks customerId={customerId} />);
  expect(await screen.findByText('Overdue by 2 days')).toBeVisible();
  await user.click(screen.getByRole('checkbox', { name: 'Done: Send the lease' }));
  await user.click(await screen.findByRole('button', { name: 'Undo' }));
  await waitFor(() =>
    expect(calls.filter(({ method }) => method === 'PATCH').map(({ body }) => body)).toEqual([
      { version: 3, isDone: true },
      { version: 4, isDone: false },
    ]),
  );
  expect(calls.find(({ path }) => path.endsWith('/tasks'))?.query.getAll('status')).not.toContain('done');
});

it('says why it could not be ticked off', async () => {
  const user = userEvent.setup();
  stubApi({ ...taskListStub(task), 'PATCH /asked-tasks/{id}': () => errorResponse(409, 'CONFLICT') });
  await openWork(<ClientTasks customerId={customerId} />);
  await user.click(await screen.findByRole('checkbox', { name: 'Done: Send the lease' }));
  expect(await screen.findByText('CONFLICT.')).toBeVisible();
});

it('says that nothing is asked', async () => {
  stubApi(taskListStub());
  await openWork(<ClientTasks customerId={customerId} />);
  expect(await screen.findByText('No tasks yet')).toBeVisible();
});

it('takes files or a reply where documents are asked for, and then waits for the broker', async () => {
  const user = userEvent.setup();
  let status = 'open';
  const request = () => ({ ...task, dueDate: null, status, requestsFiles: true });
  const calls = stubApi({
    'GET /users/{id}/tasks': () => ({ tasks: [request()], total: 1, nextCursor: null }),
    'POST /asked-tasks/{id}/reply': () => {
      status = 'waiting';
      return { task: request() };
    },
  });
  await openWork(<ClientTasks customerId={customerId} />);
  expect(await screen.findByRole('button', { name: 'Upload files' })).toBeVisible();
  expect(screen.queryByRole('checkbox')).not.toBeInTheDocument();
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  await user.type(screen.getByRole('textbox', { name: 'Reply to Send the lease' }), 'You have it');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  expect(await screen.findByText('Sent, waiting for your broker')).toBeVisible();
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'You have it' });
});

it('shows the documents of a data room that a task asks for, with where to upload each and why it was refused', async () => {
  const requests = [
    { id: anId(3), title: 'Licenses', state: 'refused', refusal: 'Page 2 is missing.' },
    { id: anId(4), title: 'Debt schedule', state: 'verified', refusal: null },
  ];
  stubApi(taskListStub({ ...task, requestsFiles: true, requests }));
  await openWork(<ClientTasks customerId={customerId} />);
  expect(await screen.findByText('Page 2 is missing.')).toBeVisible();
  expect(screen.getByText('Send again')).toBeVisible();
  expect(screen.getByText('Accepted')).toBeVisible();
  expect(screen.getByRole('link', { name: 'Licenses' })).toHaveAttribute(
    'href',
    expect.stringMatching(new RegExp(`#request-${anId(3)}$`)),
  );
  expect(screen.queryByRole('button', { name: 'Upload files' })).not.toBeInTheDocument();
});

it('keeps a reply that was typed when the session ended', async () => {
  const user = userEvent.setup();
  const calls = stubApi({
    ...taskListStub({ ...task, requestsFiles: true }),
    'POST /asked-tasks/{id}/reply': () => ({ task }),
  });
  const { unmount } = await openWork(<ClientTasks customerId={customerId} />);
  await user.click(await screen.findByRole('button', { name: 'Reply' }));
  await user.type(screen.getByRole('textbox', { name: 'Reply to Send the lease' }), 'On its way');
  unmount();
  await openWork(<ClientTasks customerId={customerId} />);
  expect(await screen.findByRole('textbox', { name: 'Reply to Send the lease' })).toHaveValue('On its way');
  await user.click(screen.getByRole('button', { name: 'Send' }));
  await waitFor(() => expect(screen.queryByRole('textbox')).toBeNull());
  expect(calls.find(({ method }) => method === 'POST')?.body).toEqual({ text: 'On its way' });
  await user.click(screen.getByRole('button', { name: 'Reply' }));
  expect(screen.getByRole('textbox', { name: 'Reply to Send the lease' })).toHaveValue('');
});

it('sends only the files that are left after a failed upload, without a second copy', async () => {
  upload.mockResolvedValueOnce({}).mockRejectedValueOnce(new Error('Connection lost.')).mockResolvedValue({});
  const user = userEvent.setup();
  stubApi(taskListStub({ ...task, requestsFiles: true }));
  await openWork(<ClientTasks customerId={customerId} />);
  const button = await screen.findByRole('button', { name: 'Upload files' });
  const input = button.nextElementSibling;
  if (!(input instanceof HTMLInputElement)) throw new Error('There is no file input');
  await user.upload(
    input,
    ['a.pdf', 'b.pdf'].map((name) => new File([name], name, { type: 'application/pdf' })),
  );
  expect(await screen.findByRole('alert')).toHaveTextContent('b.pdf was not uploaded.');
  await user.click(screen.getByRole('button', { name: 'Retry' }));
  expect(await screen.findByText('Sent to your broker')).toBeVisible();
  const sent = upload.mock.calls.map(([, { file, idempotencyKey }]) => [file.name, idempotencyKey]);
  expect(sent.map(([name]) => name)).toEqual(['a.pdf', 'b.pdf', 'b.pdf']);
  expect(sent[1]).toEqual(sent[2]);
});
