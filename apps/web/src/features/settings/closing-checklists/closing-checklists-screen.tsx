import { businessTypeLabels } from '#shared/labels/businesses.ts';
import { listClosingChecklists, type ClosingChecklist } from '@handover/contract/deals/closing-checklists.ts';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { oneQuery } from '#shared/api/query-factory.ts';
import { SettingsCard } from '../settings-card.tsx';
import styles from '../sourced-table.module.css';
import { NameCell, SourceCell, SourcedTable } from '../sourced-table.tsx';

const ChecklistDialog = lazy(() => import('./checklist-dialog.tsx'));

const checklistsQuery = () =>
  oneQuery({
    queryKey: ['workspace', 'all', 'closing-checklists'],
    queryFn: ({ signal }) => send(listClosingChecklists, {}, { signal }),
  });

/** Closing checklists by business type. Each type is a button that opens its editor. */
export default function ClosingChecklistsScreen(): ReactElement {
  const [edited, setEdited] = useState<ClosingChecklist | null>(null);
  const { data, isPending, error, refetch } = useQuery(checklistsQuery());
  if (isPending) return <ListSkeleton columns={['40%', '60%']} rows={12} rowHeight={48} />;
  if (data === undefined)
    return (
      <FailedState
        title="The closing checklists could not be loaded"
        text={getErrorMessage(error)}
        onRetry={() => void refetch()}
      />
    );
  return (
    <SettingsCard
      title="Closing checklists"
      text="Approvals, notices, and consents that a sale needs before closing, by business type. New deals use these items; existing deals keep theirs. The 36-month rule of home health and hospice is checked by the deal’s stage requirements. Rules change: verify with each agency. Not legal advice."
    >
      <SourcedTable
        caption="Items of the closing checklist by business type, with sources"
        columns={['Type', 'Items', 'Source']}
      >
        {data.closingChecklists.map((checklist) => (
          <ChecklistRow key={checklist.type} checklist={checklist} onEdit={() => setEdited(checklist)} />
        ))}
      </SourcedTable>
      <Suspense>
        {edited !== null && <ChecklistDialog checklist={edited} onClose={() => setEdited(null)} />}
      </Suspense>
    </SettingsCard>
  );
}

interface ChecklistRowProps {
  checklist: ClosingChecklist;
  onEdit: () => void;
}

function ChecklistRow({ checklist, onEdit }: ChecklistRowProps): ReactElement {
  const { type, items, isDelivered } = checklist;
  const name = type === 'every' ? 'Every type' : businessTypeLabels[type];
  return (
    <tr>
      <NameCell
        name={name}
        label={`Change the checklist for ${name}`}
        isDelivered={isDelivered}
        onEdit={onEdit}
      />
      <td>
        {items.length === 0 ? (
          'No items'
        ) : (
          <ul className={styles['lines']}>
            {items.map(({ key, title }) => (
              <li key={key}>{title}</li>
            ))}
          </ul>
        )}
      </td>
      <SourceCell of={checklist} />
    </tr>
  );
}
