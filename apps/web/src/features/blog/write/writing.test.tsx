import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { aDraft } from '#test-setup/posts.ts';
import { aProfile } from '#test-setup/profile.ts';
import { openWork, getUrl, errorResponse, stubApi, listBodies } from '#test-setup/work.tsx';
import { EditPost } from './edit-post.tsx';
import ManagedPosts from './managed-posts.tsx';
import { PostEditor } from './post-editor.tsx';

// The editor is tested separately; here it is a field.
vi.mock('@handover/ui/editor/lazy-rich-editor.tsx', () => ({
  RichEditor: ({
    label,
    value,
    isReadOnly,
    onChange,
  }: {
    label: string;
    value: string;
    isReadOnly: boolean;
    onChange: (v: string) => void;
  }) => (
    <textarea
      aria-label={label}
      value={value}
      readOnly={isReadOnly}
      onChange={(event) => onChange(event.target.value)}
    />
  ),
}));

beforeEach(() => vi.stubGlobal('scrollTo', vi.fn()));

const findTitleField = () => screen.findByRole('textbox', { name: 'Title' });

describe('a new post', () => {
  it('is saved as a draft and then has an address; a missing title gets the focus', async () => {
    const user = userEvent.setup();
    const calls = stubApi({ 'POST /posts': () => ({ post: aDraft(1) }) });
    await openWork(<PostEditor post={null} />);
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByText('Required')).toBeVisible();
    expect(await findTitleField()).toHaveFocus();
    expect(calls.filter(({ method }) => method === 'POST')).toEqual([]);
    await user.type(await findTitleField(), 'Post 1');
    await user.click(screen.getByRole('radio', { name: 'ridge' }));
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    await waitFor(() => expect(getUrl().pathname).toBe('/blog/post-1/edit'));
    expect(calls.find(({ path }) => path === '/posts')?.body).toEqual({
      title: 'Post 1',
      description: '',
      bodyHtml: '',
      cover: { kind: 'design', design: 'ridge' },
    });
  });

  it('keeps its text over a failure and a reload, until it is discarded', async () => {
    const user = userEvent.setup();
    const calls = stubApi({ 'POST /posts': () => errorResponse(503, 'UNAVAILABLE', { detail: 'Busy.' }) });
    const first = await openWork(<PostEditor post={null} />);
    await user.type(await findTitleField(), 'Half a thought');
    await user.click(screen.getByRole('button', { name: 'Save draft' }));
    expect(await screen.findByRole('alert')).toHaveTextContent('Busy. Your text was not lost.');
    first.unmount();
    await openWork(<PostEditor post={null} />);
    expect(await findTitleField()).toHaveValue('Half a thought');
    await user.click(screen.getByRole('button', { name: 'Discard' }));
    const dialog = within(await screen.findByRole('dialog'));
    await user.click(dialog.getByRole('button', { name: 'Discard' }));
    expect(await findTitleField()).toHaveValue('');
    // Submitting the dialog's form must not save the draft it discards.
    expect(calls.filter(({ method }) => method === 'POST')).toHaveLength(1);
  });
});

describe('editing', () => {
  it('never overwrites silently: mine over theirs is a choice', async () => {
    const user = userEvent.setup();
    const theirs = aDraft(1, { title: 'Theirs', version: 5 });
    const calls = stubApi({
      'GET /posts/{slug}': () => ({ post: aDraft(1) }),
      'PATCH /posts/{id}': ({ body }) =>
        JSON.stringify(body).includes('"version":5')
          ? { post: aDraft(1, { title: 'Mine', version: 6 }) }
          : errorResponse(409, 'STALE_VERSION', { current: theirs }),
    });
    await openWork(<PostEditor post={aDraft(1)} />);
    await user.clear(await findTitleField());
    await user.type(await findTitleField(), 'Mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Someone else saved this post' })).toHaveTextContent(
      'Theirs',
    );
    await user.click(screen.getByRole('button', { name: 'Save mine' }));
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
    expect(listBodies(calls)).toMatchObject([
      { version: 1, title: 'Mine' },
      { version: 5, title: 'Mine' },
    ]);
    expect(await findTitleField()).toHaveValue('Mine');
  });

  it('is locked while saving', async () => {
    const user = userEvent.setup();
    const { promise: saved, resolve } = Promise.withResolvers<object>();
    stubApi({ 'PATCH /posts/{id}': () => saved });
    await openWork(<PostEditor post={aDraft(1)} />);
    await user.type(await findTitleField(), '!');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    const fields = [
      await findTitleField(),
      ...['Description', 'Text'].map((label) => screen.getByLabelText(label)),
    ];
    for (const field of fields) expect(field).toHaveAttribute('readonly');
    resolve({ post: aDraft(1, { title: 'Post 1!', version: 2 }) });
    await waitFor(async () => expect(await findTitleField()).not.toHaveAttribute('readonly'));
    expect(await findTitleField()).toHaveValue('Post 1!');
  });

  it('keeps a draft on the device when someone else saves the post, and then asks', async () => {
    const user = userEvent.setup();
    const theirs = aDraft(1, { title: 'Theirs', version: 5 });
    const calls = stubApi({
      'PATCH /posts/{id}': () => errorResponse(409, 'STALE_VERSION', { current: theirs }),
    });
    const first = await openWork(<PostEditor post={aDraft(1)} />);
    await user.type(await findTitleField(), ' of mine');
    first.unmount();
    await openWork(<PostEditor post={theirs} />);
    expect(await findTitleField()).toHaveValue('Post 1 of mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    expect(await screen.findByRole('dialog', { name: 'Someone else saved this post' })).toBeVisible();
    expect(listBodies(calls)).toMatchObject([{ version: 1, title: 'Post 1 of mine' }]);
  });

  it('uses the other version when that is chosen', async () => {
    const user = userEvent.setup();
    const theirs = aDraft(1, { title: 'Theirs', version: 5 });
    stubApi({ 'PATCH /posts/{id}': () => errorResponse(409, 'STALE_VERSION', { current: theirs }) });
    await openWork(<PostEditor post={aDraft(1)} />);
    await user.type(await findTitleField(), ' of mine');
    await user.click(screen.getByRole('button', { name: 'Save' }));
    await user.click(await screen.findByRole('button', { name: 'Use theirs' }));
    await waitFor(async () => expect(await findTitleField()).toHaveValue('Theirs'));
  });

  it('saves what was changed before it publishes', async () => {
    const user = userEvent.setup();
    const calls = stubApi({
      'PATCH /posts/{id}': () => ({ post: aDraft(1, { title: 'Post 1!', version: 2 }) }),
      'POST /posts/{id}/status': () => ({ post: aDraft(1, { status: 'published', version: 3 }) }),
    });
    await openWork(<PostEditor post={aDraft(1)} />);
    await user.type(await findTitleField(), '!');
    await user.click(screen.getByRole('button', { name: 'Publish now' }));
    await waitFor(() => expect(getUrl().pathname).toBe('/blog/post-1'));
    expect(listBodies(calls)).toMatchObject([{ version: 1, title: 'Post 1!' }]);
    expect(calls.find(({ path }) => path.endsWith('/status'))?.body).toEqual({
      version: 2,
      status: 'published',
    });
  });

  it('schedules in the time of the workspace', async () => {
    const user = userEvent.setup();
    const calls = stubApi(
      { 'POST /posts/{id}/status': () => ({ post: aDraft(1, { version: 2 }) }) },
      aProfile({ timeZone: 'America/New_York' }),
    );
    await openWork(<PostEditor post={aDraft(1)} />);
    await user.click(await screen.findByRole('button', { name: 'Schedule…' }));
    const field = await screen.findByLabelText('Date and time');
    await user.clear(field);
    await user.type(field, '2031-01-15T09:00');
    await user.click(screen.getByRole('button', { name: 'Schedule' }));
    await waitFor(() =>
      expect(calls.at(-1)?.body).toEqual({
        version: 1,
        status: 'scheduled',
        scheduledAt: '2031-01-15T14:00:00.000Z',
      }),
    );
    expect(listBodies(calls)).toEqual([]);
  });

  it('offers no release without permission, and no form for a released post', async () => {
    stubApi({
      'GET /posts/{slug}': () => ({
        post: aDraft(1, {
          status: 'published',
          abilities: { canUpdate: false, canDelete: false, canPublish: false },
        }),
      }),
    });
    const abilities = { canUpdate: true, canDelete: true, canPublish: false };
    const first = await openWork(<PostEditor post={aDraft(1, { abilities })} />);
    expect(await screen.findByText('An administrator publishes it.')).toBeVisible();
    expect(screen.queryByRole('button', { name: 'Publish now' })).toBeNull();
    expect(screen.queryByRole('checkbox')).toBeNull();
    first.unmount();
    await openWork(<EditPost slug="post-1" />);
    expect(await screen.findByText('Only an administrator can change it now.')).toBeVisible();
    expect(screen.queryByRole('textbox')).toBeNull();
  });
});

describe('the posts of those who write', () => {
  it('are found by status, which the address keeps', async () => {
    const user = userEvent.setup();
    const calls = stubApi({
      'GET /posts': ({ query }) => ({
        posts: query.get('status') === 'scheduled' ? [] : [aDraft(1)],
        total: 1,
        nextCursor: null,
      }),
    });
    await openWork(<ManagedPosts />, { address: '/?view=manage' });
    expect(await screen.findByRole('link', { name: 'Post 1' })).toHaveAttribute('href', '/blog/post-1/edit');
    await user.selectOptions(screen.getByRole('combobox', { name: 'Status' }), 'Scheduled');
    expect(await screen.findByText('No posts match')).toBeVisible();
    // The only filter is already in the toolbar.
    expect(screen.queryByRole('button', { name: 'Add filter' })).not.toBeInTheDocument();
    expect(getUrl().search).toBe('?view=manage&status=scheduled');
    expect(calls.at(-1)?.query.get('status')).toBe('scheduled');
  });
});
