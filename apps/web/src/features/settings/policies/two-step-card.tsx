import {
  maxGraceDays,
  twoStepGroups,
  updateWorkspaceBody,
  type TwoStepGroup,
  type WorkspaceSettings,
} from '@handover/contract/settings/workspace-settings.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useController, useForm, type Control } from 'react-hook-form';
import { Link } from 'react-router';
import { pick } from 'zod/mini';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';
import { peopleQuery } from '../people/people.queries.ts';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useSaveWorkspace } from '../workspace/workspace-settings.tsx';
import styles from './policies-card.module.css';

const groupNames: Readonly<Record<TwoStepGroup, string>> = {
  nobody: 'No one',
  administrators: 'Administrators',
  staff: 'All staff',
};

const small = { typography: { variant: 'body2' } } as const;

interface Values {
  twoStepFor: TwoStepGroup;
  twoStepGraceDays: string;
}

const toBody = ({ twoStepFor, twoStepGraceDays }: Values) => ({
  twoStepFor,
  twoStepGraceDays: twoStepGraceDays.trim() === '' ? Number.NaN : Number(twoStepGraceDays),
});
const toValues = ({ twoStepFor, twoStepGraceDays }: WorkspaceSettings): Values => ({
  twoStepFor,
  twoStepGraceDays: String(twoStepGraceDays),
});
const resolver = createBodyResolver<Values>(
  pick(updateWorkspaceBody, { twoStepFor: true, twoStepGraceDays: true }),
  toBody,
);

export function TwoStepCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const values = toValues(workspace);
  const form = useForm<Values>({ resolver, values, resetOptions: keepTyped });
  const basis = useFormBasis({
    latest: { version: workspace.version, values },
    draft: 'two-step',
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveWorkspace({
    version: basis.version,
    done: 'Two-step sign-in settings saved',
    onRecord: (record) => form.reset(toValues(record), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, ['twoStepFor', 'twoStepGraceDays']),
  });
  return (
    <SettingsCard
      title="Two-step sign-in"
      text="Members have a grace period to set up two-step sign-in, then lose access until they do. Their API keys stop working as well."
    >
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((typed) => save(toBody(typed)))}
      >
        <FormStatus form={form} draft="two-step" basis={basis} />
        <ConflictNotice conflict={conflict} theirs={describe} />
        <GroupChoice control={form.control} />
        <FormTextField
          control={form.control}
          name="twoStepGraceDays"
          label="Grace period (days)"
          hint={`From 0 (immediately) to ${String(maxGraceDays)}, counted from when the rule first applies to a member`}
          inputMode="numeric"
          sx={{ '& .MuiOutlinedInput-root': { maxWidth: 120 } }}
          autoComplete="off"
        />
        <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <Button type="submit" loading={isPending}>
            Save two-step settings
          </Button>
          <SetupCount />
        </Stack>
      </Stack>
    </SettingsCard>
  );
}

function GroupChoice({ control }: { control: Control<Values> }): ReactElement {
  const { field, fieldState, formState } = useController({ control, name: 'twoStepFor' });
  const { message } = fieldState.error ?? {};
  return (
    <fieldset className={styles['group']}>
      <legend>Required for</legend>
      <RadioGroup
        aria-label="Required for"
        value={field.value}
        onChange={(_event, value) =>
          formState.isSubmitting || field.onChange(twoStepGroups.find((group) => group === value))
        }
      >
        {twoStepGroups.map((group) => (
          <FormControlLabel
            key={group}
            value={group}
            control={<Radio />}
            label={groupNames[group]}
            slotProps={small}
          />
        ))}
      </RadioGroup>
      {message !== undefined && (
        <Alert severity="warning" className={styles['refusal'] ?? ''}>
          {message} <Link to="/account">Your account</Link>
        </Alert>
      )}
    </fieldset>
  );
}

/** The number of members who have set up two-step sign-in. */
function SetupCount(): ReactElement | null {
  const { data } = useQuery(peopleQuery());
  const active = data?.filter(({ status }) => status === 'active') ?? [];
  if (active.length === 0) return null;
  const having = active.filter(({ hasSecondFactor, hasPasskey }) => hasSecondFactor || hasPasskey).length;
  return (
    <p className={styles['standing']}>
      {having} of {active.length} {active.length === 1 ? 'member has' : 'members have'} set it up.{' '}
      <Link to="/admin/settings/people">View members</Link>
    </p>
  );
}

function describe({ twoStepFor, twoStepGraceDays }: WorkspaceSettings): string {
  return `${groupNames[twoStepFor].toLowerCase()}, ${String(twoStepGraceDays)}-day grace period.`;
}
