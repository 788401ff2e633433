import { screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { aDeal } from '#test-setup/deals.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { StagePanel } from './stage-panel.tsx';

it.each([
  [true, 'Lost reason: Financing. Move the stage to reopen the deal.'],
  [false, 'Lost reason: Financing.'],
])('says why a deal was lost, and to those who may move it (%s) how to reopen it', async (canMove, text) => {
  const deal = aDeal(1, { stage: 'lost', lostReason: 'financing' });
  stubApi({ 'GET /deals/{id}/gate': () => ({ gate: { stage: 'lost', requirements: [] } }) });
  await openWork(<StagePanel deal={{ ...deal, abilities: { ...deal.abilities, canMove } }} />);
  expect((await screen.findByText(/^Lost reason/)).textContent).toBe(text);
  expect(screen.queryByText(/Required before/)).toBeNull();
});
