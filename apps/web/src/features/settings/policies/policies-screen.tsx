import type { FormEvent, ReactElement } from 'react';
import { useSaveWorkspace, WorkspaceLoaded } from '../workspace/workspace-settings.tsx';
import { TwoStepCard } from './two-step-card.tsx';
import { areas, type Area } from '@handover/contract/auth/roles.ts';
import type { WorkspaceSettings } from '@handover/contract/settings/workspace-settings.ts';
import { useToasts } from '@handover/ui/feedback/use-toasts.tsx';
import Button from '@mui/material/Button';
import Checkbox from '@mui/material/Checkbox';
import FormControlLabel from '@mui/material/FormControlLabel';
import Radio from '@mui/material/Radio';
import RadioGroup from '@mui/material/RadioGroup';
import Stack from '@mui/material/Stack';
import { getErrorMessage } from '#shared/api/api-error.ts';
import { useDraftValues } from '#shared/forms/use-draft-values.tsx';
import { SettingsCard } from '../settings-card.tsx';
import { ConflictNotice } from '#shared/forms/versioned-save.tsx';
import styles from './policies-card.module.css';

export default function PoliciesScreen(): ReactElement {
  return (
    <WorkspaceLoaded>
      {(workspace) => (
        <>
          <PoliciesCard workspace={workspace} />
          <TwoStepCard workspace={workspace} />
        </>
      )}
    </WorkspaceLoaded>
  );
}

const areaNames = {
  dashboard: 'Dashboard',
  users: 'Users Management',
  tasks: 'Tasks',
  documents: 'Documents',
  'business-center': 'Business Center',
} as const satisfies Record<Area, string>;

const scopeNames = {
  all: 'All customers of the workspace',
  own: 'Only customers assigned to them',
} as const;

const small = { typography: { variant: 'body2' } } as const;

type Policies = Pick<WorkspaceSettings, 'staffAccess' | 'recordScope'>;

/** Which areas staff can open and which records they see; applies from the next request. */
export function PoliciesCard({ workspace }: { workspace: WorkspaceSettings }): ReactElement {
  const toasts = useToasts();
  const form = useDraftValues<Policies>('policies', getPolicies(workspace), { version: workspace.version });
  const { staffAccess, recordScope } = form.values;
  const { save, isPending, conflict } = useSaveWorkspace({
    version: form.version ?? workspace.version,
    done: 'Policies saved',
    onRecord: form.discard,
    onError: (error) => toasts.failed(getErrorMessage(error)),
  });

  const change = (part: Partial<Policies>): void => {
    if (!isPending) form.change(part);
  };
  const toggle = (area: Area): void =>
    change({
      staffAccess: areas.filter((one) =>
        one === area ? !staffAccess.includes(one) : staffAccess.includes(one),
      ),
    });
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    void save({ staffAccess, recordScope });
  };

  return (
    <SettingsCard
      title="Staff access"
      text="Changes apply immediately, including on open pages. Administrators always have full access."
    >
      <Stack component="form" spacing={2.5} onSubmit={submit}>
        {form.status}
        <ConflictNotice conflict={conflict} theirs={describe} />
        <fieldset className={styles['group']}>
          <legend>Staff can open</legend>
          {areas.map((area) => (
            <FormControlLabel
              key={area}
              control={<Checkbox checked={staffAccess.includes(area)} onChange={() => toggle(area)} />}
              label={areaNames[area]}
              slotProps={small}
            />
          ))}
        </fieldset>
        <fieldset className={styles['group']}>
          <legend>Staff see</legend>
          <RadioGroup
            aria-label="Staff see"
            value={recordScope}
            onChange={(_event, value) => change({ recordScope: value === 'own' ? 'own' : 'all' })}
          >
            <FormControlLabel value="all" control={<Radio />} label={scopeNames.all} slotProps={small} />
            <FormControlLabel value="own" control={<Radio />} label={scopeNames.own} slotProps={small} />
          </RadioGroup>
        </fieldset>
        <div>
          <Button type="submit" loading={isPending}>
            Save policies
          </Button>
        </div>
      </Stack>
    </SettingsCard>
  );
}

function getPolicies({ staffAccess, recordScope }: WorkspaceSettings): Policies {
  return { staffAccess, recordScope };
}

function describe({ staffAccess, recordScope }: Policies): string {
  const names = staffAccess.map((area) => areaNames[area]).join(', ') || 'no areas';
  return `${names}; ${scopeNames[recordScope].toLowerCase()}.`;
}
