import { render, screen } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { expect, it } from 'vitest';
import { RecordCard } from './record-card.tsx';

it('begins a name at the side that its letters begin at, so that what is cut off is its end', () => {
  render(
    <MemoryRouter>
      <RecordCard
        picture={<span />}
        name="מרפאת השיניים של ד״ר כהן-לוי"
        to="/there"
        status={<span>Active</span>}
        details={[]}
      />
    </MemoryRouter>,
  );
  expect(screen.getByRole('link')).toHaveAttribute('dir', 'auto');
});
