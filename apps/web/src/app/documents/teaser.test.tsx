import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { openWork, stubApi } from '#test-setup/work.tsx';
import TeaserPage from './teaser.tsx';

it('registers a buyer in the workspace of the business', async () => {
  stubApi({
    'POST /teasers/open': () => ({
      teaser: {
        businessId: 'business',
        title: 'A dental practice',
        sections: [],
        brokerageName: 'Team 2',
        brokerName: 'Dana Reed',
        listingNumber: null,
      },
    }),
  });
  await openWork(<TeaserPage />, { address: '/teaser?workspace=team-2&id=teaser' });
  expect(await screen.findByRole('link', { name: 'Ask about this business' })).toHaveAttribute(
    'href',
    '/register-buyer?workspace=team-2&business=business',
  );
});
