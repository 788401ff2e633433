import { screen, within } from '@testing-library/react';
import { expect, it, vi } from 'vitest';
import { anId } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import TextHits from './text-hits.tsx';

const hit = {
  document: { id: anId(1), name: 'Returns 2025.pdf' },
  page: 3,
  title: null,
  pageCount: 12,
  hitCount: 4,
  excerpt: [
    { text: '…two years of ', isHit: false },
    { text: 'returns', isHit: true },
    { text: ' are attached…', isHit: false },
  ],
};
const open = async (address: string, hits: readonly (typeof hit)[] = [hit]) => {
  const calls = stubApi({ 'GET /documents/text-search': () => ({ hits }) });
  await openWork(<TextHits />, { address });
  return () =>
    calls.filter(({ path }) => path === '/documents/text-search').map(({ query }) => query.toString());
};

it('shows the passage of each file with the words highlighted, and leads to its page', async () => {
  const asked = await open(`/admin/documents?q=returns&kind=pdf&tagId=${anId(9)}`);
  const section = within(await screen.findByRole('region', { name: 'Found in text' }));
  expect(section.getByRole('link', { name: 'Returns 2025.pdf' })).toHaveAttribute(
    'href',
    `/admin/documents/${anId(1)}?page=3`,
  );
  expect(section.getByText('Page 3, 3 more')).toBeVisible();
  expect(section.getByText('returns').tagName).toBe('MARK');
  expect(asked()).toEqual([`kind=pdf&tagId=${anId(9)}&q=returns`]);
});

it.each(['/admin/documents', '/admin/documents?q=%26', '/admin/documents?q=returns&deleted=true'])(
  'asks nothing at %s',
  async (address) => {
    const asked = await open(address);
    expect(asked()).toEqual([]);
    expect(screen.queryByText('Found in text')).not.toBeInTheDocument();
  },
);

it('takes no space if nothing was found', async () => {
  const asked = await open('/admin/documents?q=nothing', []);
  await vi.waitFor(() => expect(asked()).toHaveLength(1));
  expect(screen.queryByRole('region', { name: 'Found in text' })).not.toBeInTheDocument();
});
