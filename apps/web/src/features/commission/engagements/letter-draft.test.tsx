import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeAll, expect, it } from 'vitest';
import { aBusinessDetail } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import EngagementSection from './engagement-section.tsx';

beforeAll(() => import('./letter-dialog.tsx'));

const findCarveOutsField = () => screen.findByRole('textbox', { name: 'Carve-outs' });

it('opens a new letter with the terms that were typed when the session ended', async () => {
  stubApi({
    'GET /businesses/{id}/engagement-letters': () => ({
      engagementLetters: [],
      protectedBuyers: [],
      tailEndsOn: null,
    }),
    'GET /businesses/{id}/documents': () => ({ documents: [], total: 0, nextCursor: null }),
    'GET /commission-settings': () => ({ commissionSettings: { feeTables: [] } }),
  });
  const business = aBusinessDetail(1);
  const { unmount } = await openWork(<EngagementSection business={business} />);
  await userEvent.click(await screen.findByRole('button', { name: 'Draft letter' }));
  await userEvent.type(await findCarveOutsField(), 'Ann Lee');
  unmount();
  await openWork(<EngagementSection business={business} />);
  expect(await findCarveOutsField()).toHaveValue('Ann Lee');
  expect(screen.getByText('Unsaved changes restored.')).toBeVisible();
});
