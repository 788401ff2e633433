import {
  maxGraceDays,
  twoStepGroups,
  updateWorkspaceBody,
  type TwoStepGroup,
  type WorkspaceSettings,
} from '@handover/contract/workspace-settings.ts';
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
import { applyServerErrors } from '#shared/forms/apply-server-errors.ts';
import { bodyResolver } from '#shared/forms/body-resolver.ts';
import { peopleQuery } from '../people/people.queries.ts';
import { ConflictNotice, discardTyped, keepTyped } from '../versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { useSaveWorkspace } from '../workspace/workspace-settings.tsx';
import styles from './policies-card.module.css';

const groupNames: Readonly<Record<TwoStepGroup, string>> = {
  nobody: 'Nobody',
  administrators: 'Administrators',
  staff: 'Everybody on staff',
};

const small = { typography: { variant: 'body2' } } as const;

/** The rule as the form holds it. */
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
const judge = bodyResolver<Values>(
  pick(updateWorkspaceBody, { twoStepFor: true, twoStepGraceDays: true }),
  toBody,
);

/** Whom the workspace asks for two-step sign-in, and how long it waits for it. */
export function TwoStepCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const form = useForm<Values>({
    resolver: judge,
    values: toValues(workspace),
    resetOptions: keepTyped,
  });
  const { save, isPending, conflict } = useSaveWorkspace({
    version: workspace.version,
    done: 'The rule is in force',
    onRecord: (record) => form.reset(toValues(record), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, ['twoStepFor', 'twoStepGraceDays']),
  });
  const { root } = form.formState.errors;
  return (
    <SettingsCard
      title="Two-step sign-in required"
      text="Who is asked and has neither an authenticator app nor a passkey can go on for the days below, and then opens nothing here but their own account until it is set up. Their API keys stop with them."
    >
      <Stack
        component="form"
        noValidate
        spacing={2.5}
        onSubmit={form.handleSubmit((values) => save(toBody(values)))}
      >
        {root !== undefined && <Alert severity="error">{root.message}</Alert>}
        <ConflictNotice conflict={conflict} theirs={describe} />
        <GroupChoice control={form.control} />
        <FormTextField
          control={form.control}
          name="twoStepGraceDays"
          label="Days of grace"
          hint={`From 0, which asks at once, to ${String(maxGraceDays)}; they count from when it concerns somebody`}
          inputMode="numeric"
          sx={{ '& .MuiOutlinedInput-root': { maxWidth: 120 } }}
          autoComplete="off"
        />
        <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap', alignItems: 'center' }}>
          <Button type="submit" loading={isPending}>
            Save rule
          </Button>
          <Standing />
        </Stack>
      </Stack>
    </SettingsCard>
  );
}

function GroupChoice({ control }: { control: Control<Values> }): ReactElement {
  const { field, fieldState } = useController({ control, name: 'twoStepFor' });
  const { message } = fieldState.error ?? {};
  return (
    <fieldset className={styles['group']}>
      <legend>Asked of</legend>
      <RadioGroup
        aria-label="Asked of"
        value={field.value}
        onChange={(_event, value) => field.onChange(twoStepGroups.find((group) => group === value))}
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

/** How many have it already; who does stands in the list of people. */
function Standing(): ReactElement | null {
  const { data } = useQuery(peopleQuery());
  const active = data?.filter(({ status }) => status === 'active') ?? [];
  if (active.length === 0) return null;
  const having = active.filter(({ hasSecondFactor, hasPasskey }) => hasSecondFactor || hasPasskey).length;
  return (
    <p className={styles['standing']}>
      {having} of {active.length} {active.length === 1 ? 'person has' : 'people have'} it.{' '}
      <Link to="/admin/settings/people">See who</Link>
    </p>
  );
}

function describe({ twoStepFor, twoStepGraceDays }: WorkspaceSettings): string {
  return `${groupNames[twoStepFor].toLowerCase()}, ${String(twoStepGraceDays)} days of grace.`;
}
