import type { BusinessStage } from '@handover/contract/businesses/business-stages.ts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, type ReactElement } from 'react';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { businessQuery } from '../businesses.queries.ts';
import MoveDialog from './move-dialog.tsx';

interface BoardMoveDialogProps {
  businessId: string;
  to: BusinessStage;
  onClose: () => void;
}

/** The dialog for moving a card. Opens once the business and its abilities are loaded. */
export default function BoardMoveDialog({ businessId, to, onClose }: BoardMoveDialogProps): ReactElement {
  const { failed } = useToasts();
  const query = useQuery({ ...businessQuery(businessId), staleTime: 0 });
  const { data: business, error, isFetchedAfterMount } = query;
  useEffect(() => {
    if (business !== undefined || error === null) return;
    failed(getErrorMessage(error));
    onClose();
  }, [business, error, failed, onClose]);
  // What another page has loaded may be of an earlier stage, from which the dialog would not begin.
  return business === undefined || !isFetchedAfterMount ? (
    <></>
  ) : (
    <MoveDialog business={business} to={to} onClose={onClose} />
  );
}
