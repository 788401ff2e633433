import { decideOnBuyer, type DealDetail } from '@handover/contract/deals/deals.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useState, type ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import { useDealChange } from '../closing/closing.queries.ts';

type Decision = 'approved' | 'declined';

/** Buttons to approve or decline the buyer, for the seller or staff on their behalf. Renders nothing for others. */
export function SellerDecision({ deal }: { deal: DealDetail }): ReactElement | null {
  const { id, version, buyer, sellerDecision, abilities } = deal;
  const [asked, setAsked] = useState<Decision | null>(null);
  const { run, isPending } = useDealChange({
    act: (decision: Decision) => send(decideOnBuyer, { params: { id }, body: { version, decision } }),
    done: asked === 'declined' ? 'Buyer declined' : 'Buyer approved',
    onDone: () => setAsked(null),
  });
  if (!abilities.canDecide) return null;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {sellerDecision !== 'approved' && <Button onClick={() => setAsked('approved')}>Approve buyer</Button>}
      {sellerDecision !== 'declined' && (
        <Button variant="outlined" color="inherit" onClick={() => setAsked('declined')}>
          Decline buyer
        </Button>
      )}
      {asked !== null && (
        <ConfirmDialog
          title={`${asked === 'approved' ? 'Approve' : 'Decline'} ${buyer.name}?`}
          confirmLabel={asked === 'approved' ? 'Approve' : 'Decline'}
          isDangerous={asked === 'declined'}
          isPending={isPending}
          onConfirm={() => run(asked)}
          onClose={() => setAsked(null)}
        >
          {asked === 'approved'
            ? 'Your broker can then share confidential information about the business with this buyer.'
            : 'This buyer will not receive confidential information about the business.'}
        </ConfirmDialog>
      )}
    </Stack>
  );
}
