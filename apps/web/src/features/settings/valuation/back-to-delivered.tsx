import Button from '@mui/material/Button';
import type { ReactElement } from 'react';

/** Sets a row of the tables back to what was delivered. */
export function BackToDelivered({ onClick }: { onClick: () => void }): ReactElement {
  return (
    <Button variant="text" sx={{ mr: 'auto' }} onClick={onClick}>
      Back to delivered
    </Button>
  );
}
