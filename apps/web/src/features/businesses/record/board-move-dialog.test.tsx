import { useQuery } from '@tanstack/react-query';
import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState, type ReactElement } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { aBusinessDetail } from '#test-setup/records.ts';
import { openWork, stubApi } from '#test-setup/work.tsx';
import { businessQuery } from '../businesses.queries.ts';
import BoardMoveDialog from './board-move-dialog.tsx';

afterEach(() => vi.unstubAllGlobals());

const { id } = aBusinessDetail(1);

function Board(): ReactElement {
  const { data } = useQuery(businessQuery(id));
  const [isAsked, setAsked] = useState(false);
  return (
    <>
      <button type="button" onClick={() => setAsked(true)}>
        {data?.stage}
      </button>
      {isAsked && <BoardMoveDialog businessId={id} to="engaged" onClose={vi.fn()} />}
    </>
  );
}

it('begins from the current stage, also if an earlier one was loaded before', async () => {
  let business = aBusinessDetail(1, { stage: 'lead' });
  stubApi({
    'GET /businesses/{id}': () => ({ business }),
    'GET /businesses/{id}/gate': () => ({ gate: { requirements: [], isOpen: true, earlier: [] } }),
  });
  await openWork(<Board />);
  const card = await screen.findByRole('button', { name: 'lead' });
  business = aBusinessDetail(1, { stage: 'valuation', version: 2 });
  await userEvent.click(card);
  expect(await screen.findByRole('combobox', { name: 'To' })).toHaveValue('engaged');
  expect(screen.queryByText(/^Someone else moved/)).toBeNull();
});
