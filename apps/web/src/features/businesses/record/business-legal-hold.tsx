import type { DocumentLegalHold } from '@handover/contract/documents/documents.ts';
import { liftBusinessLegalHold, placeBusinessLegalHold } from '@handover/contract/documents/legal-holds.ts';
import type { ReactElement } from 'react';
import { send } from '#shared/api/client.ts';
import LegalHoldDialog from '#shared/legal-holds/legal-hold-dialog.tsx';

const text =
  'Until the hold is lifted, no file of this business, its deals, or its data room can be deleted. Files added later are covered, too.';

interface BusinessLegalHoldProps {
  businessId: string;
  legalHold: DocumentLegalHold | null;
  onClose: () => void;
}

/** Places or lifts the legal hold on all documents of a business. */
export default function BusinessLegalHold({
  businessId,
  legalHold,
  onClose,
}: BusinessLegalHoldProps): ReactElement {
  const params = { id: businessId };
  return (
    <LegalHoldDialog
      recordId={businessId}
      legalHold={legalHold}
      text={text}
      place={(body) => send(placeBusinessLegalHold, { params, body })}
      lift={() => send(liftBusinessLegalHold, { params })}
      onClose={onClose}
    />
  );
}
