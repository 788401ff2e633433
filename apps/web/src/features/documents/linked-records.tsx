import { linkDocument, unlinkDocument, type Document } from '@handover/contract/documents/documents.ts';
import { recordInfo } from '@handover/contract/records/records.ts';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import IconButton from '@mui/material/IconButton';
import { useMutation, type UseMutationResult } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { RailButton, RailItem, RailPanel } from '#shared/records/page/rail.tsx';

const AddRecordDialog = lazy(() => import('./add-record-dialog.tsx'));

type Link = Pick<Document['records'][number], 'type' | 'id'>;
export type LinkChange = { readonly kind: 'add' | 'remove'; readonly record: Link };

/** The records that a file concerns. */
export function LinkedRecords({ document }: { document: Document }): ReactElement {
  const { records, abilities } = document;
  const [isAdding, setAdding] = useState(false);
  const change = useLinks(document);
  return (
    <RailPanel
      title="Records"
      count={records.length}
      error={null}
      onRetry={() => undefined}
      nothing="Not linked to any record."
      action={abilities.canUpdate && <RailButton onClick={() => setAdding(true)}>Add</RailButton>}
      more={
        isAdding && (
          <Suspense>
            <AddRecordDialog change={change} onClose={() => setAdding(false)} />
          </Suspense>
        )
      }
    >
      {records.map(({ type, id, name, isOfRoom = false }) => (
        <RailItem
          key={id}
          picture={<Icon name={recordInfo[type].icon} size={24} />}
          name={name}
          to={`${recordInfo[type].path}${id}`}
          second={recordInfo[type].one}
          end={
            abilities.canUpdate &&
            !isOfRoom && (
              <IconButton
                aria-label={`Remove from ${name}`}
                title={`Remove from ${name}`}
                onClick={() => change.mutate({ kind: 'remove', record: { type, id } })}
              >
                <Icon name="solar:close-circle-linear" size={18} />
              </IconButton>
            )
          }
        />
      ))}
    </RailPanel>
  );
}

/** Adds a file to records, and removes it from them. */
function useLinks({ id }: Document): UseMutationResult<unknown, Error, LinkChange> {
  const toasts = useToasts();
  const refresh = useRefresh();
  return useMutation({
    mutationFn: ({ kind, record }: LinkChange) =>
      send(kind === 'add' ? linkDocument : unlinkDocument, {
        params: { id },
        body: { recordType: record.type, recordId: record.id },
      }),
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'document', customerId: null }),
  });
}
