import {
  resetStateRule,
  stateRule,
  stateRuleBody,
  updateStateRule,
  type StateRule,
} from '@handover/contract/businesses/state-rules.ts';
import { brokerLicenseRules, conRules } from '@handover/domain/state-rules.ts';
import { usStates } from '@handover/domain/us-states.ts';
import { FormSelect } from '@handover/ui/forms/form-select.tsx';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { send } from '#shared/api/client.ts';
import { FormDialog } from '#shared/forms/form-dialog.tsx';
import { createDialogDraft } from '#shared/forms/use-dialog-draft.tsx';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { useRefresh } from '#shared/live/live-updates.tsx';
import { ResetButton, SourceFields, type SourceValues } from '../valuation/source-fields.tsx';
import styles from '../valuation/valuation.module.css';
import { ConflictNotice, useVersionedSave } from '#shared/forms/versioned-save.tsx';
import { conLabels, licenseLabels } from './state-rule-labels.ts';

const fields = ['brokerLicense', 'con', 'source', 'asOf', 'confidence', 'note'] as const;
const sourceNames = { source: 'source', asOf: 'asOf', confidence: 'confidence', note: 'note' } as const;

interface StateRuleDialogProps {
  rule: StateRule;
  onClose: () => void;
}

export default function StateRuleDialog({ rule, onClose }: StateRuleDialogProps): ReactElement {
  const { state, version, isDelivered } = rule;
  const name = usStates[state] ?? state;
  const refresh = useRefresh();
  const form = useForm<StateRuleValues>({ resolver, defaultValues: toValues(rule) });
  const params = { state };
  const { save, isPending, conflict } = useVersionedSave({
    version,
    record: stateRule,
    // Without a body, the state is reset to the default.
    write: async (body: StateRuleBody | null, seen) =>
      body === null
        ? (await send(resetStateRule, { params, body: { version: seen } })).stateRule
        : (await send(updateStateRule, { params, body: { ...body, version: seen } })).stateRule,
    done: `${name} rules saved`,
    onRecord: () => {
      refresh({ noun: 'workspace', customerId: null });
      onClose();
    },
    onError: (error) => applyServerErrors(error, form.setError, fields),
  });
  return (
    <FormDialog
      draft={createDialogDraft(`state-rule:${state}`, form, version)}
      maxWidth="sm"
      title={`${name} rules`}
      submitLabel="Save"
      failure={form.formState.errors.root?.message}
      notice={<ConflictNotice conflict={conflict} theirs={describe} />}
      aside={!isDelivered && <ResetButton onClick={() => save(null)} />}
      isPending={isPending}
      onSubmit={form.handleSubmit((values) => save(toBody(values)))}
      onClose={onClose}
    >
      <div className={styles['pair']}>
        <FormSelect control={form.control} name="brokerLicense" label="Broker’s license">
          {brokerLicenseRules.map((each) => (
            <option key={each} value={each}>
              {licenseLabels[each]}
            </option>
          ))}
        </FormSelect>
        <FormSelect control={form.control} name="con" label="Certificate of need">
          {conRules.map((each) => (
            <option key={each} value={each}>
              {conLabels[each]}
            </option>
          ))}
        </FormSelect>
      </div>
      <SourceFields control={form.control} names={sourceNames} />
    </FormDialog>
  );
}

function describe({ brokerLicense, con, source }: StateRule): string {
  return `${licenseLabels[brokerLicense]}, ${conLabels[con]}, by ${source}.`;
}

type StateRuleBody = Pick<StateRule, (typeof fields)[number]>;
interface StateRuleValues extends SourceValues {
  brokerLicense: StateRule['brokerLicense'];
  con: StateRule['con'];
}

function toValues({ brokerLicense, con, source, asOf, confidence, note }: StateRule): StateRuleValues {
  return { brokerLicense, con, source, asOf, confidence, note: note ?? '' };
}

function toBody({ note, ...rest }: StateRuleValues): StateRuleBody {
  return { ...rest, note: note.trim() === '' ? null : note };
}

// The version is added when the form is sent.
const resolver = createBodyResolver<StateRuleValues>(stateRuleBody, (values) => ({
  version: 1,
  ...toBody(values),
}));
