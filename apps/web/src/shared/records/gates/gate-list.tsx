import Button from '@mui/material/Button';
import type { Gate, GateRequirement } from '@handover/contract/businesses/gates.ts';
import { useState, type ReactElement } from 'react';
import { Icon } from '@handover/ui-lite/icon/icon.tsx';
import { ConfirmDialog } from '@handover/ui/feedback/confirm-dialog.tsx';
import { LabeledInput } from '@handover/ui/forms/labeled-input.tsx';
import { RelativeTime } from '@handover/ui/parts/relative-time.tsx';
import { useUser } from '#shared/session/session-context.tsx';
import styles from './gate-list.module.css';

interface GateListProps {
  gate: Gate;
  /**
   * Confirms a requirement that the product cannot check, and calls `onDone` once it is stored. If missing, the list is
   * read-only.
   */
  onConfirm?: (requirement: string, note: string | null, onDone: () => void) => void;
  /** Withdraws a confirmation or an override. */
  onWithdraw?: (requirement: string) => void;
  isPending?: boolean;
}

/** The requirements for leaving a stage: met, confirmed by a person, overridden, or missing. */
export function GateList({ gate, onConfirm, onWithdraw, isPending = false }: GateListProps): ReactElement {
  const [confirming, setConfirming] = useState<GateRequirement | null>(null);
  return (
    <>
      <ul className={styles['list']}>
        {gate.requirements.map((requirement) => (
          <li key={requirement.key} className={styles['item']}>
            <span className={styles[requirement.state]}>
              <Icon name={icons[requirement.state]} size={20} />
            </span>
            <div className={styles['text']}>
              <p>
                {requirement.label}
                <span className="sr-only">: {stateNames[requirement.state]}</span>
              </p>
              <Detail requirement={requirement} />
            </div>
            {requirement.state === 'missing' && requirement.isConfirmable && onConfirm !== undefined && (
              <Button
                size="small"
                variant="outlined"
                color="inherit"
                aria-label={`Confirm ${requirement.label}`}
                onClick={() => setConfirming(requirement)}
              >
                Confirm
              </Button>
            )}
            {requirement.confirmation !== null && onWithdraw !== undefined && (
              <Button
                size="small"
                variant="text"
                color="inherit"
                disabled={isPending}
                aria-label={`Undo confirmation of ${requirement.label}`}
                onClick={() => onWithdraw(requirement.key)}
              >
                Undo confirmation
              </Button>
            )}
          </li>
        ))}
      </ul>
      {confirming !== null && onConfirm !== undefined && (
        <ConfirmRequirement
          requirement={confirming}
          isPending={isPending}
          onConfirm={(note) => onConfirm(confirming.key, note, () => setConfirming(null))}
          onClose={() => setConfirming(null)}
        />
      )}
    </>
  );
}

const icons = {
  met: 'solar:check-circle-bold',
  confirmed: 'solar:check-square-linear',
  overridden: 'solar:danger-triangle-linear',
  missing: 'solar:close-circle-linear',
} as const satisfies Record<GateRequirement['state'], string>;

const stateNames = {
  met: 'met',
  confirmed: 'confirmed',
  overridden: 'overridden',
  missing: 'missing',
} as const satisfies Record<GateRequirement['state'], string>;

function Detail({
  requirement: { state, hint, isConfirmable, confirmation },
}: {
  requirement: GateRequirement;
}): ReactElement | null {
  const { timeZone } = useUser();
  if (confirmation !== null)
    return (
      <p className={styles['detail']}>
        {state === 'overridden' ? 'Overridden' : 'Confirmed'} by {confirmation.user.displayName}{' '}
        <RelativeTime time={confirmation.at} timeZone={timeZone} />
        {confirmation.note !== null && `: “${confirmation.note}”`}
      </p>
    );
  const text = hint ?? (state === 'missing' && isConfirmable ? 'Needs confirmation' : null);
  return text === null ? null : <p className={styles['detail']}>{text}</p>;
}

interface ConfirmRequirementProps {
  requirement: GateRequirement;
  isPending: boolean;
  onConfirm: (note: string | null) => void;
  onClose: () => void;
}

function ConfirmRequirement({
  requirement,
  isPending,
  onConfirm,
  onClose,
}: ConfirmRequirementProps): ReactElement {
  const [note, setNote] = useState('');
  return (
    <ConfirmDialog
      title={`Confirm: ${requirement.label}`}
      confirmLabel="Confirm"
      hasField
      isPending={isPending}
      onConfirm={() => onConfirm(note.trim() === '' ? null : note.trim())}
      onClose={onClose}
    >
      Your name and today’s date are recorded.
      <LabeledInput
        label="Note"
        value={note}
        multiline
        maxRows={6}
        inputProps={{ maxLength: 500 }}
        onChange={(event) => setNote(event.target.value)}
        sx={{ mt: 2 }}
      />
    </ConfirmDialog>
  );
}
