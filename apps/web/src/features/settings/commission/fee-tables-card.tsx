import type { CommissionSettings, FeeTable } from '@handover/contract/commission/commission-settings.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MenuButton } from '@handover/ui/parts/menu-button.tsx';
import { formatPrice } from '@handover/ui/parts/money-text.tsx';
import Button from '@mui/material/Button';
import { lazy, Suspense, useState, type ReactElement } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { formatPercentInput } from '#shared/commission/fee-steps.ts';
import rows from '../rows.module.css';
import { SettingsCard } from '../settings-card.tsx';
import { ConflictNotice } from '#shared/forms/versioned-save.tsx';
import { useSaveCommissionSettings } from './commission-settings.queries.ts';

const FeeTableDialog = lazy(() => import('./fee-table-dialog.tsx'));

interface FeeTablesCardProps {
  settings: CommissionSettings;
  /** The workspace's currency, ISO 4217. */
  currency: string;
}

/** The fee tables that an engagement letter can start from. */
export function FeeTablesCard({ settings, currency }: FeeTablesCardProps): ReactElement {
  const { feeTables } = settings;
  const toasts = useToasts();
  const [edited, setEdited] = useState<number | 'new' | null>(null);
  const { save, conflict } = useSaveCommissionSettings({
    settings,
    done: 'Fee table deleted',
    onRecord: () => undefined,
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });
  return (
    <SettingsCard
      title="Fee tables"
      text="Starting rates for engagement letters. Signed letters do not change."
      actions={<Button onClick={() => setEdited('new')}>Add fee table</Button>}
    >
      <ConflictNotice
        conflict={conflict}
        theirs={(theirs) => `${theirs.feeTables.map(({ name }) => name).join(', ')}.`}
      />
      <ul className={rows['list']}>
        {feeTables.map((table, index) => (
          <FeeTableRow
            key={table.name}
            table={table}
            currency={currency}
            onEdit={() => setEdited(index)}
            onDelete={() =>
              save((current) => ({
                feeTables: current.feeTables.filter(({ name }) => name !== table.name),
              }))
            }
          />
        ))}
      </ul>
      {edited !== null && (
        <Suspense>
          <FeeTableDialog
            settings={settings}
            currency={currency}
            index={edited === 'new' ? null : edited}
            onClose={() => setEdited(null)}
          />
        </Suspense>
      )}
    </SettingsCard>
  );
}

interface FeeTableRowProps {
  table: FeeTable;
  currency: string;
  onEdit: () => void;
  onDelete: () => void;
}

function FeeTableRow({ table, currency, onEdit, onDelete }: FeeTableRowProps): ReactElement {
  const { name, steps, source, note } = table;
  return (
    <li className={rows['row']}>
      <div className={rows['main']}>
        <p className={rows['name']}>{name}</p>
        <p className={rows['facts']}>{formatSteps(steps, currency)}</p>
        <p className={rows['note']}>{[source, note].filter(Boolean).join('. ')}</p>
      </div>
      <div className={rows['side']}>
        <Button variant="outlined" color="inherit" aria-label={`Edit ${name}`} onClick={onEdit}>
          Edit
        </Button>
        <MenuButton
          isIconOnly
          label={`Actions for ${name}`}
          actions={[
            {
              label: 'Delete',
              icon: 'solar:trash-bin-trash-linear',
              isDangerous: true,
              onSelect: onDelete,
            },
          ]}
        />
      </div>
    </li>
  );
}

/** "5% up to $1,000,000, 4% up to $2,000,000, 1% above". */
function formatSteps(steps: FeeTable['steps'], currency: string): string {
  return steps
    .map(({ upToCents, rateBps }) => {
      const limit =
        upToCents === null
          ? steps.length === 1
            ? ''
            : ' above'
          : ` up to ${formatPrice(upToCents, currency)}`;
      return `${formatPercentInput(rateBps)}%${limit}`;
    })
    .join(', ');
}
