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
        phone: '(512) 555-0100',
        listingNumber: null,
      },
    }),
  });
  await openWork(<TeaserPage />, { address: '/teaser?workspace=team-2&id=teaser' });
  expect(await screen.findByRole('link', { name: 'Ask about this business' })).toHaveAttribute(
    'href',
    '/register-buyer?workspace=team-2&business=business',
  );
  expect(screen.getByRole('link', { name: '(512) 555-0100' })).toHaveAttribute('href', 'tel:5125550100');
});
