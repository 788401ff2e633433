import { deleteFinancingRule, type FinancingRule } from '@handover/contract/businesses/valuation-tables.ts';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import { MoneyText } from '@handover/ui/parts/money-text.tsx';
import { StatusLabel } from '@handover/ui/parts/status-label.tsx';
import { formatDate } from '@handover/ui/parts/time-text.ts';
import { EmptyState } from '@handover/ui/states/state-panel.tsx';
import { formatCount } from '@handover/domain/format-count.ts';
import Button from '@mui/material/Button';
import { useMutation } from '@tanstack/react-query';
import { useState, type ReactElement, type ReactNode } from 'react';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { send } from '#shared/api/client.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { SettingsCard } from '../settings-card.tsx';
import styles from './valuation.module.css';
import { RuleDialog } from './rule-dialog.tsx';
import { confidenceLabels, formatPercent } from '#shared/labels/valuations.ts';

interface FinancingCardProps {
  rules: readonly FinancingRule[];
  currency: string;
}

export function FinancingCard({ rules, currency }: FinancingCardProps): ReactElement {
  // Null for a new rule.
  const [edited, setEdited] = useState<FinancingRule | null | undefined>();
  const [removed, setRemoved] = useState<FinancingRule | undefined>();
  return (
    <SettingsCard
      title="Financing"
      text="Lender requirements for buyers, used by the calculator on each business record. Not tax or legal advice."
      actions={
        <Button variant="outlined" color="inherit" onClick={() => setEdited(null)}>
          Add rule
        </Button>
      }
    >
      {rules.length === 0 && (
        <EmptyState
          icon="solar:card-bold-duotone"
          title="No financing rules"
          text="Add a rule to use the calculator."
        />
      )}
      <ul className={styles['rules']}>
        {rules.map((rule) => (
          <RuleItem
            key={rule.id}
            rule={rule}
            currency={currency}
            onEdit={() => setEdited(rule)}
            onRemove={() => setRemoved(rule)}
          />
        ))}
      </ul>
      {edited !== undefined && (
        <RuleDialog rule={edited} currency={currency} onClose={() => setEdited(undefined)} />
      )}
      {removed !== undefined && <RemoveDialog rule={removed} onClose={() => setRemoved(undefined)} />}
    </SettingsCard>
  );
}

interface RuleItemProps {
  rule: FinancingRule;
  currency: string;
  onEdit: () => void;
  onRemove: () => void;
}

function RuleItem({ rule, currency, onEdit, onRemove }: RuleItemProps): ReactElement {
  const facts: [string, ReactNode][] = [
    ['Maximum loan', <MoneyText key="loan" isPrice amountCents={rule.maxLoanCents} currency={currency} />],
    [
      'Term',
      `${formatCount(rule.months, 'month')}; ${formatCount(rule.realEstateMonths, 'month')} with real estate`,
    ],
    ['Interest rate', formatPercent(rule.ratePercent)],
    ['Equity injection', `At least ${formatPercent(rule.minInjectionPercent)}`],
    ['Seller note', `On full standby, up to ${formatPercent(rule.standbySharePercent)} of the injection`],
    ['DSCR', `Minimum ${rule.floorDscr.toFixed(2)}, typical ${rule.usualDscr.toFixed(2)}`],
  ];
  return (
    <li className={styles['rule']}>
      <div className={styles['head']}>
        <h3>
          {rule.name}
          {rule.isDelivered === false && <StatusLabel tone="info">Edited</StatusLabel>}
        </h3>
        <div className={styles['acts']}>
          {rule.isDelivered === null && (
            <Button
              size="small"
              variant="text"
              color="error"
              aria-label={`Remove ${rule.name}`}
              onClick={onRemove}
            >
              Remove
            </Button>
          )}
          <Button
            size="small"
            variant="outlined"
            color="inherit"
            aria-label={`Edit ${rule.name}`}
            onClick={onEdit}
          >
            Edit
          </Button>
        </div>
      </div>
      <dl className={styles['facts']}>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <p className={styles['origin']}>
        {rule.source} · as of {formatDate(rule.asOf)} · {confidenceLabels[rule.confidence]}
        {rule.note !== null && ` · ${rule.note}`}
      </p>
    </li>
  );
}

function RemoveDialog({ rule, onClose }: { rule: FinancingRule; onClose: () => void }): ReactElement {
  const toasts = useToasts();
  const refresh = useRefresh();
  const remove = useMutation({
    mutationFn: () => send(deleteFinancingRule, { params: { id: rule.id } }),
    onSuccess: () => {
      toasts.done(`${rule.name} removed`);
      onClose();
    },
    onError: (error) => toasts.failed(getErrorMessage(error)),
    onSettled: () => refresh({ noun: 'workspace', customerId: null }),
  });
  return (
    <ConfirmDialog
      title={`Remove ${rule.name}?`}
      confirmLabel="Remove"
      isDangerous
      isPending={remove.isPending}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      It will no longer be available in the calculator. Saved valuations are not affected.
    </ConfirmDialog>
  );
}
