import {
  updateInstallationBody,
  type InstallationSettings,
} from '@handover/contract/installation/installation-settings.ts';
import { workspacePlans } from '@handover/contract/auth/auth.ts';
import { FormTextField } from '@handover/ui/forms/form-text-field.tsx';
import { ListSkeleton } from '@handover/ui/states/list-skeleton.tsx';
import { FailedState } from '@handover/ui/states/state-panel.tsx';
import Button from '@mui/material/Button';
import Stack from '@mui/material/Stack';
import { useQuery } from '@tanstack/react-query';
import type { ReactElement } from 'react';
import { useForm } from 'react-hook-form';
import { pick } from 'zod/mini';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { applyServerErrors, createBodyResolver } from '#shared/forms/form-validation.ts';
import { installationQuery, useSaveInstallation } from '../installation/installation.queries.ts';
import { ConflictNotice, discardTyped, keepTyped } from '#shared/forms/versioned-save.tsx';
import { SettingsCard } from '../settings-card.tsx';
import type {
  LimitedKind,
  PlanLimits,
  WorkspaceLimits,
} from '@handover/contract/settings/workspace-limits.ts';
import { FormStatus } from '#shared/forms/form-status.tsx';
import { useFormBasis } from '#shared/forms/use-form-basis.ts';

const resolver = createBodyResolver<PlanValues>(
  pick(updateInstallationBody, { planLimits: true }),
  toPlanChange,
);

export function PlansCard(): ReactElement {
  const installation = useQuery(installationQuery());
  return (
    <SettingsCard
      title="Plans"
      text="Limits for workspaces on each plan. Nothing is deleted when a limit is lowered."
    >
      {installation.data !== undefined ? (
        <PlansForm installation={installation.data} />
      ) : installation.isPending ? (
        <ListSkeleton columns={['40%', '60%']} rows={2} rowHeight={72} />
      ) : (
        <FailedState
          title="The plans could not be loaded"
          text={getErrorMessage(installation.error)}
          onRetry={() => void installation.refetch()}
        />
      )}
    </SettingsCard>
  );
}

function PlansForm({ installation }: { installation: InstallationSettings }): ReactElement {
  const values = toPlanValues(installation.planLimits);
  const form = useForm<PlanValues>({ resolver, values, resetOptions: keepTyped });
  const basis = useFormBasis({
    latest: { version: installation.version, values },
    draft: 'workspace-plans',
    typed: form.getValues,
  });
  const { save, isPending, conflict } = useSaveInstallation({
    version: basis.version,
    done: 'Plans saved',
    onRecord: (record) => form.reset(toPlanValues(record.planLimits), discardTyped),
    onError: (error) => applyServerErrors(error, form.setError, []),
  });
  const { control } = form;
  return (
    <Stack
      component="form"
      noValidate
      spacing={2.5}
      onSubmit={form.handleSubmit((typed) => save(toPlanChange(typed)))}
    >
      <FormStatus form={form} draft="workspace-plans" basis={basis} />
      <ConflictNotice conflict={conflict} theirs={formatLimits} />
      {workspacePlans.map((plan) => (
        <Stack key={plan} direction={{ xs: 'column', sm: 'row' }} spacing={2} role="group" aria-label={plan}>
          <FormTextField
            control={control}
            name={`planLimits.${plan}.people`}
            label={`Members (${plan})`}
            hint="Includes open invitations. Leave empty for no limit."
            placeholder="No limit"
            autoComplete="off"
            inputProps={{ inputMode: 'numeric' }}
          />
          <FormTextField
            control={control}
            name={`planLimits.${plan}.customers`}
            label={`Customers (${plan})`}
            hint="Not counting the trash. Leave empty for no limit."
            placeholder="No limit"
            autoComplete="off"
            inputProps={{ inputMode: 'numeric' }}
          />
        </Stack>
      ))}
      <div>
        <Button type="submit" loading={isPending}>
          Save plans
        </Button>
      </div>
    </Stack>
  );
}

function formatLimits({ planLimits }: InstallationSettings): string {
  const all = workspacePlans.map((plan) => {
    const { people, customers } = planLimits[plan];
    return `${plan}: ${formatLimit(people)} members, ${formatLimit(customers)} customers`;
  });
  return `${all.join('; ')}.`;
}

function formatLimit(limit: number | null): string {
  return limit === null ? 'unlimited' : limit.toLocaleString('en');
}

type LimitTexts = Record<LimitedKind, string>;

interface PlanValues {
  planLimits: Record<keyof PlanLimits, LimitTexts>;
}

function toPlanValues({ Free, Pro }: PlanLimits): PlanValues {
  return { planLimits: { Free: toTexts(Free), Pro: toTexts(Pro) } };
}

function toPlanChange({ planLimits: { Free, Pro } }: PlanValues): { planLimits: PlanLimits } {
  return { planLimits: { Free: parseLimits(Free), Pro: parseLimits(Pro) } };
}

function toTexts({ people, customers }: WorkspaceLimits): LimitTexts {
  return { people: toText(people), customers: toText(customers) };
}

function parseLimits({ people, customers }: LimitTexts): WorkspaceLimits {
  return { people: parseLimit(people), customers: parseLimit(customers) };
}

function toText(limit: number | null): string {
  return limit === null ? '' : limit.toLocaleString('en');
}

/** Invalid text is read as NaN and fails validation. */
function parseLimit(text: string): number | null {
  const digits = text.replaceAll(/[\s,]/g, '');
  return digits === '' ? null : Number(digits);
}
